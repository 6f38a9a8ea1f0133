import TVWorld

/// The effects of an event, in this order: everything is stored in one transaction, then announced, then written into the
/// journal.
public enum DeviceEffect: Sendable, Equatable {
    /// Something to store.
    case store(DeviceChange)
    /// An announcement on the bus.
    case announce(Announcement)
    /// Records an event in the journal.
    case record(JournalRecord)
}

/// One change of the stored state.
public enum DeviceChange: Sendable, Equatable {
    /// An app as it now is, and its place in the order of apps.
    case application(ApplicationID, Application?, AccessStatus, number: Int64)
    /// The app was forgotten, including its own user account.
    case applicationForgotten(ApplicationID)
    /// Every app's access is `.notDetermined`.
    case allAccessReset
    /// There are no apps.
    case allApplicationsRemoved
    /// The account as it now is.
    case account(SystemAccount?)
    /// The region as it now is.
    case region(Region)
    /// The trusted service as it now is.
    case trust(ServiceTrust)
    /// The switches of the developer settings as they now are.
    case developerSettings(DeveloperSettings)
    /// The developer providers as they now are, in their order.
    case developerProviders([DeveloperProvider])
    /// The new user account of an app; nil if it was removed.
    case userAccount(ApplicationID, ApplicationUserAccount?)
    /// The user accounts of all apps were removed.
    case allUserAccountsRemoved
    /// All of it, but for the journal.
    case everything(DeviceState)
    /// Whether the world is the empty one.
    case emptiness(Bool)
}

/// The announcement of a change on the bus.
public enum Announcement: Sendable, Equatable {
    /// Sign-in, sign-out, expiry.
    case accountChanged
    /// The authentication was renewed silently: for the user's tools only.
    case accountRenewed
    /// An app's access changed: for its connections only.
    case accessStatusChanged(ApplicationID, AccessStatus)
    /// The region changed.
    case regionChanged(Region)
    /// An app is known that was not, or another thing about it than its access changed.
    case applicationChanged(ApplicationID)
    /// These apps are not known any more.
    case applicationsRemoved([ApplicationID])
    /// The providers changed.
    case worldChanged
}
