import TVWorld

/// A change of the device. Every time and every random byte that it needs is part of the event.
public enum DeviceEvent: Sendable, Equatable {
    /// An app made its first call or registered. A nil usage description or name leaves the known one unchanged. If there are too
    /// many apps, the oldest undecided one is forgotten, but none of those in use.
    case applicationSeen(
        ApplicationID, Identification, usageDescription: String?, name: String? = nil, inUse: Set<ApplicationID> = [])
    /// The access of an app was set. A name is recorded if the app is new. If there are too many apps, another is forgotten, as
    /// above.
    case accessSet(ApplicationID, AccessStatus, name: String? = nil, inUse: Set<ApplicationID> = [])
    /// An app's access, or every app's when nil, returns to `.notDetermined`.
    case accessReset(ApplicationID?)
    /// A subscriber signed in.
    case signedIn(SignIn)
    /// A user picked a provider that the platform cannot sign in to, at a time in Unix seconds: it is remembered as the
    /// account.
    case providerRemembered(String, now: Int64)
    /// The account is removed; every app's access returns to `.notDetermined` unless it is kept.
    case signedOut(keepsAccess: Bool)
    /// The authentication ends at a time in Unix seconds, unless it has ended before.
    case accountExpired(now: Int64)
    /// The authentication of this account has expired; ignored if that account has been removed.
    case accountLapsed(SystemAccount)
    /// The provider renewed an authentication until a time in Unix seconds; ignored if that account no longer exists.
    case accountRenewed(SystemAccount, until: Int64)
    /// The device was moved to a region.
    case regionSet(Region)
    /// A service's metadata was accepted.
    case serviceTrusted(ServiceTrust)
    /// The developer settings.
    case developer(DeveloperEvent)
    /// An app's own account, or its automatic sign-in.
    case userAccount(UserAccountEvent, of: ApplicationID)
    /// Another state replaces this one: a scenario's, or an earlier one. The record contains the reason.
    case replaced(by: DeviceState, JournalRecord)
    /// Back to the baseline, or to a device without providers. Trust in the service stays.
    case reset(isEmpty: Bool)
}

/// A sign-in as `Control.SignIn` orders it.
public struct SignIn: Sendable, Equatable {
    /// The platform identifier of the provider.
    public var provider: String
    /// The subscriber's user name.
    public var subscriber: String
    /// The lifetime of the authentication, in seconds.
    public var lifetime: Int64
    /// The time of the sign-in, in Unix seconds.
    public var now: Int64
    /// Random bytes for `verification-data`.
    public var seed: [UInt8]

    /// A sign-in.
    public init(
        provider: String, subscriber: String, lifetime: Int64 = SystemAccount.defaultLifetime, now: Int64, seed: [UInt8]
    ) {
        self.provider = provider
        self.subscriber = subscriber
        self.lifetime = lifetime
        self.now = now
        self.seed = seed
    }
}

/// Why an event cannot happen.
public enum DeviceEventError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Nobody knows that app.
    case unknownApplication(ApplicationID)
    /// There is no such provider; the existing ones are listed.
    case unknownProvider(String, known: [String])
    /// The provider has no such subscriber; those that it has.
    case unknownSubscriber(String, provider: String, known: [String])
    /// No account is signed in.
    case nobodySignedIn
    /// The device has reached the maximum number of apps, and none can be forgotten.
    case tooManyApplications(limit: Int)
    /// There is no such developer provider; the existing ones are listed.
    case unknownDeveloperProvider(String, known: [String])
    /// A value that is not accepted.
    case invalid(InvalidInput)
    /// The system refuses it to an app: `VSError.rejected`.
    case refused(VSError)

    public var description: String {
        switch self {
        case .unknownApplication(let id): "no app \(id) is known"
        case .unknownProvider(let id, let known): "no provider \(id); \(NearestName.remark(on: id, known: known))"
        case .unknownSubscriber(let name, let provider, let known):
            "no subscriber \(name) at \(provider); \(NearestName.remark(on: name, known: known))"
        case .nobodySignedIn: "nobody is signed in"
        case .tooManyApplications(let limit):
            "the device remembers at most \(limit) apps, and all of them are running or the user has decided about them"
        case .unknownDeveloperProvider(let id, let known):
            "no developer provider \(id); \(NearestName.remark(on: id, known: known))"
        case .invalid(let input): input.description
        case .refused(let error): error.message
        }
    }
}
