import EntitlementCore
import TVWorld

/// Where the service keeps what it knows. Several instances of the service may work on one store.
///
/// The bodies are run on threads of the store's own; they may wait for a disk.
public protocol TokenStore: Sendable {
    /// Reads the configuration on top of a baseline; called once, before anything else.
    ///
    /// - Throws: when what is there cannot be read.
    func open(baseline: World) throws

    /// The configuration as it was read or written last.
    var configuration: EntitlementConfiguration { get }

    /// Looks at the state, all of it as it is at one moment.
    ///
    /// - Throws: what the body throws; and when anything that it looked at could not be read, the reason for that.
    func read<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> Value
    ) async throws -> Value

    /// Looks at the state and changes it: all changes or none, and nobody else in between. They are on the disk when the call
    /// returns.
    ///
    /// - Throws: what the body throws, or why something could not be read or written; then nothing has changed.
    func write<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> (Value, [Change])
    ) async throws -> Value

    /// A page of records, the newest first.
    ///
    /// - Throws: when they cannot be read.
    func list<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> RecordPage<Record>

    /// How many records there are; cursor and limit of the query do not matter.
    ///
    /// - Throws: when they cannot be read.
    func count<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> Int

    /// All records.
    ///
    /// - Throws: when they cannot be read.
    func everything() async throws -> [any StoredRecord]

    /// Removes all records and adds others, in one step.
    ///
    /// - Throws: when they cannot be written; then nothing has changed.
    func replaceEverything(with records: [any StoredRecord]) async throws

    /// Removes records whose end and retention are over.
    ///
    /// - Returns: how many it were, at most the limit.
    /// - Throws: when they cannot be removed; then all are still there.
    func removeEnded(now: Int64, limit: Int) async throws -> Int
}
