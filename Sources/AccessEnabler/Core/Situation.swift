/// A registration at a service and its access token.
struct Client: Sendable, Equatable {
    let id: String
    let secret: String
    private(set) var accessToken: String?
    /// Milliseconds since 1970 by the device's clock.
    private(set) var accessTokenExpires: Int64 = 0
    /// How long the access token lives in all, milliseconds.
    private(set) var accessTokenLifetime: Int64 = 0

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
        accessTokenLifetime = json["accessTokenLifetime"]?.integer ?? 0
    }

    /// Keeps an access token that lives for so many seconds.
    mutating func keep(accessToken: String, seconds: Int64, now: Int64) {
        self.accessToken = accessToken
        accessTokenLifetime = min(max(seconds, 0), 366 * 86_400) * 1_000
        accessTokenExpires = now + accessTokenLifetime
    }

    /// Whether there is an access token that has not expired.
    func hasAccessToken(now: Int64) -> Bool { accessToken != nil && accessTokenExpires > now }

    /// Whether there is no access token, or one in the last minute (of a short life: tenth) of its life.
    func needsAccessToken(now: Int64) -> Bool {
        !hasAccessToken(now: now) || accessTokenExpires - now <= min(60_000, accessTokenLifetime / 10)
    }

    /// The form in which it is stored.
    var json: JSONValue {
        var object: [String: JSONValue] = [
            "id": .text(id), "secret": .text(secret), "accessTokenExpires": .integer(accessTokenExpires),
            "accessTokenLifetime": .integer(accessTokenLifetime),
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
    /// The current requestor's sessions by MVPD; one of another device only where this device has none.
    var sessions: [String: Session] = [:]
    /// What this device has of other requestors, the newest first. Read only while the current requestor has nothing valid; for a
    /// logout everything that is not in ``sessions``, of every device.
    var otherSessions: [Session] = []
    /// Whether any requestor has a session.
    var hasSessions = false
    /// The MVPD that the current requestor's person chose or is signed in with.
    var selectedProvider: String?
}
