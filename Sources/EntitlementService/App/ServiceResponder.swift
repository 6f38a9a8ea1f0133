import Administration
import HTTPTypes
import Hummingbird

/// The responder to all requests: finds the route, and passes the request to it through the middlewares.
///
/// The middlewares follow each other in two functions, instead of each calling the next: every asynchronous call would cost
/// thousands of instructions, and two kilobytes while the request waits.
public struct ServiceResponder: HTTPResponder {
    public typealias Context = ServiceRequestContext

    private let table: RouteTable
    private let headers: CommonHeaderMiddleware
    private let log: AccessLogMiddleware
    private let head: RequestHeadMiddleware
    private let throttle: ThrottleMiddleware
    private let swaps: StateSwapLock
    /// This process among those that share a store; nil if it is the only one.
    private let node: ServiceNode?
    private let faults: FaultMiddleware
    private let bodies: BodyAdmission
    private let bodyLimit: Int

    /// - Parameter environment: The environment, with the routes.
    init(_ environment: ServiceEnvironment) {
        let engine = environment.engine
        table = environment.routeTable
        headers = CommonHeaderMiddleware(clock: engine.clock)
        log = AccessLogMiddleware(engine: engine)
        head = RequestHeadMiddleware(origin: RequestOrigin(options: environment.options, identity: environment.identity))
        throttle = ThrottleMiddleware(throttle: environment.throttle, clock: engine.clock)
        swaps = engine.swaps
        node = engine.shared?.node
        faults = FaultMiddleware(engine: engine, signer: environment.signer)
        bodyLimit = environment.options.bodyLimit
        bodies = BodyAdmission(ordinary: bodyLimit)
    }

    public func respond(to request: Request, context: ServiceRequestContext) async throws -> Response {
        var context = context
        context.match = table.match(request.uri.path, for: request.method)
        context.attributes = context.match.attributes(for: request.method)
        headers.identify(&context, by: request)
        let audience = context.attributes.audience
        if audience == .app || audience == .everyone, context.correlation.isEmpty { return await answer(request, context) }
        return await Journal.$correlation.withValue(context.correlation) { [context] in
            guard audience != .app, audience != .everyone else { return await answer(request, context) }
            // Pages and documents may take long to create; other connections of the event loop must not wait for them.
            return await withTaskExecutorPreference(globalConcurrentExecutor) { await answer(request, context) }
        }
    }

    /// Returns the response to a request, even if it fails.
    private func answer(_ request: Request, _ given: ServiceRequestContext) async -> Response {
        var context = given
        let beginning = log.begin()
        var response: Response
        do {
            response = try await admit(request, &context)
        } catch {
            response = ErrorMiddleware.response(to: error, request, context)
        }
        log.end(request, response, context, since: beginning)
        headers.complete(&response, to: request, context)
        return response
    }

    /// Passes a request through the middlewares that may reject it.
    private func admit(_ request: Request, _ context: inout ServiceRequestContext) async throws -> Response {
        try head.read(request, &context)
        if context.attributes.isThrottled {
            if throttle.throttle.settings.enabled { try await throttle.count(request, context) }
            if CommonHeaderMiddleware.isPreflight(request) { return .empty(.noContent) }
        }
        context.format = try context.attributes.formats.format(
            of: request, parameters: context.query, suffix: context.match.suffix)
        let audience = context.attributes.audience
        if audience != .everyone, let node, !node.isCurrent {
            // This node does not know the changes of others.
            throw StoreFailure(.unreachable, "This node has not reached the database server for some seconds.")
        }
        let waits = audience.isSimulated
        defer { if waits { swaps.leave() } }
        if waits, !swaps.entersAtOnce() { try await swaps.enter() }
        guard let point = faults.point(context) else { return try await route(request, &context) }
        return try await faults.response(to: request, at: point, context) { [context] request in
            var context = context
            // An error is also a response, which a fault can cut off.
            do {
                return try await route(request, &context)
            } catch {
                return ErrorMiddleware.response(to: error, request, context)
            }
        }
    }

    /// Responds with the matching route: checks the head, and admits the body.
    private func route(_ request: Request, _ context: inout ServiceRequestContext) async throws -> Response {
        guard let route = context.match.route(for: request.method) else { return try notFound(request, context) }
        try route.checkHead(request)
        if route.refusesOtherBodies { try route.bodyType?.check(request.headers) }
        let limit = max(bodyLimit, route.bodyLimit)
        let size = try bodies.size(of: request, limit: limit)
        guard size > BodyAdmission.small else { return try await answer(request, &context, by: route, limit: limit) }
        return try await bodies.admit(size) { try await answer(request, &context, by: route, limit: limit) }
    }

    /// Reads the body, which may request the format of the response and of an error, and calls the route.
    private func answer(
        _ request: Request, _ context: inout ServiceRequestContext, by route: Route, limit: Int
    ) async throws -> Response {
        let body = APICall.hasBody(request) ? try await APICall.body(of: request, limit: limit) : []
        let call = try APICall(request, context, body: body, type: route.bodyType)
        context.format = call.context.format
        return try await route.answer(call).shown(to: request)
    }

    /// Responds to a request without a matching route; `OPTIONS *` requests the methods of the service as a whole.
    private func notFound(_ request: Request, _ context: ServiceRequestContext) throws -> Response {
        if request.head.path == "*" {
            var response = Response.empty(.noContent)
            response.headers[.allow] = Self.allowed(table.routes, "OPTIONS")
            return response
        }
        let readsPages = context.attributes.audience.readsPages
        let routes = context.match.routes
        guard routes.isEmpty else {
            let allowed = Self.allowed(routes)
            var refusal =
                readsPages
                ? ServiceError.page(
                    .methodNotAllowed, "This address cannot be opened", "The service accepts only \(allowed) here.",
                    "Start at one of these pages.", links: Self.firstPages)
                : ServiceError(.methodNotAllowed, "Method Not Allowed. Allowed: \(allowed).")
            refusal.headers[.allow] = allowed
            throw refusal
        }
        guard readsPages else { throw ServiceError(.notFound, "Not Found") }
        throw ServiceError.page(
            .notFound, "Page not found", "The service has no page at this address.", "Check the address.",
            links: Self.firstPages)
    }

    /// The pages where users can start.
    private static let firstPages: [ErrorPage.Link] = [
        .init(label: "To the dashboard", address: "/dashboard"), .init(label: "Activate a TV", address: "/activate"),
    ]

    /// Returns the value of an `Allow` field: the methods of routes, and others.
    private static func allowed(_ routes: [Route], _ others: String...) -> String {
        let heads = routes.contains(where: \.acceptsHead) ? ["HEAD"] : []
        return Set(routes.map(\.method.rawValue) + heads + others).sorted().joined(separator: ", ")
    }
}
