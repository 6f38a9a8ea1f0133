import TVWorld

/// A change of the device. The event contains every time and random byte that the change requires.
public enum DeviceEvent: Sendable, Equatable {
    /// An app made its first call or registered. A nil usage description or name leaves the known one unchanged. If there are too
    /// many apps, the oldest undecided one that is not in use is forgotten.
    case applicationSeen(
        ApplicationID, Identification, usageDescription: String?, name: String? = nil, inUse: Set<ApplicationID> = [])
    /// The access of an app was set. A name is recorded if the app is new. If there are too many apps, another one is forgotten,
    /// as above.
    case accessSet(ApplicationID, AccessStatus, name: String? = nil, inUse: Set<ApplicationID> = [])
    /// An app's access was reset to `.notDetermined`; nil: every app's.
    case accessReset(ApplicationID?)
    /// A subscriber signed in at a time in Unix seconds, for a lifetime in seconds. The seed is the random bytes for
    /// `verification-data`.
    case signedIn(
        provider: String, subscriber: String, lifetime: Int64 = Scenario.Account.defaultLifetime, now: Int64, seed: [UInt8])
    /// A user selected a provider that the platform cannot sign in to, at a time in Unix seconds; it is remembered as the
    /// account.
    case providerRemembered(String, now: Int64)
    /// The account was removed; every app's access is reset to `.notDetermined` unless it is kept.
    case signedOut(keepsAccess: Bool)
    /// The authentication ended at a time in Unix seconds, unless it had ended before.
    case accountExpired(now: Int64)
    /// The authentication of this account has expired; ignored if that account has been removed.
    case accountLapsed(SystemAccount)
    /// The provider renewed an authentication until a time in Unix seconds; ignored if that account no longer exists.
    case accountRenewed(SystemAccount, until: Int64)
    /// The device was moved to a region.
    case regionSet(Region)
    /// A service's metadata was accepted.
    case serviceTrusted(ServiceTrust)
    /// A change of the developer settings.
    case developer(DeveloperEvent)
    /// A change of an app's own account, or of its automatic sign-in.
    case userAccount(UserAccountEvent, of: ApplicationID)
    /// Another state replaced this one: a scenario's, or an earlier one. Trust in the service is kept. The record contains the
    /// reason.
    case replaced(by: DeviceState, JournalRecord)
    /// The device was reset to the baseline, or to a device without providers. Trust in the service is kept.
    case reset(isEmpty: Bool)
}
