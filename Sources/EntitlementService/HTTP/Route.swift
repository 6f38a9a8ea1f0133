import EntitlementCore
import HTTPTypes
import Hummingbird

/// A call of the service.
struct Route: Sendable {
    /// The call's method.
    let method: HTTPRequest.Method
    /// The call's path; `{name}` matches one component, `{name}.svg` one with that suffix.
    let path: String
    /// The required type of its body, if there is one.
    private(set) var bodyType: BodyType?
    /// The maximum size of the body in bytes, if it exceeds the default.
    private(set) var bodyLimit = 0
    /// Rejects a call by its head, before its body is read.
    private(set) var checkHead: @Sendable (Request) throws -> Void = { _ in }
    /// Responds to the call.
    let answer: @Sendable (Call) async throws -> Response

    init(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping @Sendable (Call) async throws -> Response) {
        self.method = method
        self.path = path
        self.answer = answer
    }

    /// Returns the same route with a check of the head.
    func checking(_ check: @escaping @Sendable (Request) throws -> Void) -> Route {
        var route = self
        route.checkHead = check
        return route
    }

    /// Returns the same route with a required type of the body.
    func taking(_ type: BodyType) -> Route {
        var route = self
        route.bodyType = type
        return route
    }

    /// Returns the same route with a larger maximum size of the body.
    func taking(upTo bodyLimit: Int) -> Route {
        var route = self
        route.bodyLimit = bodyLimit
        return route
    }

    /// Whether a path matches this route.
    func matches(_ path: String) -> Bool {
        let parts = self.path.split(separator: "/")
        let given = path.split(separator: "/")
        return parts.count == given.count && zip(parts, given).allSatisfy { Self.matches($0, $1) }
    }

    private static func matches(_ part: Substring, _ given: Substring) -> Bool {
        guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return part == given }
        return given.hasSuffix(part[part.index(after: end)...])
    }
}

extension Router<ServiceRequestContext> {
    /// Creates a router with routes.
    convenience init(_ routes: [Route], bodyLimit: Int) {
        self.init(context: ServiceRequestContext.self, options: .autoGenerateHeadEndpoints)
        let bodies = BodyAdmission(ordinary: bodyLimit)
        for route in routes {
            on(RouterPath(route.path), method: route.method) { request, context in
                try route.checkHead(request)
                try route.bodyType?.check(request.headers)
                return try await bodies.admit(request, limit: max(bodyLimit, route.bodyLimit)) { limit in
                    try await route.answer(Call(request, context, bodyLimit: limit))
                }
            }
        }
    }
}
