import Administration
import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import TVWorld

/// The middleware that counts and logs every request, and keeps those of apps and browsers in the log of requests.
struct AccessLogMiddleware: Sendable {
    let engine: EntitlementEngine

    /// The start of a request.
    struct Beginning {
        fileprivate let instant = ContinuousClock.now
        /// Unix microseconds by the machine's clock.
        fileprivate let time = SystemClock.machineMicroseconds()
    }

    /// Counts the start of a request.
    func begin() -> Beginning {
        engine.metrics.requestBegan()
        return Beginning()
    }

    /// Counts and logs a request that has been answered.
    func end(_ request: Request, _ response: Response, _ context: ServiceRequestContext, since beginning: Beginning) {
        let duration = ContinuousClock.now - beginning.instant
        // The template of the route, even if a fault, the throttle or a check responded before it was reached.
        let (method, route) = (Self.method(of: request), context.match.path(for: request.method) ?? "none")
        engine.metrics.requestEnded(method: method, route: route, status: response.status.code, duration: duration)
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let level = response.status.code >= 500 ? Logger.Level.error : .info
        if context.logs(level) {
            // Path and query are omitted, because they contain devices, codes and tokens: the template identifies the call.
            context.logger.log(
                level: level, "answered",
                metadata: [
                    "method": "\(method)", "route": "\(route)", "status": "\(response.status.code)",
                    "microseconds": "\(microseconds)",
                ])
        }
        guard context.attributes.audience.isSimulated else { return }
        engine.requests.append(
            RequestResource(
                time: engine.clock.milliseconds(), machineTime: beginning.time, method: method,
                path: LoggedPath.masked(request.uri.path, query: request.uri.query, context.match),
                status: response.status.code, microseconds: microseconds,
                requestSize: request.headers.value(.contentLength).flatMap { Int64($0) },
                responseSize: response.body.contentLength.map { Int64($0) },
                contentType: response.headers.value(.contentType) ?? "", request: context.requestID,
                correlation: context.correlation.isEmpty ? nil : context.correlation))
    }

    private static let known: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    /// Returns the request's method; `other` for an unknown one.
    private static func method(of request: Request) -> String {
        let name = request.method.rawValue
        return known.contains(name) ? name : "other"
    }
}

/// A request's address as shown in the log.
private enum LoggedPath {
    /// The parameters whose values are not secret; all others are masked.
    private static let open: Set<Substring> = [
        "requestor", "requestor_id", "mvpd", "mvpd_id", "mso_id", "deviceType", "resource", "format", "appId", "cache", "ttl",
        "domain_name", "noflash", "no_iframe", "is_passive", "force_authn", "sharedRequestor",
    ]

    /// The parameters that contain an address, whose query is masked: that of an activation page contains the code.
    private static let addresses: Set<Substring> = ["redirect_url", "redirectUrl"]

    /// Returns the path and query with secrets masked: registration codes, and the values of parameters that are not known to be
    /// public.
    ///
    /// - Parameter match: The meaning of the path.
    static func masked(_ path: String, query: String?, _ match: RouteTable.Match) -> String {
        var path = path
        if match.routes.isEmpty {
            path = maskedCodes(path)
        } else if match.parameters["code"] != nil, let template = match.template {
            path = maskedCode(path, template)
        }
        guard let query, !query.isEmpty else { return path }
        let pairs = query.utf8.split(separator: UInt8(ascii: "&")).prefix(FormParameters.limit).map { pair -> Substring in
            let name = Substring(pair.prefix { $0 != UInt8(ascii: "=") })
            if addresses.contains(name) { return Substring(pair).replacing(/(\?|%3[Ff]).+/) { "\($0.output.1)***" } }
            return open.contains(name) ? Substring(pair) : name + "=***"
        }
        return path + "?" + pairs.joined(separator: "&")
    }

    private static func parts(_ text: String) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// Masks what looks like a code in a path without a route, such as that of a code with a slash after it.
    private static func maskedCodes(_ path: String) -> String {
        parts(path).map { part in
            let code = part.unicodeScalars.prefix { $0 != "." }
            let isCode = code.count == RegistrationCode.length && code.allSatisfy(RegistrationCode.alphabet.contains)
            return isCode ? "***" : part
        }.joined(separator: "/")
    }

    private static func maskedCode(_ path: String, _ template: String) -> String {
        // Empty segments are not part of the route.
        var names = parts(template).filter { !$0.isEmpty }[...]
        return parts(path).map { part in
            guard !part.isEmpty, let name = names.popFirst() else { return part }
            return name.hasPrefix("{code}") ? "***" : part
        }.joined(separator: "/")
    }
}
