/// A change to the world outside the app.
public enum Arrangement: Sendable, Equatable {
    /// The user's permission for the app: `vsactl access set`.
    case access(Access)
    /// A user signs in to the system account: `vsactl account sign-in`. At a provider with boarding status PICKER the device
    /// only remembers the provider.
    case signIn(provider: String, subscriber: String)
    /// The system account is signed out: `vsactl account sign-out`.
    case signOut(keepsAccess: Bool)
    /// The system account's session expires, the account stays: `vsactl account expire`.
    case expireAccount
    /// The user's next answer to one of the system's prompts: `vsactl answer PROMPT VALUE`.
    case answer(Prompt, String)
    /// The device cannot be reached. Where it has no bus of its own the app restarts, with the same storage.
    case deviceUnreachable(DeviceFailure)
    /// REF30 × MVPD is switched on or off: `PUT /admin/v1/integrations/REF30/MVPD`.
    case integration(mvpd: String, isEnabled: Bool)
    /// The platform's single sign-on is switched on or off for REF30 × MVPD, on both platforms.
    case singleSignOn(mvpd: String, isOn: Bool)
    /// A degradation rule is activated for REF30 × MVPD, or ended.
    case degradation(mvpd: String, rule: DegradationRule)
    /// The lifetime of authentication tokens of REF30 × MVPD from now on.
    case authenticationLifetime(mvpd: String, seconds: Int)
    /// The service no longer accepts this provider's SAML responses (it has a certificate of another key).
    case refuseResponses(provider: String)
    /// The app gets another software statement and restarts, with the same storage.
    case statement(Statement)
    /// The service cannot be reached. Where it has another URL the app restarts, with the same storage.
    case serviceUnreachable(ServiceFailure)
    /// Every request of one kind is answered with an HTTP status and no useful body.
    case serviceAnswers(ServiceCall, status: Int)
    /// The app restarts with a clock that is off by a number of seconds (`VSASIM_CLOCK=offset:…`), with the same storage.
    case clockOffset(seconds: Int)
    /// The app restarts, with the same storage.
    case relaunch
    /// The device's identifier changes.
    case anotherDevice
    /// Time passes: `vsactl clock advance`, which the app's clock follows.
    case elapse(seconds: Int)
    /// Real time passes, to detect what the library might do by itself.
    case wait(seconds: Int)
    /// The app's storage contains a token without a login. Only in tests of the library: the rows have a login.
    case storedToken(mvpd: String, source: TokenSource, isForeign: Bool)
    /// The library itself has opened a page in the system's browser: what follows happens on that page.
    case pageInBrowser
    /// The user logs in at the chosen provider: on the last page that was shown, or on a second screen with the last code.
    case webLogin(subscriber: String)
    /// The last page is shown, and ends without prompting the user.
    case followPage
    /// The provider denies everything to every user, or cannot be reached.
    case providerAnswers(ProviderAnswer)

    /// Why the device cannot be reached.
    public enum DeviceFailure: Sendable {
        /// Nothing listens at the address of the bus.
        case noBus
        /// There is a bus without a device on it.
        case isAbsent
        /// It receives calls and does not answer: `SIGSTOP`.
        case standsStill
    }

    /// Why the service cannot be reached.
    public enum ServiceFailure: Sendable {
        /// Nothing listens at its URL.
        case closedPort
        /// It has ended.
        case hasEnded
        /// It receives requests and does not answer: `SIGSTOP`.
        case standsStill
    }

    /// Whether it leaves daemons that can no longer be used.
    public var breaksDaemons: Bool {
        switch self {
        case .deviceUnreachable(.standsStill), .serviceUnreachable(.hasEnded), .serviceUnreachable(.standsStill): true
        default: false
        }
    }

    /// The system's prompts, by their names on the bus.
    public enum Prompt: String, Sendable, CaseIterable {
        /// Which provider: a provider's identifier, `other`, `cancel`.
        case picker
        /// The user at the provider: a subscriber, `wrong-password`, `cancel`.
        case signIn = "sign-in"
    }

    /// The user's permission.
    public enum Access: String, Sendable, CaseIterable {
        /// Allowed.
        case granted
        /// Refused.
        case denied
        /// Never prompted.
        case notDetermined = "not-determined"
        /// Forbidden by a restriction of the device.
        case restricted
    }

    /// The rules of a degraded integration, by their names in `/admin/v1`.
    public enum DegradationRule: String, Sendable, CaseIterable {
        /// No rule.
        case none
        /// AuthNAll.
        case authenticateAll = "authn-all"
        /// AuthZAll.
        case authorizeAll = "authz-all"
        /// AuthZNone.
        case authorizeNone = "authz-none"
    }

    /// The defect of the app's software statement.
    public enum Statement: Sendable, Equatable {
        /// The app has none.
        case missing
        /// It is not a signed JWT.
        case malformed
        /// The service has revoked it.
        case revoked
    }

    /// The requests for which a fault can be set.
    public enum ServiceCall: String, Sendable, CaseIterable {
        /// `POST /o/client/register`
        case register
        /// `POST /o/client/token`
        case token
        /// `GET /api/v1/config/{requestor}`
        case configuration
    }

    /// The origin of a stored token.
    public enum TokenSource: String, Sendable, CaseIterable {
        /// The platform's single sign-on.
        case apple
        /// A login on the web.
        case regular
    }

    /// How the provider answers authorization requests.
    public enum ProviderAnswer: String, Sendable, CaseIterable {
        /// It cannot be reached.
        case unreachable
    }
}
