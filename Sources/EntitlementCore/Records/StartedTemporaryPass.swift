/// A temporary pass that was started by its first authorization, stored so that its holder does not get another one.
public struct StartedTemporaryPass: StoredRecord, Identifiable {
    public static let table = "temporary_pass_use"
    public static let listColumns = ["device", "identity"]

    /// The key of a started pass.
    public struct Key: RecordKey {
        public static let columns = ["requestor", "mvpd", "id"]

        /// The requestor.
        public var requestor: String
        /// The MVPD identifier of the temporary pass.
        public var mvpd: String
        /// The identifier.
        public var id: String

        public var values: [String] { [requestor, mvpd, id] }
    }

    /// A UUID.
    public var id: String
    /// The requestor.
    public var requestor: String
    /// The MVPD identifier of the temporary pass.
    public var mvpd: String
    /// The device that started it.
    public var deviceID: String
    /// The SHA-256 of the identity of the user that started it, in hexadecimal digits; nil if it is unknown.
    public var identity: String?
    /// The resources that it was used for, without duplicates, in the order of their first use. Stored only for promotional
    /// passes.
    public var resources: [String] = []
    /// The date of the last change of ``resources``, in Unix milliseconds; nil if there was none.
    public var resourcesChangedAt: Int64?
    /// The date of the first use, in Unix milliseconds.
    public var startedAt: Int64
    /// The expiration date, in Unix milliseconds.
    public var expiresAt: Int64

    public var recordKey: Key { Key(requestor: requestor, mvpd: mvpd, id: id) }
    public var listValues: [String?] { [deviceID, identity] }
}

/// The temporary pass that a device, or a user, has started.
public struct TemporaryPassAssignment: StoredRecord {
    public static let table = "temporary_pass_claim"

    /// The holder of a temporary pass.
    public struct Holder: RecordKey, Codable {
        public static let columns = ["requestor", "mvpd", "kind", "value"]

        /// The kind of the value.
        public enum Kind: String, Sendable, Codable {
            /// A device's identifier.
            case device
            /// The SHA-256 of a user's identity, in hexadecimal digits.
            case identity
        }

        /// The requestor.
        public var requestor: String
        /// The MVPD identifier of the temporary pass.
        public var mvpd: String
        /// The kind of the value.
        public var kind: Kind
        /// The device, or the user.
        public var value: String

        public var values: [String] { [requestor, mvpd, kind.rawValue, value] }
    }

    enum CodingKeys: String, CodingKey {
        case holder
        case passID = "use"
    }

    /// The holder.
    public var holder: Holder
    /// The identifier of the started pass, which no longer exists after a reset.
    public var passID: String

    public var recordKey: Holder { holder }

    var passKey: StartedTemporaryPass.Key { .init(requestor: holder.requestor, mvpd: holder.mvpd, id: passID) }
}
