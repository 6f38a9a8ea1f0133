/// A registration at a service and its access token.
struct Client: Sendable, Equatable {
    let id: String
    let secret: String
    private(set) var accessToken: String?
    /// Milliseconds since 1970 by the device's clock.
    private(set) var accessTokenExpires: Int64 = 0
    /// The lifetime of the access token, in milliseconds.
    private(set) var accessTokenLifetime: Int64 = 0

    init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Creates a registration from its stored form.
    init?(json: JSONValue) {
        guard let id = json["id"]?.text, let secret = json["secret"]?.text else { return nil }
        self.init(id: id, secret: secret)
        accessToken = json["accessToken"]?.text
        accessTokenExpires = json["accessTokenExpires"]?.integer ?? 0
        accessTokenLifetime = json["accessTokenLifetime"]?.integer ?? 0
    }

    /// Stores an access token with a lifetime in seconds.
    mutating func keep(accessToken: String, seconds: Int64, now: Int64) {
        self.accessToken = accessToken
        accessTokenLifetime = min(max(seconds, 0), 366 * 86_400) * 1_000
        accessTokenExpires = now + accessTokenLifetime
    }

    /// Whether there is an access token that has not expired.
    func hasAccessToken(now: Int64) -> Bool { accessToken != nil && accessTokenExpires > now }

    /// Whether there is no access token, or one in the last minute (or, if its lifetime is short, the last tenth) of its
    /// lifetime.
    func needsAccessToken(now: Int64) -> Bool {
        !hasAccessToken(now: now) || accessTokenExpires - now <= min(60_000, accessTokenLifetime / 10)
    }

    /// The stored form.
    var json: JSONValue {
        var object: [String: JSONValue] = [
            "id": .text(id), "secret": .text(secret), "accessTokenExpires": .integer(accessTokenExpires),
            "accessTokenLifetime": .integer(accessTokenLifetime),
        ]
        if let accessToken { object["accessToken"] = .text(accessToken) }
        return .object(object)
    }
}

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
    /// This device's sessions of other requestors, newest first. Read only if the current requestor has no valid session; for a
    /// logout, all sessions of all devices that are not in ``sessions``.
    var otherSessions: [Session] = []
    /// Whether any requestor has a session.
    var hasSessions = false
    /// The MVPD that the user selected or is signed in with for the current requestor.
    var selectedProvider: String?
}
