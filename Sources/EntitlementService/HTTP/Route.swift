import EntitlementCore
import HTTPTypes
import Hummingbird

/// One call that the service answers.
struct Route: Sendable {
    /// The call's method.
    let method: HTTPRequest.Method
    /// The call's path; `{name}` stands for any one part, `{name}.svg` for one with that end.
    let path: String
    /// The type of its body, where only one is taken.
    private(set) var bodyType: BodyType?
    /// The largest body, in bytes, where it is larger than others'.
    private(set) var bodyLimit = 0
    /// Refuses a call by its head, before its body is read.
    private(set) var checkHead: @Sendable (Request) throws -> Void = { _ in }
    /// Answers it.
    let answer: @Sendable (Call) async throws -> Response

    init(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping @Sendable (Call) async throws -> Response) {
        self.method = method
        self.path = path
        self.answer = answer
    }

    /// The same route, which refuses calls by their head.
    func checking(_ check: @escaping @Sendable (Request) throws -> Void) -> Route {
        var route = self
        route.checkHead = check
        return route
    }

    /// The same route, whose body must be of a type.
    func taking(_ type: BodyType) -> Route {
        var route = self
        route.bodyType = type
        return route
    }

    /// The same route, which takes larger bodies than others.
    func taking(upTo bodyLimit: Int) -> Route {
        var route = self
        route.bodyLimit = bodyLimit
        return route
    }

    /// Whether a path is this route's.
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
    /// A router with routes.
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
