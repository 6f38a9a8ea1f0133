import EntitlementCore
import Synchronization
import TVWorld

/// The shared state that this node adopted last.
struct FollowedState: Sendable {
    /// The generation of the scenario.
    var scenario: Int64?
    /// The number of the last release of faults; nil until anything has been adopted.
    var release: Int64?
    /// The version of the faults; nil if they may differ from those in the store.
    var faults: Int64?
}

extension EntitlementEngine {
    /// Makes this process one of the nodes that share a PostgreSQL schema; has no effect without one.
    ///
    /// - Throws: ``StoreFailure``
    public func join() async throws {
        guard let shared else { return }
        try await shared.pool.translating { try await shared.node.join { try await self.follow(isRestored: $0) } }
    }

    /// Adopts the changes of other nodes.
    ///
    /// - Parameter isRestored: Whether the store has lost changes that this node knows.
    /// - Throws: The store's error if it could not be read.
    func follow(isRestored: Bool = false) async throws {
        guard let shared else { return }
        if isRestored {
            shared.forgetRevision()
            followed.withLock { $0.faults = nil }
        }
        try await refresh()
        let machine = clock.machineMilliseconds()
        let setting = read { $0.clock }.flatMap { ClockSetting(specification: $0.setting, machine: machine) } ?? baselineClock
        if clock.setting != setting { clock.setting = setting }
        let releases = try await adoptFaults(of: shared).releases
        let (before, after) = followed.withLock { followed in
            let before = followed
            followed.scenario = read { $0.scenario?.generation }
            followed.release = max(before.release ?? 0, releases.last?.number ?? 0)
            return (before, followed)
        }
        // What happened before this node started does not concern it.
        if let known = before.release {
            if before.scenario != after.scenario { random.identifiers.begin(seed: seed) }
            for release in releases where release.number > known { _ = faults.release(release.name) }
        }
        try await onFollowing.withLock { $0 }?()
    }

    /// The seed of this node's identifiers; nil if the scenario has none. Nodes must not generate the same identifiers.
    var seed: UInt64? {
        let seed = read { $0.scenario?.scenario.seed }
        guard let node = shared?.node.name else { return seed }
        return seed.map { seed in node.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
    }

    /// Performs work that only one node performs at a time, based on all changes of the others.
    ///
    /// - Throws: The error that the body throws, or the store's.
    func alone<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard let shared else { return try await body() }
        return try await shared.alone {
            try await follow()
            return try await body()
        }
    }

    /// Swaps the state that calls depend on, while no call is inside and no other node swaps anything.
    ///
    /// - Throws: The error that the body throws, or the store's.
    func swap<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await alone { try await swaps.alone(body) }
    }

    /// Waits until the other nodes have adopted everything that has been written so far.
    func announce() async throws {
        guard let shared else { return }
        try await refresh()
        try await shared.pool.translating { try await shared.node.announce(shared.revision) }
    }
}
