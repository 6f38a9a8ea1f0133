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
        var context = context
        var response: Response
        do {
            try checkHead(of: request)
            let asked = try FormatRequest(request)
            context.format = asked.format
            response = try await router.respond(to: asked.request, context: context)
            // The router's own answer to what it does not know has no body.
            if response.status == .notFound, response.headers[.contentType] == nil {
                response = notFound(asked.request).response(context.format)
            }
        } catch let refusal as Refusal {
            response = refusal.response(requestID: context.requestID, format: context.format)
        } catch let refusal as HTTPRefusal {
            response = refusal.response(context.format)
        } catch let refusal as PageRefusal {
            response = refusal.page(requestID: context.requestID).response
        } catch {
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            response = Refusal(500, .internalError, "The service failed.")
                .response(requestID: context.requestID, format: context.format)
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

    private func notFound(_ request: Request) -> HTTPRefusal {
        let path = request.uri.path
        let methods = Set(routes.filter { $0.matches(path) }.map(\.method.rawValue))
        guard !methods.isEmpty else { return HTTPRefusal(.notFound, "Not Found") }
        let allowed = (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted().joined(separator: ", ")
        var refusal = HTTPRefusal(.methodNotAllowed, "Method Not Allowed. Allowed: \(allowed).")
        refusal.headers[.allow] = allowed
        return refusal
    }
}
