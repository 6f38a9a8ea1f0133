import TVWorld

/// The answer to a call that creates or resumes an authentication session of REST v2.
public struct SessionAnswer: Sendable, Equatable {
    /// The app's next step.
    public enum Step: Sendable, Equatable {
        /// Open the login page of the session in a browser.
        case authenticate(RegistrationCode)
        /// Send the missing parameters; the session was just created.
        case resume(RegistrationCode)
        /// Send the missing parameters; the session already existed.
        case retry(RegistrationCode)
        /// Request decisions: no login is needed.
        case authorize
        /// Pass the request to the system account.
        case partnerProfile(PendingRequest, Provider)
    }

    /// The reason for the step.
    public enum Reason: String, Sendable {
        case none, authenticated, degraded, temporary, authenticatedSSO
        case partnerFallback = "pfs_fallback"
        case configurationFallback = "configuration_fallback"
        case missingParametersFallback = "missing_parameters_fallback"
    }

    /// A parameter of a session, in the order of the list of missing ones.
    public enum Parameter: String, Sendable, CaseIterable {
        case mvpd, domainName
        case redirectURL = "redirectUrl"
    }

    /// The app's next step.
    public var step: Step
    /// The reason for the step.
    public var reason = Reason.none
    /// The parameters that are still missing.
    public var missing: [Parameter] = []
    /// The `sessionId`.
    public var sessionID: String
    /// The provider, if it is known.
    public var mvpd: String?
    /// The service provider.
    public var serviceProvider: String
}

/// The parameters of an authentication session of REST v2; an empty one counts as missing.
public struct SessionFields: Sendable, Equatable {
    /// `mvpd`
    public private(set) var mvpd: String?
    /// `domainName`: a host, or an address with one.
    public private(set) var domainName: String?
    /// `redirectUrl`
    public private(set) var redirectURL: String?

    /// Creates the parameters of a call, as they were sent.
    public init(mvpd: String? = nil, domainName: String? = nil, redirectURL: String? = nil) {
        self.mvpd = Self.sent(mvpd)
        self.domainName = Self.sent(domainName)
        self.redirectURL = Self.sent(redirectURL)
    }

    private static func sent(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    /// The parameters that are still missing.
    public var missing: [SessionAnswer.Parameter] {
        SessionAnswer.Parameter.allCases.filter { parameter in
            switch parameter {
            case .mvpd: mvpd == nil
            case .domainName: domainName == nil
            case .redirectURL: redirectURL == nil
            }
        }
    }

    /// Returns the parameters, overridden by those of a call.
    func replaced(by sent: SessionFields) -> SessionFields {
        SessionFields(
            mvpd: sent.mvpd ?? mvpd, domainName: sent.domainName ?? domainName, redirectURL: sent.redirectURL ?? redirectURL)
    }

    /// Returns the parameters without a domain or address that a client may not use.
    func accepted(by addresses: ReturnAddresses) -> SessionFields {
        SessionFields(
            mvpd: mvpd, domainName: domainName.flatMap { Self.accept($0, addresses) ? $0 : nil },
            redirectURL: redirectURL.flatMap { addresses.accept($0) ? $0 : nil })
    }

    private static func accept(_ domain: String, _ addresses: ReturnAddresses) -> Bool {
        let host = ReturnAddresses.host(of: domain)
        return domain.utf8.count <= ReturnAddresses.limit && !host.isEmpty && addresses.accept(loginAt: host)
    }

    /// Throws the refusal of an address that a client may not use.
    func requireRedirectURL(_ addresses: ReturnAddresses, _ requestor: Requestor) throws(Refusal) {
        guard let redirectURL, !addresses.accept(redirectURL) else { return }
        throw Refusal(
            400, .invalidRedirectURL,
            "\(quoted(redirectURL)) is not registered (parameter redirectUrl). \(ReturnAddresses.accepted(of: requestor))")
    }
}

extension RegistrationCode {
    /// The parameters of a session of REST v2.
    public internal(set) var fields: SessionFields {
        get { SessionFields(mvpd: mvpd, domainName: session?.domainName, redirectURL: session?.redirectURL) }
        set {
            mvpd = newValue.mvpd
            session?.domainName = newValue.domainName
            session?.redirectURL = newValue.redirectURL
        }
    }
}
