import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import TVWorld

/// Stands before the router: limits, answer formats, error bodies, the headers that every answer has, the request's log line.
public struct FrontResponder: HTTPResponder {
    public typealias Context = ServiceRequestContext

    private let routes: [Route]
    private let router: RouterResponder<ServiceRequestContext>
    private let clock: any WorldClock

    init(routes: [Route], clock: any WorldClock) {
        self.routes = routes
        self.clock = clock
        router = Router(routes).buildResponder()
    }

    /// The most that a request's path and header fields may take, in bytes.
    static let headLimit = 16_384

    public func respond(to request: Request, context: ServiceRequestContext) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            try checkHead(of: request)
            response = try await router.respond(to: try withoutFormat(request), context: context)
            // The router's own answer to what it does not know has no body.
            if response.status == .notFound, response.headers[.contentType] == nil { response = notFound(request).response }
        } catch let refusal as Refusal {
            response = refusal.response(requestID: context.requestID)
        } catch let refusal as HTTPRefusal {
            response = refusal.response
        } catch let refusal as PageRefusal {
            response = refusal.page(requestID: context.requestID).response
        } catch {
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            response = Refusal(500, .internalError, "The service failed.").response(requestID: context.requestID)
        }
        response.headers[.requestID] = context.requestID
        response.headers[.date] = CalendarTime(seconds: clock.seconds()).httpDate
        let duration = (ContinuousClock.now - start).components
        // The query is left out: it names devices.
        context.logger.info(
            "answered",
            metadata: [
                "method": "\(request.method)", "path": "\(request.uri.path.prefix(256))", "status": "\(response.status.code)",
                "microseconds": "\(duration.seconds * 1_000_000 + duration.attoseconds / 1_000_000_000_000)",
            ])
        return response
    }

    private func checkHead(of request: Request) throws {
        guard request.uri.string.utf8.count <= Self.headLimit else {
            throw HTTPRefusal(.uriTooLong, "The URL is longer than \(Self.headLimit) bytes.")
        }
        let size = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard size <= Self.headLimit else {
            throw HTTPRefusal(.requestHeaderFieldsTooLarge, "The header fields are larger than \(Self.headLimit) bytes.")
        }
    }

    /// The answer's format may be asked for by suffix, by `format` or by `Accept`. JSON is the only one so far.
    private func withoutFormat(_ request: Request) throws -> Request {
        let path = request.uri.path
        guard path.hasPrefix("/api/v1/") || path.hasPrefix("/o/client/"), !path.contains("/profile-requests/") else {
            return request
        }
        let format = FormParameters(request.uri.query)["format"]?.lowercased()
        let accept = request.headers[values: .accept].joined(separator: ",").lowercased()
        let acceptsJSON = accept.isEmpty || ["json", "*/*", "application/*"].contains { accept.contains($0) }
        guard !path.hasSuffix(".xml"), format != "xml", format == "json" || path.hasSuffix(".json") || acceptsJSON else {
            throw HTTPRefusal(.notAcceptable, "Answers are application/json; other formats are not available.")
        }
        guard path.hasSuffix(".json") else { return request }
        var head = request.head
        head.path = String(path.dropLast(5)) + (request.uri.query.map { "?\($0)" } ?? "")
        return Request(head: head, body: request.body)
    }

    private func notFound(_ request: Request) -> HTTPRefusal {
        let path = request.uri.path
        let withoutSuffix = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
        let methods = Set(routes.filter { $0.matches(path) || $0.matches(withoutSuffix) }.map(\.method.rawValue))
        guard !methods.isEmpty else { return HTTPRefusal(.notFound, "Not Found") }
        let allowed = (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted().joined(separator: ", ")
        var refusal = HTTPRefusal(.methodNotAllowed, "Method Not Allowed. Allowed: \(allowed).")
        refusal.headers[.allow] = allowed
        return refusal
    }
}
