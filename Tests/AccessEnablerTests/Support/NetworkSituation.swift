import Foundation
import ServiceAccess

@testable import AccessEnabler

/// What happens to a request on the network.
struct NetworkSituation: Sendable, CustomStringConvertible {
    /// The kinds that the tables of expectations distinguish.
    enum Kind: Sendable, Equatable {
        /// No response.
        case network
        /// The same, after two repetitions.
        case passing
        /// TLS failed.
        case insecure
        /// Another server's page.
        case foreign
        /// A response of the service that cannot be read.
        case unreadable
        /// A status that reports a failure of the service.
        case failure(Int)
        /// The service reports that the login is another device's.
        case otherDevice
        /// The usual response.
        case usual
    }

    let description: String
    let kind: Kind
    /// How often a repeatable request is sent in total.
    let attempts: Int
    /// What is received instead of the service's response.
    let change: @Sendable (HTTPOutcome) -> HTTPOutcome?

    private init(
        _ description: String, _ kind: Kind, attempts: Int = 1, _ change: @escaping @Sendable (HTTPOutcome) -> HTTPOutcome?
    ) {
        self.description = description
        self.kind = kind
        self.attempts = attempts
        self.change = change
    }

    private static func answer(_ status: Int, _ body: String, _ headers: [String: String] = [:])
        -> @Sendable (HTTPOutcome) -> HTTPOutcome?
    {
        { _ in .answer(HTTPAnswer(status: status, headers: headers, body: Array(body.utf8))) }
    }

    private static let page = "\n<!DOCTYPE html><html><body>Welcome to the hotel</body></html>"
    private static let html = ["content-type": "text/html; charset=utf-8"]
    private static let json = ["content-type": "application/json"]

    static let all = [
        NetworkSituation("refused, no way, no such name, no answer in time, body too slow or too large", .network) { _ in
            .unreachable("network")
        },
        NetworkSituation("closed or reset, also within the body", .passing, attempts: 3) { _ in .interrupted("network") },
        NetworkSituation("never answered", .network) { _ in nil },
        NetworkSituation("a certificate that is not trusted, expired, another host's; no TLS", .insecure) { _ in .insecure("TLS")
        },
        NetworkSituation("a portal's page with 200", .foreign, answer(200, page, html)),
        NetworkSituation("a portal's page that names no type", .foreign, answer(200, page)),
        NetworkSituation("a redirect to a portal", .foreign, answer(302, page, ["location": "https://portal.example/"])),
        NetworkSituation("nothing with 200", .unreadable, answer(200, "")),
        NetworkSituation("half of an object with 200", .unreadable, answer(200, #"{"requestor": {"id": "REF"#, json)),
        NetworkSituation("another object with 200", .unreadable, answer(200, "[]", json)),
        NetworkSituation("the answer under a wrong type", .usual) { outcome in
            guard case .answer(var answer) = outcome else { return outcome }
            answer.headers["content-type"] = "text/plain"
            return .answer(answer)
        },
        NetworkSituation(
            "the login is another device's", .otherDevice,
            answer(412, #"{"code":"device_id_mismatch","status":412}"#, ["authzf-error-code": "SEC412"])),
        NetworkSituation("500", .failure(500), answer(500, #"{"status":500}"#, json)),
        NetworkSituation("502 with a page", .failure(502), attempts: 3, answer(502, page, html)),
        NetworkSituation("503 for a second", .failure(503), attempts: 3, answer(503, page, ["retry-after": "1"])),
        NetworkSituation("503 for an hour", .failure(503), answer(503, page, ["retry-after": "3600"])),
        NetworkSituation("429", .failure(429), attempts: 3, answer(429, #"{"status":429}"#, json)),
        NetworkSituation("429 for four seconds", .failure(429), attempts: 2, answer(429, "", ["retry-after": "4"])),
        NetworkSituation("429 until a date that cannot be read", .failure(429), answer(429, "", ["retry-after": "soon"])),
    ]
}

/// A request of the library, what makes the library send it, and what the app receives in each kind of situation.
struct NetworkRequest: Sendable, CustomStringConvertible {
    let description: String
    let method: String
    let path: String
    /// What is done before the network misbehaves.
    var preparation: [LibraryCall] = []
    /// Whether a user is signed in to the system account.
    var isSignedIn = true
    /// Whether the user signs in only after the preparation, because the request belongs to the login.
    var isLogin = false
    /// Whether the app is one of tvOS.
    var isForTV = false
    let call: LibraryCall
    /// The callbacks without tracking data.
    let callbacks: @Sendable (NetworkSituation.Kind) -> [String]
}
