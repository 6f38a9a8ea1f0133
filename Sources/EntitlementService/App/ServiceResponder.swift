import HTTPTypes
import Hummingbird

/// Responds to requests: finds the route, and passes the request through the middlewares to it.
public struct ServiceResponder: HTTPResponder {
    public typealias Context = ServiceRequestContext

    private let table: RouteTable
    private let chain: any HTTPResponder<ServiceRequestContext>

    /// - Parameter environment: The environment, with the routes.
    init(_ environment: ServiceEnvironment) {
        let engine = environment.engine
        table = environment.routeTable
        // A group of middlewares can only be got from a router. Its own routing comes too late: the attributes of the route
        // decide about requests that never reach it.
        let group = Router(context: ServiceRequestContext.self).middlewares
        let middlewares: [any MiddlewareProtocol<Request, Response, ServiceRequestContext>] = [
            RequestIDMiddleware(clock: engine.clock),
            AccessLogMiddleware(engine: engine),
            CORSMiddleware(),
            ErrorMiddleware(),
            RequestHeadMiddleware(origin: RequestOrigin(options: environment.options, identity: environment.identity)),
            ThrottleMiddleware(throttle: environment.throttle, clock: engine.clock),
            PreflightMiddleware(),
            FormatMiddleware(),
            SwapMiddleware(swaps: engine.swaps, node: engine.shared?.node),
            FaultMiddleware(engine: engine, signer: environment.signer),
            // Errors from here on are in the requested format, and faults can cut them like any response.
            ErrorMiddleware(),
        ]
        for middleware in middlewares { group.add(middleware) }
        chain = group.constructResponder(
            finalResponder: RouteResponder(routes: table.routes, bodyLimit: environment.options.bodyLimit))
    }

    public func respond(to request: Request, context: ServiceRequestContext) async throws -> Response {
        var context = context
        context.match = table.match(request.uri.path)
        context.attributes = context.match.attributes(for: request.method)
        let audience = context.attributes.audience
        guard audience != .app, audience != .everyone else { return try await chain.respond(to: request, context: context) }
        // Pages and documents may take long to make; other connections of the event loop do not wait for them.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { [context] in
            try await chain.respond(to: request, context: context)
        }
    }
}

/// Responds with the route that was found: checks the head, reads the body, and calls it.
private struct RouteResponder: HTTPResponder {
    /// The methods of the service as a whole.
    private let methods: Set<String>
    private let bodyLimit: Int
    private let bodies: BodyAdmission

    init(routes: [Route], bodyLimit: Int) {
        methods = Set(routes.map(\.method.rawValue)).union(["OPTIONS"])
        self.bodyLimit = bodyLimit
        bodies = BodyAdmission(ordinary: bodyLimit)
    }

    func respond(to request: Request, context: ServiceRequestContext) async throws -> Response {
        guard let route = context.match.route(for: request.method) else { return try notFound(request, context) }
        context.coreContext.endpointPath.value = route.path
        try route.checkHead(request)
        if route.refusesOtherBodies { try route.bodyType?.check(request.headers) }
        let response = try await bodies.admit(request, limit: max(bodyLimit, route.bodyLimit)) { limit in
            try await route.answer(APICall(request, context, bodyLimit: limit))
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Responds to a request that no route takes; `OPTIONS *` requests the methods of the service as a whole.
    private func notFound(_ request: Request, _ context: ServiceRequestContext) throws -> Response {
        if request.head.path == "*" {
            var response = Response.empty(.noContent)
            response.headers[.allow] = Self.allowed(methods)
            return response
        }
        let methods = Set(context.match.routes.map(\.method.rawValue))
        guard methods.isEmpty else {
            let allowed = Self.allowed(methods)
            var refusal = ServiceError(.methodNotAllowed, "Method Not Allowed. Allowed: \(allowed).")
            refusal.headers[.allow] = allowed
            throw refusal
        }
        guard context.attributes.audience.readsPages else { throw ServiceError(.notFound, "Not Found") }
        throw ServiceError.page(
            .notFound, "Page not found", "The service has no page at this address.", "Check the address.",
            links: [
                .init(label: "To the dashboard", address: "/dashboard"), .init(label: "Log in a TV", address: "/activate"),
            ])
    }

    /// Returns the value of an `Allow` field.
    private static func allowed(_ methods: Set<String>) -> String {
        (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted().joined(separator: ", ")
    }
}
