import TVWorld

/// An authentication token: the service's record that a device's user signed in at a provider.
public struct AuthenticationRecord: StoredRecord {
    public static let table = "authentication"
    public static let listColumns = ["mvpd", "user", "session"]

    /// How the record came to be.
    public enum Source: String, Sendable, Codable {
        /// The platform's single sign-on: `tokenSource` = `Apple`.
        case apple
        /// A login at the provider's page.
        case regular
        /// An AuthNAll degradation rule; it ends with the rule.
        case degradation
        /// A temporary pass; it ends with the trial.
        case temporaryPass = "temporary-pass"
    }

    /// Whose token it is.
    public var key: DeviceKey
    /// The provider.
    public var mvpd: String
    /// The provider's identifier of the user.
    public var userID: String
    /// How the record came to be.
    public var source: Source
    /// A random identifier of the session: `sessionGUID` of its media tokens.
    public var sessionID: String
    /// What the provider told about the user.
    public var attributes: [String: AttributeValue]
    /// When it was made, in Unix milliseconds.
    public var createdAt: Int64
    /// When it ends, in Unix milliseconds.
    public var expiresAt: Int64
    /// The platform of the device that signed in, when it told.
    public var platform: Platform?
    /// What the device told about itself, by the keys of the client information; nil when it told nothing.
    public var device: [String: String]?
    /// The visitor's identifier that came with the sign-in (`ap_vi`).
    public var visitorID: String?

    /// The code that the device was signed in with; nil when it was by the platform. Files of earlier versions have none.
    public var registrationCode: String?
    /// The provider's session, by which it can be ended (`SessionIndex`).
    public var sessionIndex: String?
    /// The provider's name of the user, as its assertion had it (`NameID`).
    public var nameID: String?

    /// What a temporary pass was asked for with; nil for all other sources. Files of earlier versions have none.
    public var temporaryPass: TemporaryPassRequest?

    /// Whether the provider signed the device in because it was at the subscriber's home: `hba_status`.
    public var isHomeBased: Bool { attributes["hba_status"] == .flag(true) }

    /// How long a record stays after its end, in milliseconds: a week, in which the device is told that the session has expired and
    /// not that there was none.
    public static let retention: Int64 = 7 * 86_400_000

    /// A record that was just made.
    public init(
        key: DeviceKey, mvpd: String, userID: String, source: Source, sessionID: String,
        attributes: [String: AttributeValue], createdAt: Int64, expiresAt: Int64
    ) {
        self.key = key
        self.mvpd = mvpd
        self.userID = userID
        self.source = source
        self.sessionID = sessionID
        self.attributes = attributes
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    public var recordKey: DeviceKey { key }
    public var endsAt: Int64? { expiresAt }
    public var listValues: [String?] { [mvpd, userID, sessionID] }

    /// Takes over what a call tells of the device and its visitor.
    public mutating func note(_ call: DeviceCall) {
        platform = call.device.platform
        device = call.device.stored
        visitorID = call.visitorID
    }
}
