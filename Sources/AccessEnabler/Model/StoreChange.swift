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

/// A change of the storage.
///
/// Another process may have changed the storage since it was read. A change is therefore as small as possible, and a change of a
/// login applies to that login only: if the user has logged out or logged in again in the meantime, it is discarded.
enum StoreChange: Sendable, Equatable {
    /// Stores a registration, or removes it.
    case client(key: String, Client?)
    /// Stores a new login for its requestor and MVPD, and replaces an older one.
    case session(Session)
    /// Stores an authorization with a login; nil removes the one that the session holds.
    case authorization(Session, resource: String, Session.Authorization?)
    /// Stores the session's user metadata with the login.
    case metadata(Session)
    /// Corrects the expiration date of a login.
    case expiry(Session, Int64)
    /// Removes a login.
    case removeSession(Session)
    /// Stores the selected MVPD of a requestor, or removes it.
    case select(requestor: String, mvpd: String?)
    /// Removes every session and selection of every requestor; registrations and the device identifier are kept.
    case clear

    /// The login that the change concerns.
    var session: Session? {
        switch self {
        case .session(let session), .authorization(let session, _, _), .metadata(let session), .expiry(let session, _),
            .removeSession(let session):
            session
        case .client, .select, .clear: nil
        }
    }

    /// The requestor that the change concerns; nil if it concerns all of them.
    var requestor: String? {
        if case .select(let requestor, _) = self { requestor } else { session?.requestor }
    }

    /// Returns whether the change concerns a login that an earlier one would have stored.
    func depends(on earlier: StoreChange) -> Bool {
        guard case .session(let stored) = earlier, let session else { return false }
        if case .session = self { return false }
        return stored.isSameLogin(as: session)
    }

    /// Returns whether nothing of an earlier change remains after this one.
    func replaces(_ earlier: StoreChange) -> Bool {
        switch (self, earlier) {
        case (.client(let key, _), .client(let other, _)): key == other
        case (.select(let requestor, _), .select(let other, _)): requestor == other
        case (.session(let session), _), (.removeSession(let session), _):
            earlier.session.map { $0.requestor == session.requestor && $0.mvpd == session.mvpd } ?? false
        // Metadata from before an authorization is old.
        case (.metadata(let session), .metadata(let other)), (.authorization(let session, _, _?), .metadata(let other)):
            session.isSameLogin(as: other)
        default: false
        }
    }

    /// Returns what is stored in place of ``session`` after the change.
    ///
    /// - Parameter stored: The previously stored value.
    func changed(_ stored: Session?) -> Session? {
        if case .session(let session) = self { return session }
        guard var stored, let session, stored.isSameLogin(as: session) else { return stored }
        switch self {
        case .authorization(_, let resource, let authorization?):
            stored.authorizations[resource] = authorization
            stored.isMetadataOld = true
        case .authorization(_, let resource, nil):
            // Another process may have obtained a new authorization in place of the one that did not work.
            guard stored.authorizations[resource] == session.authorizations[resource] else { break }
            stored.authorizations[resource] = nil
        case .metadata:
            stored.metadata = session.metadata
            stored.encryptedFields = session.encryptedFields
            stored.isMetadataOld = false
        case .expiry(_, let expires): stored.expires = expires
        case .removeSession: return nil
        case .session, .client, .select, .clear: break
        }
        return stored
    }

    /// Applies the change to what was read for a requestor.
    func apply(to storage: inout StorageSnapshot) {
        switch self {
        case .client(let key, let client): storage.clients[key] = client
        case .session(let session): storage.sessions[session.mvpd] = session
        case .authorization(let session, _, _), .metadata(let session), .expiry(let session, _), .removeSession(let session):
            storage.sessions[session.mvpd] = changed(storage.sessions[session.mvpd])
        case .select(_, let mvpd): storage.selectedProvider = mvpd
        case .clear:
            storage.sessions = [:]
            storage.otherSessions = []
            storage.selectedProvider = nil
        }
    }
}
