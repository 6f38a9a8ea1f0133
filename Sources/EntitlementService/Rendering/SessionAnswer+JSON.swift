import Encodings
import EntitlementCore
import TVWorld

/// The path of a call of REST v2 in an answer, which is relative to the service.
enum ClientPath {
    /// Returns the login page of a session.
    static func login(_ code: RegistrationCode) -> String { of("authenticate", code.key.requestor, code.code) }

    /// Returns the path with its parts encoded.
    static func of(_ parts: String...) -> String {
        "/api/v2/" + parts.map { PercentEncoding.encode($0) }.joined(separator: "/")
    }
}

extension SessionAnswer {
    /// Returns the body of the answer. Here, unlike everywhere else, times are strings.
    ///
    /// - Parameter authenticationRequest: The signed request to the partner, in Base64, if the step includes one.
    func json(authenticationRequest: String? = nil) -> JSON {
        var request: JSON?
        if case .partnerProfile(_, let provider) = step, let authenticationRequest {
            request = [
                "type": "saml", "request": .string(authenticationRequest), "attributesNames": .strings(provider.attributes),
            ]
        }
        return .filled([
            "actionName": .string(action), "actionType": .string(isInteractive ? "interactive" : "direct"),
            "reasonType": .string(reason.rawValue),
            "missingParameters": showsMissing ? JSON.strings(missing.map(\.rawValue)) : nil, "url": .string(url),
            "code": code.map { JSON.string($0.code) }, "sessionId": .string(sessionID), "mvpd": mvpd.map { JSON.string($0) },
            "serviceProvider": .string(serviceProvider), "notBefore": code.map { JSON.string(String($0.createdAt)) },
            "notAfter": code.map { JSON.string(String($0.expiresAt)) }, "authenticationRequest": request,
        ])
    }

    private var action: String {
        switch step {
        case .authenticate: "authenticate"
        case .resume: "resume"
        case .retry: "retry"
        case .authorize: "authorize"
        case .partnerProfile: "partner_profile"
        }
    }

    private var isInteractive: Bool { if case .authenticate = step { true } else { false } }

    private var showsMissing: Bool {
        switch step {
        case .resume, .retry: true
        case .authenticate, .authorize, .partnerProfile: !missing.isEmpty
        }
    }

    private var code: RegistrationCode? {
        switch step {
        case .authenticate(let code), .resume(let code), .retry(let code): code
        case .authorize, .partnerProfile: nil
        }
    }

    private var url: String {
        switch step {
        case .authenticate(let code): ClientPath.login(code)
        case .resume(let code), .retry(let code): ClientPath.of(serviceProvider, "sessions", code.code)
        case .authorize: ClientPath.of(serviceProvider, "decisions", "authorize", mvpd ?? "")
        case .partnerProfile: ClientPath.of(serviceProvider, "profiles", "sso", "Apple")
        }
    }
}

extension ReadSession.Answer {
    /// The body of the answer, with the times as strings, too.
    var json: JSON {
        typealias Parameter = SessionAnswer.Parameter
        let existing = JSON.filled([
            "serviceProvider": .string(code.key.requestor), Parameter.mvpd.rawValue: code.mvpd.map { JSON.string($0) },
            Parameter.domainName.rawValue: code.session?.domainName.map { JSON.string($0) },
            Parameter.redirectURL.rawValue: code.session?.redirectURL.map { JSON.string($0) },
        ])
        return .filled([
            "existingParameters": existing,
            "missingParameters": missing.isEmpty ? nil : JSON.strings(missing.map(\.rawValue)), "device": code.normalizedDevice,
            "notBefore": .string(String(code.createdAt)), "notAfter": .string(String(code.expiresAt)),
        ])
    }
}
