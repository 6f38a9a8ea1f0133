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

/// The owner of the service's tokens: requestor, device and application. Tokens stay at the service; two devices with the same
/// identifier share everything.
///
/// Mirrors the token identity of REST v1 (`requestor`, `deviceId`, `appId`).
public struct DeviceKey: RecordKey, Codable {
    public static let columns = ["requestor", "device", "application"]

    /// The requestor's identifier.
    public var requestor: String
    /// The device's identifier, as sent by the app: a hash, never interpreted.
    public var deviceID: String
    /// The deprecated `appId`, which isolates tokens from other apps; empty if the app sends none.
    public var applicationID: String = ""

    public var values: [String] { [requestor, deviceID, applicationID] }

    // They are compared as a database does. Swift strings that differ only in their normalization are equal, and have the same
    // hash.
    public static func == (one: Self, other: Self) -> Bool {
        one.requestor.utf8.elementsEqual(other.requestor.utf8) && one.deviceID.utf8.elementsEqual(other.deviceID.utf8)
            && one.applicationID.utf8.elementsEqual(other.applicationID.utf8)
    }
}

/// An authorization token: the provider's cached authorization for one resource.
public struct AuthorizationRecord: StoredRecord {
    public static let table = "authorization"
    public static let retention = AuthenticationRecord.retention

    /// The owner of the token.
    public var key: DeviceKey
    /// The provider that authorized it.
    public var mvpd: String
    /// The resource, exactly as sent by the app.
    public var resource: String
    /// Whether a degradation rule authorized it in place of the provider; it expires with the rule.
    public var isDegraded: Bool
    /// The expiration date, in Unix milliseconds; never later than that of the authentication.
    public var expiresAt: Int64

    public var recordKey: AuthorizationKey<DeviceKey> { AuthorizationKey(owner: key, resource: resource) }
    public var endsAt: Int64? { expiresAt }
}

/// The key of an authorization: its owner, which is a device or a profile, and a resource.
public struct AuthorizationKey<Owner: RecordKey>: RecordKey {
    public static var columns: [String] { Owner.columns + ["resource"] }

    /// The device or profile.
    public var owner: Owner
    /// The resource, exactly as sent by the app.
    public var resource: String

    public var values: [String] { owner.values + [resource] }
}
