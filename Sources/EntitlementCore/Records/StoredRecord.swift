import TVWorld

/// What the store keeps under a key, one row for each.
///
/// A record is one document; beside it stand its key, its end and what lists filter by.
public protocol StoredRecord: Sendable, Codable, Equatable {
    /// What it is found by.
    associatedtype Key: RecordKey

    /// The store's table.
    static var table: String { get }
    /// The columns that lists filter by besides those of the key.
    static var listColumns: [String] { get }
    /// How long it stays after its end, in milliseconds, so that a late caller is told that it has ended.
    static var retention: Int64 { get }
    /// Whether all of them are kept in memory, as what a decision has to look through; others are read by their key.
    static var isConfiguration: Bool { get }
    /// Whether they stay when the service is reset.
    static var survivesReset: Bool { get }

    /// Its key.
    var recordKey: Key { get }
    /// When it ends, in Unix milliseconds; nil is never.
    var endsAt: Int64? { get }
    /// The values of ``listColumns``, in their order.
    var listValues: [String?] { get }
}

extension StoredRecord {
    public static var listColumns: [String] { [] }
    public static var retention: Int64 { 0 }
    public static var isConfiguration: Bool { false }
    public static var survivesReset: Bool { false }
    public var endsAt: Int64? { nil }
    public var listValues: [String?] { [] }

    /// The columns of the key.
    public static var keyColumns: [String] { Key.columns }
}

/// What a record is found by: one or more texts.
public protocol RecordKey: Hashable, Sendable {
    /// The columns that hold them.
    static var columns: [String] { get }
    /// The texts, in the order of the columns.
    var values: [String] { get }
}

/// Most records have an identifier.
extension String: RecordKey {
    public static var columns: [String] { ["id"] }
    public var values: [String] { [self] }
}

/// What a change does to records.
public enum RecordOperation: Sendable {
    /// Adds or replaces one.
    case put(any StoredRecord)
    /// Removes those whose key begins with these texts.
    case remove(any StoredRecord.Type, key: [String])
    /// Removes all of a kind.
    case removeAll(any StoredRecord.Type)

    /// What it is about.
    public var type: any StoredRecord.Type {
        switch self {
        case .put(let record): Swift.type(of: record)
        case .remove(let type, _), .removeAll(let type): type
        }
    }
}

/// All kinds of records.
public enum StoredRecords {
    /// All kinds of records; clean-up and reset go through them.
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
        DegradationRule.self,
        TemporaryPassUse.self,
        TemporaryPassClaim.self,
    ]
}
