/// A stored login: the authentication token of one requestor × MVPD with what hangs on it.
struct Session: Sendable, Equatable {
    /// Where an authentication token came from.
    enum Source: String, Sendable {
        /// The platform's single sign-on.
        case apple
        /// A login on the web.
        case regular
        /// An AuthNAll rule; usable while the rule is in force.
        case degraded
        /// A temporary pass (TempPass).
        case temporaryPass
    }

    /// A cached authorization token.
    struct Authorization: Sendable, Equatable {
        /// Milliseconds since 1970.
        var expires: Int64
        /// The degradation rule that decided, if any.
        var degradation: String?
    }

    let requestor: String
    let mvpd: String
    /// The MVPD's identifier of the user.
    let userID: String
    /// Milliseconds since 1970.
    var expires: Int64
    /// The device that the token is bound to.
    let deviceID: String
    let source: Source
    /// When it was stored, milliseconds since 1970: of several usable ones the newest counts.
    let storedAt: Int64
    /// The user metadata; nil while it was not fetched.
    var metadata: [String: JSONValue]?
    /// The fields of the user metadata that are encrypted.
    var encryptedFields: [String] = []
    /// Whether something was authorized since the metadata were fetched: that may have changed them.
    var isMetadataOld = false
    /// Cached authorizations by resource.
    var authorizations: [String: Authorization] = [:]
    /// The base URL of the service that has the token; nil: the one of apps that name none.
    var service: String?
    /// The sign-in to the system account that an Apple token was exchanged for; nil for other tokens, and for those of earlier
    /// versions.
    var signIn: AccountSignIn?

    /// Whether this is the same login, whatever was authorized or fetched since.
    func isSameLogin(as other: Session) -> Bool {
        (requestor, mvpd, deviceID) == (other.requestor, other.mvpd, other.deviceID)
            && (userID, storedAt) == (other.userID, other.storedAt)
    }

    /// Whether it can be used on this device, now, under this configuration. Whether the system account still stands behind
    /// an Apple token must be asked beside this.
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
    /// Reads a stored session; nil when anything essential is missing or of another kind.
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

    /// The form in which it is stored.
    var json: JSONValue {
        var object: [String: JSONValue] = [
            "requestor": .text(requestor), "mvpd": .text(mvpd), "userID": .text(userID), "expires": .integer(expires),
            "deviceID": .text(deviceID), "source": .text(source.rawValue), "storedAt": .integer(storedAt),
            "encryptedFields": .list(encryptedFields.map(JSONValue.text)),
            "authorizations": .object(
                authorizations.mapValues { authorization in
                    var object = ["expires": JSONValue.integer(authorization.expires)]
                    if let degradation = authorization.degradation { object["degradation"] = .text(degradation) }
                    return .object(object)
                }),
        ]
        if let metadata { object["metadata"] = .object(metadata) }
        if isMetadataOld { object["isMetadataOld"] = .flag(true) }
        if let service { object["service"] = .text(service) }
        if let signIn { object["signIn"] = signIn.json }
        return .object(object)
    }
}
