import Synchronization

/// Values of one kind outside the service's records. Nodes share them; a process that is the only one keeps them in memory.
final class SharedValues<Value: Codable & Sendable>: Sendable {
    private let kind: String
    private let lifetime: Int64
    private let store: PostgreSQLTokenStore?
    private let memory = Mutex(SharedValues.emptyMemory)

    /// The maximum number of values in memory. Those that are used again and again remain.
    static var limit: Int { 16_384 }
    private static var emptyMemory: RecentlyUsed<[String], Value> { RecentlyUsed(limit: limit) }

    /// - Parameters:
    ///   - kind: The kind of value, which names it among those that nodes share.
    ///   - lifetime: The time for which nodes keep a value after its last change, in milliseconds.
    ///   - store: The store whose nodes share the values; nil if this process is the only one.
    init(_ kind: String, lifetime: Int64, store: PostgreSQLTokenStore?) {
        self.kind = kind
        self.lifetime = lifetime
        self.store = store
    }

    /// Returns the value with these identifiers; nil if there is none.
    ///
    /// - Throws: The store's error.
    func value(_ parts: [String]) async throws -> Value? {
        if let store { return try await store.value(name(parts), as: Value.self) }
        return memory.withLock { $0.value(parts) }
    }

    /// Reads and changes a value; concurrent changes, by any node, take place one at a time.
    ///
    /// - Throws: The store's error.
    func change<Answer: Sendable>(
        _ parts: [String], _ body: @Sendable (inout Value?) -> Answer
    ) async throws -> Answer {
        if let store { return try await store.change(name(parts), body) }
        return memory.withLock { memory in
            var value = memory.value(parts)
            let answer = body(&value)
            // Asking for values that do not exist must not displace any.
            if let value { memory.keep(value, of: parts, room: 1) } else { memory.remove(parts) }
            return answer
        }
    }

    /// Removes all values of this kind.
    ///
    /// - Throws: The store's error.
    func removeAll() async throws {
        try await store?.removeValues(kind)
        memory.withLock { $0 = Self.emptyMemory }
    }

    /// The number of values in memory.
    var count: Int { memory.withLock { $0.count } }

    private func name(_ parts: [String]) -> SharedValueName { SharedValueName(kind, parts, lifetime: lifetime) }
}
