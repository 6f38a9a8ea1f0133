/// A change of the storage.
///
/// Another process may have changed the storage since it was read. A change therefore says as little as possible, and what it
/// says about a login it says about this one only: when the user has logged out or in again meanwhile, it is dropped.
enum StoreChange: Sendable, Equatable {
    /// Keeps a registration, or forgets it.
    case client(key: String, Client?)
    /// Keeps a new login in the bucket of its requestor × MVPD, in place of an older one.
    case session(Session)
    /// Keeps an authorization with a login; nil forgets the one that the session holds.
    case authorization(Session, resource: String, Session.Authorization?)
    /// Keeps the session's user metadata with the login.
    case metadata(Session)
    /// Corrects when a login expires.
    case expiry(Session, Int64)
    /// Forgets a login.
    case removeSession(Session)
    /// Remembers the selected MVPD of a requestor, or forgets it.
    case select(requestor: String, mvpd: String?)
    /// Removes every session of every requestor and every selection; registrations and device identifier stay.
    case clear

    /// The login that the change is about.
    var session: Session? {
        switch self {
        case .session(let session), .authorization(let session, _, _), .metadata(let session), .expiry(let session, _),
            .removeSession(let session):
            session
        case .client, .select, .clear: nil
        }
    }

    /// What lies in the bucket of ``session`` when the change is made.
    ///
    /// - Parameter stored: what lies there before.
    func changed(_ stored: Session?) -> Session? {
        if case .session(let session) = self { return session }
        guard var stored, let session, stored.isSameLogin(as: session) else { return stored }
        switch self {
        case .authorization(_, let resource, let authorization?):
            stored.authorizations[resource] = authorization
            stored.isMetadataOld = true
        case .authorization(_, let resource, nil):
            // Another process may have got a new one for the old one that did not work.
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

    /// Makes the change in what was read for a requestor.
    func apply(to situation: inout Situation) {
        switch self {
        case .client(let key, let client): situation.clients[key] = client
        case .session(let session):
            situation.sessions[session.mvpd] = session
            situation.hasSessions = true
        case .authorization(let session, _, _), .metadata(let session), .expiry(let session, _), .removeSession(let session):
            situation.sessions[session.mvpd] = changed(situation.sessions[session.mvpd])
        case .select(_, let mvpd): situation.selectedProvider = mvpd
        case .clear:
            situation.sessions = [:]
            situation.otherSessions = []
            situation.hasSessions = false
            situation.selectedProvider = nil
        }
    }
}
