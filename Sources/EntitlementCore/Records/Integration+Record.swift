import TVWorld

/// The key of an integration.
public struct IntegrationKey: RecordKey {
    public static let columns = ["requestor", "mvpd"]

    /// The requestor's identifier.
    public var requestor: String
    /// The provider's MVPD identifier.
    public var mvpd: String

    public var values: [String] { [requestor, mvpd] }
}

extension Integration: StoredRecord {
    public static var table: String { "integration" }
    public static var isConfiguration: Bool { true }

    public var recordKey: IntegrationKey { IntegrationKey(requestor: requestor, mvpd: mvpd) }
}
