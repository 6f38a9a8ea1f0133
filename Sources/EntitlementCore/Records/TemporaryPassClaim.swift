/// Which trial a device, or a user, has.
public struct TemporaryPassClaim: StoredRecord {
    public static let table = "temporary_pass_claim"

    /// Who has it.
    public struct Holder: RecordKey, Codable {
        public static let columns = ["requestor", "mvpd", "kind", "value"]

        /// What the value names.
        public enum Kind: String, Sendable, Codable {
            /// A device's identifier.
            case device
            /// The SHA-256 of what identifies a user, in hexadecimal digits.
            case identity
        }

        /// The requestor.
        public var requestor: String
        /// The MVPD identifier of the temporary pass.
        public var mvpd: String
        /// What the value names.
        public var kind: Kind
        /// The device, or the user.
        public var value: String

        /// A device or a user.
        public init(requestor: String, mvpd: String, kind: Kind, value: String) {
            self.requestor = requestor
            self.mvpd = mvpd
            self.kind = kind
            self.value = value
        }

        public var values: [String] { [requestor, mvpd, kind.rawValue, value] }
    }

    /// Who has it.
    public var holder: Holder
    /// The trial's identifier. There is no such trial any more once it was reset.
    public var use: String

    /// A claim.
    public init(holder: Holder, use: String) {
        self.holder = holder
        self.use = use
    }

    public var recordKey: Holder { holder }

    /// The key of the trial.
    var useKey: TemporaryPassUse.Key { .init(requestor: holder.requestor, mvpd: holder.mvpd, id: use) }
}
