import Crypto
import Encodings
import TVWorld

/// An authentication token: the service's record that a device's user signed in with a provider.
public struct AuthenticationRecord: StoredRecord {
    public static let table = "authentication"
    public static let listColumns = ["mvpd", "user", "session"]
    public static let listedKeyColumns = ["requestor"]

    /// The origin of the record.
    public enum Source: String, Sendable, Codable {
        /// The platform's single sign-on: `tokenSource` = `Apple`.
        case apple
        /// A login at the provider's page.
        case regular
        /// An AuthNAll degradation rule; the record expires with the rule.
        case degradation
        /// A temporary pass; the record expires with the pass.
        case temporaryPass = "temporary-pass"
    }

    enum CodingKeys: String, CodingKey {
        case deviceKey = "key"
        case mvpd, userID
        case tokenSource = "source"
        case sessionID, attributes, createdAt, expiresAt, platform, device, visitorID, registrationCode, sessionIndex, nameID
        case nameIDFormat, temporaryPass
    }

    /// The owner of the token.
    public var deviceKey: DeviceKey
    /// The provider.
    public var mvpd: String
    /// The provider's identifier of the user.
    public var userID: String
    /// The origin of the record.
    public var tokenSource: Source
    /// A random identifier of the session.
    public var sessionID: String
    /// The provider's attributes of the user.
    public var attributes: [String: AttributeValue]
    /// The creation date, in Unix milliseconds.
    public var createdAt: Int64
    /// The expiration date, in Unix milliseconds.
    public var expiresAt: Int64
    /// The platform of the device that signed in, if it is known.
    public var platform: Platform?
    /// The device information, by the keys of the client information; nil if there is none.
    public var device: [String: String]?
    /// The visitor's identifier that came with the sign-in (`ap_vi`).
    public var visitorID: String?

    /// The code with which the device was signed in; nil for the platform's sign-in.
    public var registrationCode: String?
    /// The provider's session, which identifies it for a logout (`SessionIndex`).
    public var sessionIndex: String?
    /// The provider's name for the user, as in its assertion (`NameID`).
    public var nameID: String?
    /// The format of that name, a URI; nil if the assertion gives none.
    public var nameIDFormat: String?

    /// The request for a temporary pass; nil for all other origins.
    public var temporaryPass: TemporaryPassRequest?

    /// Whether the provider signed the device in because it was in the subscriber's home: `hba_status`.
    public var isHomeBased: Bool { attributes["hba_status"] == .flag(true) }

    /// The user's pseudonym, which is the same on every device: `sessionGUID` of media tokens, and the GUID in the library's
    /// tracking data. A temporary pass identifies the device, not a user.
    public var userGUID: String {
        hexadecimal(Insecure.MD5.hash(data: Array((tokenSource == .temporaryPass ? deviceKey.deviceID : userID).utf8)))
    }

    /// The time for which an expired record is kept, in milliseconds: a week, during which the device receives the error of an
    /// expired session instead of a missing one.
    public static let retention: Int64 = 7 * 86_400_000

    public var recordKey: DeviceKey { deviceKey }
    public var endsAt: Int64? { expiresAt }
    public var listValues: [String?] { [mvpd, userID, sessionID] }
}

/// A device's request for a temporary pass: REST v1 `POST /api/v1/authenticate/freepreview`.
public struct TemporaryPassRequest: Sendable, Codable, Equatable {
    /// `domain_name`: the domain of the requesting app or site.
    public var domain: String
    /// The SHA-256 digests of the members of `generic_data`, by key, in hexadecimal digits.
    public var identifiers: [String: String]
}
