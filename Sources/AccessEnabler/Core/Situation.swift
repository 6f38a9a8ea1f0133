/// A registration at a service and its access token.
struct Client: Sendable, Equatable {
    let id: String
    let secret: String
    var accessToken: String?
    /// Milliseconds since 1970 by the device's clock.
    var accessTokenExpires: Int64 = 0

    init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Reads a stored registration.
    init?(json: JSONValue) {
        guard let id = json["id"]?.text, let secret = json["secret"]?.text else { return nil }
        self.init(id: id, secret: secret)
        accessToken = json["accessToken"]?.text
        accessTokenExpires = json["accessTokenExpires"]?.integer ?? 0
    }

    /// The form in which it is stored.
    var json: JSONValue {
        var object: [String: JSONValue] = [
            "id": .text(id), "secret": .text(secret), "accessTokenExpires": .integer(accessTokenExpires),
        ]
        if let accessToken { object["accessToken"] = .text(accessToken) }
        return .object(object)
    }
}

/// What lies in the storage, read at the start of every call because another process may share it.
struct Situation: Sendable, Equatable {
    /// The device's identifier, as the service gets it.
    var deviceID = ""
    /// The base URL of the service for apps that name none; nil when no service can be found.
    var service: String?
    /// Registrations by base URL and statement.
    var clients: [String: Client] = [:]
    /// The current requestor's sessions by MVPD.
    var sessions: [String: Session] = [:]
    /// Whether any requestor has a session.
    var hasSessions = false
    /// The MVPD that the current requestor's person chose or is signed in with.
    var selectedProvider: String?
}

/// A change of the storage.
enum StoreChange: Sendable, Equatable {
    /// Keeps a registration, or forgets it.
    case client(key: String, Client?)
    /// Keeps a session in the bucket of its requestor × MVPD.
    case session(Session)
    /// Removes a session.
    case removeSession(requestor: String, mvpd: String)
    /// Remembers the selected MVPD of a requestor, or forgets it.
    case select(requestor: String, mvpd: String?)
    /// Removes every session of every requestor and every selection; registrations and device identifier stay.
    case clear

    /// Makes the change in what was read before.
    func apply(to situation: inout Situation) {
        switch self {
        case .client(let key, let client): situation.clients[key] = client
        case .session(let session):
            situation.sessions[session.mvpd] = session
            situation.hasSessions = true
        case .removeSession(_, let mvpd): situation.sessions[mvpd] = nil
        case .select(_, let mvpd): situation.selectedProvider = mvpd
        case .clear:
            situation.sessions = [:]
            situation.hasSessions = false
            situation.selectedProvider = nil
        }
    }
}
