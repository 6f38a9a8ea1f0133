import Encodings
import HTTPTypes
import Hummingbird
import TVWorld

/// The callers of a route.
enum Audience: Sendable, Equatable {
    /// Apps and programmers' servers.
    case app
    /// A user's browser.
    case browser
    /// A browser on the pages about the service itself.
    case newcomer
    /// Anyone, without a token: documents, health, metrics.
    case everyone
    /// `vsactl` and tests, with the administration's token.
    case administrator
    /// The user of the dashboard.
    case dashboard

    /// Whether an unknown path or a failure of the service is answered with a page.
    var readsPages: Bool { [.browser, .newcomer, .dashboard].contains(self) }

    /// Whether its calls are the simulated ones: they wait while a scenario is being swapped in, and appear in the log of requests.
    /// Administrative calls perform swaps and reads; health and metrics are needed most when something takes long.
    var isSimulated: Bool { self == .app || self == .browser }
}

/// The properties of a route, or of the paths below a prefix without a route, that middlewares need.
struct RouteAttributes: Sendable {
    /// The callers.
    let audience: Audience
    /// The point at which faults apply; nil for calls that no fault can affect.
    var fault: FaultPoint?
    /// The formats of the responses.
    var formats = FormatRule.other
    /// Whether the throttling page lists it: its calls are throttled, and scripts of other origins may call it.
    var isThrottled = false
    /// Whether the call only checks a sign-in: what is missing or has expired is denied (403) instead of not found (404, 410).
    var isCheck = false
}

/// A call of the service: the only declaration of its properties.
struct Route: Sendable {
    /// The call's method.
    let method: HTTPRequest.Method
    /// The call's path; `{name}` matches one component, `{name}.svg` one with that suffix.
    let path: String
    /// The properties that middlewares need.
    private(set) var attributes: RouteAttributes
    /// The parameters that its query may have; nil if it ignores others.
    private(set) var query: [String]?
    /// The type of its body, if it has one.
    private(set) var bodyType: BodyType?
    /// Whether a body of another type is rejected, instead of being read as if it had this type.
    private(set) var refusesOtherBodies = true
    /// Whether HEAD is answered like GET. GET should be safe (RFC 9110, 9.2.1), but here some store or issue something, such as a
    /// logout, an authorization or a media token: a program that only checks their address must not perform them.
    private(set) var acceptsHead: Bool
    /// The maximum size of the body in bytes, if it exceeds the default.
    private(set) var bodyLimit = 0
    /// Rejects a call by its head, before its body is read.
    private(set) var checkHead: @Sendable (Request) throws -> Void = { _ in }
    /// Responds to the call.
    let answer: @Sendable (APICall) async throws -> Response

    /// Returns whether the route answers calls with a method.
    func serves(_ method: HTTPRequest.Method) -> Bool { self.method == method || method == .head && acceptsHead }

    init(
        _ method: HTTPRequest.Method, _ path: String, audience: Audience, fault: FaultPoint? = nil,
        formats: FormatRule = .other, throttled: Bool = false,
        _ answer: @escaping @Sendable (APICall) async throws -> Response
    ) {
        self.method = method
        self.path = path
        acceptsHead = method == .get
        attributes = RouteAttributes(audience: audience, fault: fault, formats: formats, isThrottled: throttled)
        self.answer = answer
    }

    /// Returns a route of REST v1 for apps: its responses are JSON or XML, and the throttling page lists it.
    static func rest(
        _ method: HTTPRequest.Method, _ path: String, fault: FaultPoint, formats: FormatRule = .both(default: .json),
        _ answer: @escaping @Sendable (APICall) async throws -> Response
    ) -> Route {
        Route(method, path, audience: .app, fault: fault, formats: formats, throttled: true, answer)
    }

    /// Returns a route of REST v2 for apps.
    static func version2(
        _ method: HTTPRequest.Method, _ path: String, fault: FaultPoint,
        _ answer: @escaping @Sendable (APICall) async throws -> Response
    ) -> Route {
        Route(method, path, audience: .app, fault: fault, formats: .json, throttled: true, answer)
    }

    /// Returns the same route with a check of the head.
    func checking(_ check: @escaping @Sendable (Request) throws -> Void) -> Route { with { $0.checkHead = check } }

    /// Returns the same route as one that only checks a sign-in.
    func asCheck() -> Route { with { $0.attributes.isCheck = true } }

    /// Returns the same route with the only parameters that its query may have.
    func taking(query: [String]) -> Route { with { $0.query = query } }

    /// Returns the same route without HEAD.
    func withoutHead() -> Route { with { $0.acceptsHead = false } }

    /// Returns the same route with a required type of the body.
    func taking(_ type: BodyType) -> Route { with { $0.bodyType = type } }

    /// Returns the same route with a type of the body, regardless of the type that the call specifies.
    func reading(_ type: BodyType) -> Route { taking(type).with { $0.refusesOtherBodies = false } }

    /// Returns the same route with a larger maximum size of the body.
    func taking(upTo bodyLimit: Int) -> Route { with { $0.bodyLimit = bodyLimit } }

    private func with(_ change: (inout Route) -> Void) -> Route {
        var route = self
        change(&route)
        return route
    }
}

/// The required type of a call's body.
enum BodyType: Sendable {
    case json
    case form
    /// A SAML entity descriptor.
    case metadata

    /// The accepted types, the usual one first.
    var accepted: [String] {
        switch self {
        case .json: ["application/json"]
        case .form: ["application/x-www-form-urlencoded"]
        case .metadata: ["application/samlmetadata+xml", "application/xml", "text/xml"]
        }
    }

    /// Rejects a body with another type; one without a type is accepted.
    ///
    /// - Throws: ``ServiceError`` 415.
    func check(_ headers: HTTPFields) throws(ServiceError) {
        guard let given = headers[.contentType] else { return }
        let type = given.prefix { $0 != ";" }.trimmingWhitespace.lowercased()
        guard !accepted.contains(type) else { return }
        let shown = String(given.prefix(64))
        var refusal = ServiceError(
            .unsupportedMediaType, "The body of this call is \(accepted.joined(separator: " or ")); found \(shown).")
        refusal.headers[.accept] = accepted.joined(separator: ", ")
        throw refusal
    }
}
