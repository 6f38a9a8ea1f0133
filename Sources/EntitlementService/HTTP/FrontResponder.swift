import Dates
import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import TVWorld

/// The responder in front of the router: limits, response formats, error bodies, common headers, the request's log line.
public struct FrontResponder: HTTPResponder {
    public typealias Context = ServiceRequestContext

    private let routes: [Route]
    private let origin: RequestOrigin
    private let router: RouterResponder<ServiceRequestContext>
    private let clock: any WorldClock
    private let throttle: Throttle
    private let metrics: ServiceMetrics
    private let faults: FaultGate

    init(routes: [Route], bodyLimit: Int, origin: RequestOrigin, throttle: Throttle, faults: FaultGate) {
        self.routes = routes
        self.origin = origin
        self.throttle = throttle
        self.faults = faults
        clock = faults.engine.clock
        metrics = faults.engine.metrics
        router = Router(routes, bodyLimit: bodyLimit).buildResponder()
    }

    /// The maximum size of a request's path and header fields, in bytes.
    static let headLimit = 16_384

    public func respond(to request: Request, context: ServiceRequestContext) async throws -> Response {
        let start = ContinuousClock.now
        metrics.requestBegan()
        let began = SystemClock.machineMicroseconds()
        var context = context.traced(as: RequestTrace.identifier(in: request.headers))
        context.correlation = RequestTrace.correlation(in: request.headers) ?? ""
        var response: Response
        do {
            try checkHead(of: request)
            context.baseURL = try origin.url(
                of: request.head, peer: context.peer?.ipAddress, local: context.channel.localAddress?.ipAddress)
            if let early = throttle.refusal(of: request, context, now: clock.milliseconds()) ?? CrossOrigin.preflight(request)
                ?? methods(request)
            {
                response = early
            } else {
                let asked = try FormatRequest(request)
                context.format = asked.format
                response = try await correlated(asked.request, context)
            }
        } catch {
            response = refusal(error, context)
        }
        CrossOrigin.describe(&response, to: request)
        response.headers[.requestID] = context.requestID
        response.headers[.date] = HTTPDate.text(seconds: clock.seconds())
        let duration = ContinuousClock.now - start
        metrics.requestEnded(
            method: Self.method(of: request), route: Self.route(of: context), status: response.status.code, duration: duration)
        log(request, response, context, duration)
        if LoggedPath.isLogged(request.uri.path) { keep(request, response, context, began, duration) }
        return response
    }

    /// Responds with journal entries attributed to the caller's trace.
    private func correlated(_ request: Request, _ context: ServiceRequestContext) async throws -> Response {
        guard !context.correlation.isEmpty else { return try await answer(request, context) }
        return try await RequestTrace.$correlation.withValue(context.correlation) { try await answer(request, context) }
    }

    private func keep(
        _ request: Request, _ response: Response, _ context: ServiceRequestContext, _ began: Int64, _ duration: Duration
    ) {
        let (seconds, attoseconds) = duration.components
        faults.engine.requests.append(
            .init(
                time: clock.milliseconds(), machineTime: began, status: response.status.code,
                microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000,
                requestSize: request.headers[.contentLength].flatMap { Int($0) }, responseSize: response.body.contentLength,
                method: Self.method(of: request),
                path: LoggedPath.masked(request.uri.path, query: request.uri.query, template: Self.route(of: context)),
                contentType: response.headers[.contentType] ?? "", requestID: context.requestID,
                correlation: context.correlation))
    }

    /// Responds to a request; a call of an app waits until no swap is in progress.
    private func answer(_ request: Request, _ context: ServiceRequestContext) async throws -> Response {
        guard StateSwapLock.concerns(request.uri.path) else { return try await work(on: request, context) }
        let swaps = faults.engine.swaps
        await swaps.enter()
        defer { swaps.leave() }
        return try await work(on: request, context)
    }

    /// Processes a request, or applies a fault instead.
    private func work(on request: Request, _ context: ServiceRequestContext) async throws -> Response {
        guard faults.isArmed else { return try await route(request, context) }
        switch try await faults.meet(request, context) {
        case .goesOn: return try await route(request, context)
        case .isCut:
            let answered: Response
            do { answered = try await route(request, context) } catch {
                // A refusal is a response that can be cut, too.
                answered = refusal(error, context)
            }
            return try await answered.cut()
        case .isAnswered(let response): return response
        }
    }

    private func route(_ request: Request, _ context: ServiceRequestContext) async throws -> Response {
        let response = try await router.respond(to: request, context: context)
        // The router's own response to an unknown path has no body.
        guard response.status == .notFound, response.headers[.contentType] == nil else { return response }
        let refusal = notFound(request)
        return refusal.status == .notFound && Self.isForBrowsers(request.uri.path)
            ? Self.noSuchPage.page(requestID: context.requestID).response
            : refusal.response(requestID: context.requestID, format: context.format)
    }

    /// Returns an error as a response.
    private func refusal(_ error: any Error, _ context: ServiceRequestContext) -> Response {
        switch error {
        case let refusal as Refusal: return refusal.response(requestID: context.requestID, format: context.format)
        case let refusal as HTTPRefusal: return refusal.response(requestID: context.requestID, format: context.format)
        case let fault as FaultAnswer: return fault.response
        case let error as AdministrationError: return error.response(requestID: context.requestID)
        case let refusal as PageRefusal: return refusal.page(requestID: context.requestID).response
        default:
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            return Refusal(500, .internalError, (error as? StoreFailure)?.summary ?? "The service failed.")
                .response(requestID: context.requestID, format: context.format)
        }
    }

    /// Writes the log line of a request. Path and query are omitted, because they contain devices, codes and tokens: the route's
    /// template identifies the call.
    private func log(_ request: Request, _ response: Response, _ context: ServiceRequestContext, _ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        context.logger.log(
            level: response.status.code >= 500 ? .error : .info, "answered",
            metadata: [
                "method": "\(Self.method(of: request))", "route": "\(Self.route(of: context))",
                "status": "\(response.status.code)",
                "microseconds": "\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)",
            ])
    }

    /// Returns the template of the route that responded; `none` if there was none, for which the router has its own name.
    static func route(of context: ServiceRequestContext) -> String {
        context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "none"
    }

    /// Returns the request's method; `other` for an unknown one.
    static func method(of request: Request) -> String {
        let name = request.method.rawValue
        return ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(name) ? name : "other"
    }

    private func checkHead(of request: Request) throws {
        guard request.uri.string.utf8.count <= Self.headLimit else {
            throw HTTPRefusal(.uriTooLong, "The URL is longer than \(Self.headLimit) bytes.")
        }
        let size = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard size <= Self.headLimit else {
            throw HTTPRefusal(.requestHeaderFieldsTooLarge, "The header fields are larger than \(Self.headLimit) bytes.")
        }
        guard request.method != .connect else {
            var refusal = HTTPRefusal(.notImplemented, "CONNECT is for proxies, and this service is not one.")
            refusal.headers[.connection] = "close"
            throw refusal
        }
        guard let target = request.head.path, target.hasPrefix("/") || target == "*" && request.method == .options else {
            throw HTTPRefusal(
                .badRequest, "The target of a request is a path, or a URL with this service's scheme, its host and a path.")
        }
        // The first one is the request's authority. RFC 9112 requires a second one to be rejected: two readers could use
        // different ones.
        guard request.headers[.furtherHost] == nil else {
            throw HTTPRefusal(.badRequest, "There is more than one Host header field.")
        }
        if let authority = request.head.authority, !authority.isEmpty, HostAuthority(authority) == nil {
            throw HTTPRefusal(.badRequest, "The Host header field takes \(HostAuthority.accepted).")
        }
    }

    /// Returns the response to `OPTIONS *`: the methods of the service as a whole; nil for other requests.
    private func methods(_ request: Request) -> Response? {
        guard request.head.path == "*" else { return nil }
        var response = Response.empty(.noContent)
        response.headers[.allow] = Self.allowed(Set(routes.map(\.method.rawValue)).union(["OPTIONS"]))
        return response
    }

    /// Returns the value of an `Allow` field.
    private static func allowed(_ methods: Set<String>) -> String {
        (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted().joined(separator: ", ")
    }

    /// Whether a path is called by users in a browser.
    private static func isForBrowsers(_ path: String) -> Bool {
        ["dashboard", "activate", "mvpd"].contains(path.split(separator: "/").first ?? "")
    }

    private static var noSuchPage: PageRefusal {
        var refusal = PageRefusal(
            .notFound, "There is no such page", "Nothing is at this address.", "Compare it with where you have it from.")
        refusal.links = [
            .init(label: "To the dashboard", address: "/dashboard"), .init(label: "Log in a TV", address: "/activate"),
        ]
        return refusal
    }

    private func notFound(_ request: Request) -> HTTPRefusal {
        let path = request.uri.path
        let methods = Set(routes.filter { $0.matches(path) }.map(\.method.rawValue))
        guard !methods.isEmpty else { return HTTPRefusal(.notFound, "Not Found") }
        let allowed = Self.allowed(methods)
        var refusal = HTTPRefusal(.methodNotAllowed, "Method Not Allowed. Allowed: \(allowed).")
        refusal.headers[.allow] = allowed
        return refusal
    }
}
