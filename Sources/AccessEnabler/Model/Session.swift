import ServiceAccess

/// A stored login: the authentication token for a requestor and an MVPD, with the data that depends on it.
struct Session: Sendable, Equatable {
    /// The origin of an authentication token.
    enum Source: String, Sendable {
        /// The platform's single sign-on.
        case apple
        /// A login on the web.
        case regular
        /// An AuthNAll rule; usable while the rule is active.
        case degraded
        /// A temporary pass (TempPass).
        case temporaryPass
    }

    /// A cached authorization token.
    struct Authorization: Sendable, Equatable {
        /// The expiration date, in milliseconds since 1970.
        var expires: Int64
        /// The degradation rule that decided, if any.
        var degradation: String?
    }

    let requestor: String
    let mvpd: String
    /// The MVPD's identifier of the user.
    let userID: String
    /// The expiration date, in milliseconds since 1970.
    var expires: Int64
    /// The device that the token is bound to.
    let deviceID: String
    var source: Source
    /// The date on which it was stored, in milliseconds since 1970: the newest of several usable sessions is used.
    let storedAt: Int64
    /// The user metadata; nil before it is requested.
    var metadata: [String: JSONValue]?
    /// The encrypted fields of the user metadata.
    var encryptedFields: [String] = []
    /// Whether a resource was authorized after the metadata was requested, which may have changed it.
    var isMetadataOld = false
    /// Cached authorizations by resource.
    var authorizations: [String: Authorization] = [:]
    /// The base URL of the service that issued the token; nil: that of apps that name none.
    var service: String?
    /// The sign-in to the system account that an Apple token was exchanged for; nil for other tokens.
    var signIn: AccountSignIn?

    /// Returns whether this is the same login, regardless of later authorizations and requests.
    func isSameLogin(as other: Session) -> Bool {
        (requestor, mvpd, deviceID) == (other.requestor, other.mvpd, other.deviceID)
            && (userID, storedAt) == (other.userID, other.storedAt)
    }

    /// Returns whether the session is usable on this device, at this time, with this configuration. Whether the system account
    /// still backs an Apple token must be checked separately.
    func isUsable(deviceID: String, configuration: RequestorConfiguration, now: Int64) -> Bool {
        guard self.deviceID == deviceID, expires > now, let provider = configuration.provider(id: mvpd) else { return false }
        return switch source {
        case .regular, .temporaryPass: true
        case .apple: provider.hasSingleSignOn
        case .degraded: provider.authenticatesAll
        }
    }
}

extension Session {
    /// Creates a session from its stored form; nil if anything essential is missing or has the wrong type.
    init?(json: JSONValue) {
        guard let requestor = json["requestor"]?.text, let mvpd = json["mvpd"]?.text, let expires = json["expires"]?.integer,
            let deviceID = json["deviceID"]?.text, let source = json["source"]?.text.flatMap(Source.init(rawValue:))
        else { return nil }
        self.requestor = requestor
        self.mvpd = mvpd
        self.expires = expires
        self.deviceID = deviceID
        self.source = source
        userID = json["userID"]?.text ?? ""
        storedAt = json["storedAt"]?.integer ?? 0
        metadata = json["metadata"]?.object
        encryptedFields = json["encryptedFields"]?.texts ?? []
        isMetadataOld = json["isMetadataOld"]?.flag ?? false
        service = json["service"]?.text
        signIn = json["signIn"].flatMap(AccountSignIn.init)
        for (resource, value) in json["authorizations"]?.object ?? [:] {
            guard let expires = value["expires"]?.integer else { continue }
            authorizations[resource] = Authorization(expires: expires, degradation: value["degradation"]?.text)
        }
    }

    /// The stored form.
    var json: JSONValue {
        JSONValue(present: [
            "requestor": .text(requestor), "mvpd": .text(mvpd), "userID": .text(userID), "expires": .integer(expires),
            "deviceID": .text(deviceID), "source": .text(source.rawValue), "storedAt": .integer(storedAt),
            "encryptedFields": .list(encryptedFields.map(JSONValue.text)),
            "authorizations": .object(
                authorizations.mapValues {
                    JSONValue(present: ["expires": .integer($0.expires), "degradation": $0.degradation.map(JSONValue.text)])
                }),
            "metadata": metadata.map(JSONValue.object), "isMetadataOld": isMetadataOld ? .flag(true) : nil,
            "service": service.map(JSONValue.text), "signIn": signIn?.json,
        ])
    }
}
