import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld

@testable import EntitlementService

/// A call of REST v2 that an app makes.
enum Endpoint: String, CaseIterable, Sendable {
    case configuration, createSession, resumeSession, session, profiles, profile, profileByCode, authorize, preauthorize
    case logout, createPartnerSession, createPartnerProfile

    var method: HTTPRequest.Method {
        switch self {
        case .createSession, .resumeSession, .authorize, .preauthorize, .createPartnerSession, .createPartnerProfile: .post
        default: .get
        }
    }

    /// The path, with impossible values where a test sets them.
    func path(
        serviceProvider: String = "REF30", mvpd: String = "AlphaCable", code: String = "AAAAAAA", partner: String = "Apple"
    ) -> String {
        let call =
            switch self {
            case .configuration: "configuration"
            case .createSession: "sessions"
            case .resumeSession, .session: "sessions/\(code)"
            case .profiles: "profiles"
            case .profile: "profiles/\(mvpd)"
            case .profileByCode: "profiles/code/\(code)"
            case .authorize: "decisions/authorize/\(mvpd)"
            case .preauthorize: "decisions/preauthorize/\(mvpd)"
            case .logout: "logout/\(mvpd)"
            case .createPartnerSession: "sessions/sso/\(partner)"
            case .createPartnerProfile: "profiles/sso/\(partner)"
            }
        return "/api/v2/\(serviceProvider)/\(call)"
    }

    /// Whether the call needs `AP-Device-Identifier`.
    var needsDevice: Bool { ![.configuration, .resumeSession, .session, .profileByCode].contains(self) }
    /// Whether the call reads `X-Device-Info`.
    var readsDeviceInformation: Bool { needsDevice || self == .configuration }
    var hasMVPD: Bool { [.profile, .authorize, .preauthorize, .logout].contains(self) }
    var hasCode: Bool { [.resumeSession, .session, .profileByCode].contains(self) }
    var hasPartner: Bool { self == .createPartnerSession || self == .createPartnerProfile }

    /// A body that the call accepts.
    var body: (type: String, text: String)? {
        switch self {
        case .authorize, .preauthorize: ("application/json", #"{"resources":["news"]}"#)
        case _ where method == .post: ("application/x-www-form-urlencoded", "mvpd=AlphaCable")
        default: nil
        }
    }
}

extension Client {
    /// The headers that a device sends.
    static func headers(device: String? = "device-1", _ more: [String: String] = [:]) -> HTTPFields {
        var fields: HTTPFields = [:]
        if let device { fields[.deviceIdentifier] = "fingerprint \(base64(device))" }
        for (name, value) in more { fields[.init(name)!] = value }
        return fields
    }

    static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    /// What calls have stored, except the callers.
    func created() async throws -> [String: Int] {
        let now = fixture.clock.milliseconds()
        let engine = fixture.environment.engine
        return [
            "sessions": try await engine.store.count(RecordQuery<RegistrationCode>()),
            "profiles": try await engine.store.count(RecordQuery<ProfileRecord>()),
            "authorizations": try await engine.store.count(RecordQuery<ProfileAuthorization>()),
            "requests": try await engine.store.count(RecordQuery<PendingRequest>()),
            "passes": try await engine.store.count(RecordQuery<StartedTemporaryPass>(life: .inForce(at: now))),
        ].filter { $0.value > 0 }
    }

    /// Makes a call of REST v2 with everything that it needs.
    func call(_ endpoint: Endpoint, path: String? = nil, headers: HTTPFields = Client.headers()) async throws -> Answer {
        var headers = headers
        if let body = endpoint.body { headers[.contentType] = body.type }
        return try await send(endpoint.method, path ?? endpoint.path(), headers: headers, body: endpoint.body?.text)
    }

    /// The fields of a complete session.
    static let sessionFields = [
        "mvpd": "GammaSat", "domainName": "example.com", "redirectUrl": "adbe.example://done",
    ]

    /// Creates a session.
    func createSession(
        _ fields: [String: String] = Client.sessionFields, headers: HTTPFields = Client.headers()
    ) async throws -> Answer {
        try await post("/api/v2/REF30/sessions", fields, headers: headers)
    }

    /// Logs in at a session's provider, in a new browser.
    func logIn(_ session: Answer, as name: String = "alice") async throws -> WalkingBrowser.Page {
        var browser = WalkingBrowser(self)
        return try await browser.logIn(session.json["url"]?.text ?? "", as: name)
    }
}
