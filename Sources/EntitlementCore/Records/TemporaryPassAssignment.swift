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
