import TVWorld

/// What must be done about an event, in this order: everything stored in one transaction, then said, then written into the
/// journal.
public enum DeviceEffect: Sendable, Equatable {
    /// Something to store.
    case store(DeviceChange)
    /// Something to tell the bus.
    case announce(Announcement)
    /// Records an event in the journal.
    case record(JournalRecord)
}

/// One change of the stored state.
public enum DeviceChange: Sendable, Equatable {
    /// An app as it now is, and its place in the order of apps.
    case application(ApplicationID, Application?, AccessStatus, number: Int64)
    /// The app is forgotten, and what it told about an account of its own.
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
    /// What an app told about its account as it now is; nil: nothing.
    case userAccount(ApplicationID, ApplicationUserAccount?)
    /// No app has told about an account of its own.
    case allUserAccountsRemoved
    /// All of it, but for the journal.
    case everything(DeviceState)
    /// Whether the world is the empty one.
    case emptiness(Bool)
}

/// What the bus is told about a change.
public enum Announcement: Sendable, Equatable {
    /// Sign-in, sign-out, expiry.
    case accountChanged
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
