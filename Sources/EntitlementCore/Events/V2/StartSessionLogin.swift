import TVWorld

/// Redirects a browser to the login page of a session's provider: REST v2
/// `GET /api/v2/authenticate/{serviceProvider}/{code}`.
public struct StartSessionLogin: EntitlementEvent {
    /// The destination of the browser.
    public enum Answer: Sendable, Equatable {
        /// To the provider, with the request to sign.
        case request(PendingRequest, Provider)
        /// Back to the app: no login is needed.
        case done(redirectURL: String)
        /// To a page with the service provider's integrations, because the session has no provider yet.
        case choice(Requestor, RegistrationCode)
    }

    public var journalEvent: JournalEvent { .sessionLoginStarted }

    /// The service provider of the path; nil: that of the code.
    public var serviceProvider: String?
    /// The code.
    public var code: String
    /// The provider that was chosen in the browser; it takes precedence over the session's.
    public var mvpd: String?
    /// The service's activation page. A login from there also ends there, so the session needs neither a domain nor an address.
    public var activationURL: String?

    /// Creates the request of a browser.
    public init(serviceProvider: String? = nil, code: String, mvpd: String? = nil, activationURL: String? = nil) {
        self.serviceProvider = serviceProvider
        self.code = code
        self.mvpd = mvpd
        self.activationURL = activationURL
    }

    public var journalDetails: [String: String] { ["requestor": serviceProvider ?? "", "code": code, "mvpd": mvpd ?? ""] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, code, redirectURL) = try admit(state, context)
        guard let mvpd = mvpd.flatMap({ $0.isEmpty ? nil : $0 }) ?? code.mvpd else { return Decision(.choice(requestor, code)) }
        do {
            let (_, provider) = try state.activeIntegration(requestor, mvpd: mvpd)
            if let (_, changes) = try code.withoutLogin(at: provider, requestor, state, context) {
                return Decision(.done(redirectURL: redirectURL), changes: changes)
            }
            let request = code.loginRequest(to: provider, redirectURL: redirectURL, context)
            return Decision(.request(request, provider), changes: [.save(request)])
        } catch {
            throw error.with(\.details, "Go back to the app and choose another TV provider.").returning(to: redirectURL)
        }
    }

    /// Checks the session, and that it has a destination for the browser.
    private func admit(
        _ state: EntitlementState, _ context: DecisionContext
    ) throws(Refusal) -> (Requestor, RegistrationCode, redirectURL: String) {
        let (requestor, found) = try session(state, context)
        let code = found.code
        let ownPage = activationURL.map { code.activationPage(at: $0) }
        guard !code.isUsed else { throw .usedCode(code).returning(to: code.fields.redirectURL ?? ownPage) }
        guard let redirectURL = ownPage ?? (code.fields.domainName == nil ? nil : code.fields.redirectURL) else {
            throw Refusal(
                400, .badRequest, "The app has not specified where the login starts and ends (domainName, redirectUrl).",
                details: "Continue in the app.")
        }
        return (requestor, code, redirectURL)
    }

    private func session(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> (Requestor, FoundSession) {
        do throws(Refusal) {
            let id: String
            if let serviceProvider { id = serviceProvider } else { id = try state.serviceProvider(ofCode: code) }
            guard let requestor = state.world.requestor(id: id) else {
                throw Refusal(400, .invalidServiceProvider, "Service provider \(quoted(id)) is unknown.")
            }
            return (requestor, try state.authenticationSession(code, of: requestor, now: context.now))
        } catch {
            throw error.with(\.details, "Go back to the app. To log in, start again there, or get a new code on your TV.")
        }
    }
}
