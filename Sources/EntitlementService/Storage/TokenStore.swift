import EntitlementCore
import PostgreSQL
import TVWorld

/// A store for the service's data. Several instances of the service may share one store.
///
/// The bodies run on threads that belong to the store, which may wait for a disk; or on the calling thread, if everything that
/// they need is in memory. A store may run a body several times, and uses only the last result.
public protocol TokenStore: Sendable {
    /// Reads the configuration, which overrides a baseline. Called once, before any other method.
    ///
    /// - Throws: An error if the stored data cannot be read.
    func open(baseline: World) throws

    /// The configuration as last read or written.
    var configuration: EntitlementConfiguration { get }

    /// Reads a consistent snapshot. The body may run more than once; the last result is used.
    ///
    /// - Throws: The error that the body throws, or the reason why data could not be read.
    func read<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> Value
    ) async throws -> Value

    /// Reads and changes the state in one isolated, atomic transaction. Changes are on disk when the call returns.
    ///
    /// - Parameter shared: A change to a value that nodes share, in the same transaction.
    /// - Throws: The error that the body throws, or the reason why data could not be read or written; ``StoreFailure``
    ///   says when nothing has changed.
    func write<Value: Sendable>(
        _ transient: TransientState, with shared: SharedChange?,
        _ body: @Sendable (EntitlementState) throws -> (Value, [Change])
    ) async throws -> Value

    /// Returns a page of records, newest first.
    ///
    /// - Throws: An error if the records cannot be read.
    func list<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> RecordPage<Record>

    /// Returns the number of matching records; the cursor and limit of the query are ignored.
    ///
    /// - Throws: An error if the records cannot be read.
    func count<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> Int

    /// Returns all records.
    ///
    /// - Throws: An error if the records cannot be read.
    func everything() async throws -> [any StoredRecord]

    /// Replaces all records atomically.
    ///
    /// - Parameter shared: A change to a value that nodes share, in the same transaction.
    /// - Throws: An error if the records cannot be written; ``StoreFailure`` says when nothing has changed.
    func replaceEverything(with records: [any StoredRecord], and shared: SharedChange?) async throws

    /// Removes records whose retention time has passed.
    ///
    /// - Returns: The number of removed records, which does not exceed the limit.
    /// - Throws: An error if the records cannot be removed; in that case none are removed.
    func removeEnded(now: Int64, limit: Int) async throws -> Int

    /// Releases memory that only saves reading data again.
    ///
    /// - Parameter isIdle: Whether there are no requests, so that the records in use are also released.
    func releaseMemory(isIdle: Bool) async
}

extension TokenStore {
    func write<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> (Value, [Change])
    ) async throws -> Value { try await write(transient, with: nil, body) }

    func replaceEverything(with records: [any StoredRecord]) async throws { try await replaceEverything(with: records, and: nil) }
}

extension StoredRecord {
    /// Returns the time for which expired records are kept, in milliseconds.
    ///
    /// - Parameter setting: The setting `retention`, which applies to sign-ins and to the authorizations of REST v1.
    static func retention(ofSignIns setting: Int64) -> Int64 {
        self is AuthenticationRecord.Type || self is AuthorizationRecord.Type || self is ProfileRecord.Type ? setting : retention
    }
}

/// A change to a shared value that is part of a transaction which also writes records. It is repeated with the transaction. A
/// store of one process shares nothing and ignores it.
public struct SharedChange: Sendable {
    /// A closure that reads the value in the transaction, and returns the statements that write it.
    let statements: @Sendable (Connection, _ deadline: ContinuousClock.Instant) throws -> [Statement]
}
