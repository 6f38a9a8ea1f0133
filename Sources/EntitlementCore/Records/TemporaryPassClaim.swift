/// The trial of a device, or of a user.
public struct TemporaryPassClaim: StoredRecord {
    public static let table = "temporary_pass_claim"

    /// The holder of a trial.
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

        /// Creates a holder.
        public init(requestor: String, mvpd: String, kind: Kind, value: String) {
            self.requestor = requestor
            self.mvpd = mvpd
            self.kind = kind
            self.value = value
        }

        public var values: [String] { [requestor, mvpd, kind.rawValue, value] }
    }

    /// The holder.
    public var holder: Holder
    /// The trial's identifier. The trial does not exist any more after a reset.
    public var use: String

    /// Creates a claim.
    public init(holder: Holder, use: String) {
        self.holder = holder
        self.use = use
    }

    public var recordKey: Holder { holder }

    /// The key of the trial.
    var useKey: TemporaryPassUse.Key { .init(requestor: holder.requestor, mvpd: holder.mvpd, id: use) }
}
