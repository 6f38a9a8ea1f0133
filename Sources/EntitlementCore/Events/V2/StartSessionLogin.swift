import TVWorld

/// The destination of a browser that logs in for a session.
public enum SessionLogin: Sendable, Equatable {
    /// To the provider, with the request to sign.
    case request(PendingRequest, Provider)
    /// Back to the app: no login is needed.
    case done(redirectURL: String)
    /// To a page with the service provider's integrations, because the session has no provider yet.
    case choice(Requestor, RegistrationCode)
}

extension EntitlementEvent where Self == PlainEvent<SessionLogin> {
    /// Redirects a browser to the login page of a session's provider: REST v2
    /// `GET /api/v2/authenticate/{serviceProvider}/{code}`.
    ///
    /// - Parameters:
    ///   - serviceProvider: The service provider of the path; nil: that of the code.
    ///   - entered: The code.
    ///   - mvpd: The provider that was chosen in the browser; it takes precedence over the session's.
    ///   - activationURL: The service's activation page. A login from there also ends there, so the session needs neither a
    ///     domain nor an address.
    public static func startSessionLogin(
        serviceProvider: String? = nil, code entered: String, mvpd: String? = nil, activationURL: String? = nil
    ) -> Self {
        let details = ["requestor": serviceProvider ?? "", "code": entered, "mvpd": mvpd ?? ""]
        return Self(.sessionLoginStarted, details) { (state, context) throws(Refusal) in
            let (requestor, code) = try state.loginSession(serviceProvider, entered, now: context.now)
            let ownPage = activationURL.map { code.activationPage(at: $0) }
            guard !code.isUsed else { throw Refusal.usedCode(code).returning(to: code.fields.redirectURL ?? ownPage) }
            guard let redirectURL = ownPage ?? (code.fields.domainName == nil ? nil : code.fields.redirectURL) else {
                throw Refusal(
                    400, .badRequest, "The app has not specified where the login starts and ends (domainName, redirectUrl).",
                    details: "Continue in the app.")
            }
            guard let mvpd = mvpd.flatMap({ $0.isEmpty ? nil : $0 }) ?? code.mvpd else {
                return Decision(.choice(requestor, code))
            }
            do throws(Refusal) {
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
    }
}

extension EntitlementState {
    /// Returns the service provider and the code of a session for which a browser logs in.
    fileprivate func loginSession(
        _ serviceProvider: String?, _ entered: String, now: Int64
    ) throws(Refusal) -> (Requestor, RegistrationCode) {
        do throws(Refusal) {
            let id: String
            if let serviceProvider { id = serviceProvider } else { id = try self.serviceProvider(ofCode: entered) }
            guard let requestor = world.requestor(id: id) else {
                throw Refusal(400, .invalidServiceProvider, "Service provider \(quoted(id)) is unknown.")
            }
            return (requestor, try authenticationSession(entered, of: requestor, now: now).code)
        } catch {
            throw error.with(\.details, "Go back to the app. To log in, start again there, or get a new code on your TV.")
        }
    }
}
