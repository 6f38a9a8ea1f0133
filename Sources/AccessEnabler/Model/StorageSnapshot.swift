import ServiceAccess

/// The contents of the storage, read at the start of every call because another process may share it.
struct StorageSnapshot: Sendable, Equatable {
    /// The device's identifier, as sent to the service.
    var deviceID = ""
    /// The base URL of the service for apps that name none; nil if no service is found.
    var service: String?
    /// Registrations by base URL and statement.
    var clients: [String: Client] = [:]
    /// The current requestor's sessions by MVPD. A session of another device is included only if this device has none.
    var sessions: [String: Session] = [:]
    /// This device's sessions of other requestors, newest first, which are read only for `setRequestor`; for a logout, all
    /// sessions of all devices that are not in ``sessions``.
    var otherSessions: [Session] = []
    /// The MVPD that the user selected or is signed in with for the current requestor.
    var selectedProvider: String?
}
