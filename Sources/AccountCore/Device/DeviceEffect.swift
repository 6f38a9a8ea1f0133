import TVWorld

/// The effects of an event, performed in this order: everything is stored in one transaction, then announced, then recorded in
/// the journal.
public enum DeviceEffect: Sendable, Equatable {
    /// A change to be stored.
    case store(DeviceChange)
    /// An announcement on the bus.
    case announce(Announcement)
    /// Records an event in the journal.
    case record(JournalRecord)
}

extension DeviceEffect {
    /// Returns the record of an event that concerns the whole device.
    static func record(_ event: JournalEvent, _ details: [JournalDetail]) -> DeviceEffect {
        .record(JournalRecord(event, details: details))
    }
}

/// One change of the stored state.
public enum DeviceChange: Sendable, Equatable {
    /// The new state of an app, and its position in the order of apps.
    case application(ApplicationID, Application?, AccessStatus, number: Int64)
    /// The app was forgotten, including its own user account.
    case applicationForgotten(ApplicationID)
    /// Every app's access was reset to `.notDetermined`.
    case allAccessReset
    /// The new account; nil if it was removed.
    case account(SystemAccount?)
    /// The new region.
    case region(Region)
    /// The new trusted service.
    case trust(ServiceTrust)
    /// The new developer settings and providers.
    case developer(DeveloperOptions)
    /// The new user account of an app; nil if it was removed.
    case userAccount(ApplicationID, ApplicationUserAccount?)
    /// The complete new state, without the journal. The trusted service is the same.
    case everything(DeviceState)
}

/// The announcement of a change on the bus.
public enum Announcement: Sendable, Equatable {
    /// The user signed in or out, or the authentication expired.
    case accountChanged
    /// The authentication was renewed silently; announced only to the user's tools.
    case accountRenewed
    /// An app's access changed; announced only to its connections.
    case accessStatusChanged(ApplicationID)
    /// The region changed.
    case regionChanged
    /// An app became known, or changed in something other than its access.
    case applicationChanged(ApplicationID)
    /// These apps are no longer known.
    case applicationsRemoved([ApplicationID])
    /// The providers changed.
    case worldChanged
}
