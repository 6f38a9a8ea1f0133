import TVWorld

/// A record that the store keeps under a key, in one row.
///
/// A record is one document; its key, its expiration date and the values by which lists filter are stored next to it.
public protocol StoredRecord: Sendable, Codable, Equatable {
    /// The type of the key; for most records, it is their identifier.
    associatedtype Key: RecordKey = String

    /// The store's table.
    static var table: String { get }
    /// The columns by which lists filter, in addition to those of the key.
    static var listColumns: [String] { get }
    /// The columns of the key that need their own index, because long lists filter by them.
    static var listedKeyColumns: [String] { get }
    /// The time for which an expired record is kept, in milliseconds, so that a late caller gets the right error.
    static var retention: Int64 { get }
    /// Whether all records are kept in memory, because decisions search them; others are read by key.
    static var isConfiguration: Bool { get }
    /// Whether the records are kept when the service is reset.
    static var survivesReset: Bool { get }

    /// The key.
    var recordKey: Key { get }
    /// The expiration date, in Unix milliseconds; nil: never.
    var endsAt: Int64? { get }
    /// The values of ``listColumns``, in order.
    var listValues: [String?] { get }
}

extension StoredRecord {
    public static var listColumns: [String] { [] }
    public static var listedKeyColumns: [String] { [] }
    public static var retention: Int64 { 0 }
    public static var isConfiguration: Bool { false }
    public static var survivesReset: Bool { false }
    public var endsAt: Int64? { nil }
    public var listValues: [String?] { [] }

    /// The columns of the key.
    public static var keyColumns: [String] { Key.columns }
}

extension StoredRecord where Self: Identifiable, ID == String, Key == String {
    public var recordKey: String { id }
}

/// The key of a record: one or more strings.
public protocol RecordKey: Hashable, Sendable {
    /// The columns of the key.
    static var columns: [String] { get }
    /// The strings, in the order of the columns.
    var values: [String] { get }
}

/// The key of most records is an identifier.
extension String: RecordKey {
    public static var columns: [String] { ["id"] }
    public var values: [String] { [self] }
}

/// An operation on records.
public enum RecordOperation: Sendable {
    /// Adds or replaces a record.
    case put(any StoredRecord)
    /// Removes the records whose key begins with these strings.
    case remove(any StoredRecord.Type, key: [String])
    /// Removes all records of a type.
    case removeAll(any StoredRecord.Type)

    /// The type of the records.
    public var type: any StoredRecord.Type {
        switch self {
        case .put(let record): Swift.type(of: record)
        case .remove(let type, _), .removeAll(let type): type
        }
    }
}

/// All types of records.
public enum StoredRecords {
    /// The whole numbers that a record may contain: after conversion from seconds to milliseconds and addition to a date, they do
    /// not overflow.
    private static let numbers: ClosedRange<Int64> = -9_000_000_000_000_000...9_000_000_000_000_000
    /// The members whose values come from others; nothing is computed with them.
    private static let foreign = ["attributes", "scenario"]

    /// Returns the first number in a document that no record may contain, with its path; nil if there is none.
    ///
    /// - Parameter json: The document of a record that did not come from the store itself.
    public static func excessiveNumber(in json: JSON, at path: String) -> String? {
        switch json {
        case .number(let text): return isExcessive(text) ? "\(path) \(text)" : nil
        case .array(let values): return values.lazy.compactMap { excessiveNumber(in: $0, at: path) }.first
        case .object(let members):
            return members.lazy.filter { !foreign.contains($0.key) }
                .compactMap { excessiveNumber(in: $0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }.first
        case .null, .bool, .string: return nil
        }
    }

    private static func isExcessive(_ number: String) -> Bool {
        if let whole = Int64(number) { return !numbers.contains(whole) }
        // Decoders also accept whole numbers with a fraction or an exponent, such as 9.2e18.
        return Double(number).map { $0.magnitude > Double(numbers.upperBound) } ?? true
    }

    /// All types of records, for loading, clean-up and reset. The scenario comes first, because the configuration's other records
    /// are changes to it.
    public static let all: [any StoredRecord.Type] = [
        LoadedScenario.self,
        ClockRecord.self,
        SoftwareStatement.self,
        Integration.self,
        ProviderMetadata.self,
        ClientRegistration.self,
        PendingRequest.self,
        AuthenticationRecord.self,
        AuthorizationRecord.self,
        RegistrationCode.self,
        LoginSession.self,
        MediaTokenUse.self,
        RequestorSettings.self,
        RequestorCertificate.self,
        IdentityKey.self,
        DegradationRule.self,
        StartedTemporaryPass.self,
        TemporaryPassAssignment.self,
        ProfileRecord.self,
        ProfileAuthorization.self,
        SharedSignIn.self,
        OpenSession.self,
        PendingLogout.self,
    ]
}
