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
        var members = [
            JSON.Member("actionName", .string(action)), .init("actionType", .string(isInteractive ? "interactive" : "direct")),
            .init("reasonType", .string(reason.rawValue)),
        ]
        if showsMissing { members.append(.init("missingParameters", .strings(missing.map(\.rawValue)))) }
        members.append(.init("url", .string(url)))
        if let code { members.append(.init("code", .string(code.code))) }
        members.append(.init("sessionId", .string(sessionID)))
        if let mvpd { members.append(.init("mvpd", .string(mvpd))) }
        members.append(.init("serviceProvider", .string(serviceProvider)))
        if let code { members += code.validity }
        if case .partnerProfile(_, let provider) = step, let authenticationRequest {
            members.append(
                .init(
                    "authenticationRequest",
                    .object([
                        .init("type", "saml"), .init("request", .string(authenticationRequest)),
                        .init("attributesNames", .strings(provider.attributes)),
                    ])))
        }
        return .object(members)
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
    /// The body of the answer.
    var json: JSON {
        let known: [(SessionAnswer.Parameter, String?)] = [
            (.mvpd, code.mvpd), (.domainName, code.session?.domainName), (.redirectURL, code.session?.redirectURL),
        ]
        let existing =
            [JSON.Member("serviceProvider", .string(code.key.requestor))]
            + known.compactMap { name, value in value.map { .init(name.rawValue, .string($0)) } }
        var members = [JSON.Member("existingParameters", .object(existing))]
        if !missing.isEmpty { members.append(.init("missingParameters", .strings(missing.map(\.rawValue)))) }
        members.append(.init("device", code.normalizedDevice))
        return .object(members + code.validity)
    }
}

extension RegistrationCode {
    /// The times of a session, as strings.
    fileprivate var validity: [JSON.Member] {
        [.init("notBefore", .string(String(createdAt))), .init("notAfter", .string(String(expiresAt)))]
    }
}
