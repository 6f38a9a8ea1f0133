import Administration
import TVWorld

extension ListReport {
    /// Faults.
    static func faults(_ faults: [FaultRecord]) -> ListReport {
        ListReport(
            "faults", faults, json: { $0.report() },
            columns: [
                "NAME": { .init($0.id, $0.usedUp ? .faint : .plain) }, "POINT": { .init($0.at) },
                "APP": { .init($0.applicationId ?? "any") }, "EFFECT": { .init($0.effect) }, "DELAY": { .init(delay($0)) },
                "WHEN": { .init(occasion($0)) }, "STRUCK": { .init("\($0.struck) of \($0.seen)") },
                "WAITING": { .init(String($0.waiting), $0.waiting > 0 ? .attention : .plain) },
            ])
    }

    private static func delay(_ fault: FaultRecord) -> String {
        let span = { TimeSpan(milliseconds: $0).defaultValueDescription }
        if fault.delay == 0, fault.jitter == 0 { return "" }
        return fault.jitter == 0 ? span(fault.delay) : "\(span(fault.delay))+0…\(span(fault.jitter))"
    }

    private static func occasion(_ fault: FaultRecord) -> String {
        let span = { TimeSpan(milliseconds: $0 * 1_000).defaultValueDescription }
        var parts: [String] = []
        if fault.after > 0 { parts.append("after \(fault.after)") }
        if fault.times > 0 { parts.append(fault.times == 1 ? "once" : "\(fault.times) times") }
        if fault.from > 0 { parts.append("from \(span(fault.from))") }
        if fault.duration > 0 { parts.append("for \(span(fault.duration))") }
        if fault.usedUp { parts.append("used up") }
        return parts.isEmpty ? "always" : parts.joined(separator: ", ")
    }
}

extension ListReport {
    /// The fault points.
    static let faultPoints = ListReport(
        "points", FaultPoint.allCases,
        json: {
            .members([
                "point": .string($0.rawValue), "daemon": .string($0.side.rawValue), "description": .string($0.explanation),
            ])
        }, columns: ["POINT": { .init($0.rawValue) }, "WHAT GOES WRONG THERE": { .init($0.explanation) }])
}

extension FaultPoint {
    /// The call or action at the point.
    var explanation: String {
        switch self {
        case .device: "every call of an app to the device"
        case .register: "an app says who it is: Register"
        case .access: "an app asks for its permission: CheckAccessStatus, RequestAccess"
        case .metadata: "an app asks for metadata: QueryMetadata, RequestMetadata"
        case .deviceSAML: "the provider answers the device with a SAML response"
        case .accessPrompt: "the question for the app's permission"
        case .picker: "the question which provider the person has"
        case .signIn: "the provider's sign-in form on the device"
        case .userAccounts: "the user accounts and automatic sign-in of apps"
        case .service: "every request of an app to the service"
        case .registration: "client registration: POST /o/client/register"
        case .accessToken: "access tokens: POST /o/client/token"
        case .configuration: "the requestor's configuration: GET /api/v1/config/{requestor}"
        case .profile: "the request for the provider: GET /api/v1/{requestor}/profile-requests/{mvpd}"
        case .exchange: "the provider's response for a token: POST /api/v1/tokens/authn"
        case .authentication: "is somebody signed in: GET /api/v1/tokens/authn, /api/v1/checkauthn"
        case .authorize: "may a resource be watched: GET /api/v1/authorize"
        case .authorization: "the authorization token: GET /api/v1/tokens/authz"
        case .mediaToken: "the media token: GET /api/v1/tokens/media"
        case .preauthorize: "which resources may be watched: GET /api/v1/preauthorize"
        case .userMetadata: "user metadata: GET /api/v1/tokens/usermetadata"
        case .logout: "logout: DELETE /api/v1/logout"
        case .registrationCode: "second-screen codes: /reggie/v1/{requestor}/regcode"
        case .temporaryPass: "temporary passes: POST /api/v1/authenticate/freepreview"
        case .webLogin: "a login in a browser: GET /api/v1/authenticate, POST /sp/saml/SAMLAssertionConsumer"
        case .providerPages: "the providers' login and logout pages: /mvpd/…"
        case .providerSAML: "the provider answers the service with a SAML response"
        }
    }
}
