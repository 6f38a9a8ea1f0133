import Encodings
import EntitlementCore
import TVWorld

/// The path of a call of REST v2 in an answer, which is relative to the service.
enum ClientPath {
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
        let (action, url, code, listsMissing) = parts
        var request: JSON?
        if case .partnerProfile(_, let provider) = step, let authenticationRequest {
            request = [
                "type": "saml", "request": .string(authenticationRequest), "attributesNames": .strings(provider.attributes),
            ]
        }
        return .filled([
            "actionName": .string(action), "actionType": .string(action == "authenticate" ? "interactive" : "direct"),
            "reasonType": .string(reason.rawValue),
            "missingParameters": listsMissing || !missing.isEmpty ? JSON.strings(missing.map(\.rawValue)) : nil,
            "url": .string(url), "code": code.map { JSON.string($0.code) }, "sessionId": .string(sessionID),
            "mvpd": mvpd.map { JSON.string($0) }, "serviceProvider": .string(serviceProvider),
            "notBefore": code.map { JSON.string(String($0.createdAt)) },
            "notAfter": code.map { JSON.string(String($0.expiresAt)) }, "authenticationRequest": request,
        ])
    }

    /// The step's name, the path of its call, its code, and whether the answer has the list of missing parameters even if that is
    /// empty.
    private var parts: (action: String, url: String, code: RegistrationCode?, listsMissing: Bool) {
        switch step {
        case .authenticate(let code): ("authenticate", ClientPath.login(code), code, false)
        case .resume(let code): ("resume", ClientPath.of(serviceProvider, "sessions", code.code), code, true)
        case .retry(let code): ("retry", ClientPath.of(serviceProvider, "sessions", code.code), code, true)
        case .authorize: ("authorize", ClientPath.of(serviceProvider, "decisions", "authorize", mvpd ?? ""), nil, false)
        case .partnerProfile: ("partner_profile", ClientPath.of(serviceProvider, "profiles", "sso", "Apple"), nil, false)
        }
    }
}

extension RegistrationCode {
    /// The body of the answer about a session, for another screen. Its times are strings, as in that to a new session.
    var sessionJSON: JSON {
        typealias Parameter = SessionAnswer.Parameter
        let fields = self.fields
        let existing = JSON.filled([
            "serviceProvider": .string(key.requestor), Parameter.mvpd.rawValue: fields.mvpd.map { JSON.string($0) },
            Parameter.domainName.rawValue: fields.domainName.map { JSON.string($0) },
            Parameter.redirectURL.rawValue: fields.redirectURL.map { JSON.string($0) },
        ])
        let missing = fields.missing
        return .filled([
            "existingParameters": existing,
            "missingParameters": missing.isEmpty ? nil : JSON.strings(missing.map(\.rawValue)), "device": normalizedDevice,
            "notBefore": .string(String(createdAt)), "notAfter": .string(String(expiresAt)),
        ])
    }
}

extension [ProfileAnswer] {
    /// The body of an answer with profiles.
    var json: JSON { ["profiles": .object(map { .init($0.mvpd, $0.json) })] }
}

extension ProfileAnswer {
    fileprivate var json: JSON {
        [
            "notBefore": .integer(notBefore), "notAfter": .integer(notAfter), "issuer": .string(type.issuer(mvpd: mvpd)),
            "type": .string(type.rawValue), "attributes": metadata.attributes,
        ]
    }
}

extension ProfileLogout {
    /// Returns the body of an answer about a logout.
    ///
    /// - Parameter url: The URL for the browser, if the browser performs the logout.
    func json(mvpd: String, url: String?) -> JSON {
        let (name, type) =
            switch self {
            case .logout: ("logout", "interactive")
            case .partner: ("partner_logout", "partner_interactive")
            case .complete: ("complete", "none")
            case .invalid: ("invalid", "none")
            }
        let logout = JSON.filled([
            "actionName": .string(name), "actionType": .string(type), "mvpd": .string(mvpd),
            "url": url.map { JSON.string($0) },
        ])
        return ["logouts": [mvpd: logout]]
    }
}
