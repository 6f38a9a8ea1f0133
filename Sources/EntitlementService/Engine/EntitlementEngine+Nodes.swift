import EntitlementCore
import Synchronization
import TVWorld

/// The faults that the nodes of a service share.
struct SharedFaults: Sendable, Codable {
    /// The faults with their counts.
    var table = FaultTable()
    /// The newest releases, which end the waits on all nodes.
    var releases: [Release] = []

    /// The release of the calls that hang because of a fault.
    struct Release: Sendable, Codable {
        var number: Int64
        var name: String
    }

    /// How many releases are kept; a node takes them over within seconds.
    static let releaseLimit = 64
    /// Its name among the shared values.
    static let name = SharedValueName("faults")
}

extension EntitlementEngine {
    /// Makes this process one of the nodes that share a PostgreSQL schema; without one it has nothing to do.
    ///
    /// - Throws: ``StoreFailure``
    public func join() async throws {
        guard let shared else { return }
        do { try await shared.node.join { try await self.follow() } } catch { throw shared.pool.database.translated(error) }
    }

    /// Takes over what other nodes have changed.
    ///
    /// - Throws: The store's error if it could not be read.
    func follow() async throws {
        guard let shared else { return }
        try await refresh()
        let machine = clock.machineMilliseconds()
        let setting = read { $0.clock }.flatMap { ClockSetting(specification: $0.setting, machine: machine) } ?? baselineClock
        if clock.setting != setting { clock.adjust { _, _ in setting } }
        let generation = read { $0.scenario?.generation }
        let found = try await shared.value(SharedFaults.name, as: SharedFaults.self) ?? initialFaults
        faults.adopt(found.table)
        let (isNew, released) = followed.withLock { followed in
            defer { followed = (generation, found.releases.last?.number ?? 0) }
            // What other nodes did before this node started does not concern it.
            guard let release = followed.release else { return (false, [SharedFaults.Release]()) }
            return (followed.scenario != generation, found.releases.filter { $0.number > release })
        }
        if isNew { identifiers.begin(seed: seed) }
        for release in released { _ = faults.release(release.name) }
        try await onFollowing.withLock { $0 }?()
    }

    /// The faults before anybody has changed them.
    private var initialFaults: SharedFaults { SharedFaults(table: baselineFaults.table) }

    /// The seed of this node's identifiers; nil without one in the scenario. Nodes must not generate the same identifiers.
    var seed: UInt64? {
        let seed = read { $0.scenario?.scenario.seed }
        guard let node = shared?.node.name else { return seed }
        return seed.map { seed in node.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
    }

    /// Performs work that no two nodes perform at the same time, on what the others have changed until then.
    ///
    /// - Throws: The error that the body throws, or the store's.
    func alone<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard let shared else { return try await body() }
        return try await shared.alone {
            try await follow()
            return try await body()
        }
    }

    /// Swaps what calls depend on, while no call is inside and no other node swaps anything.
    ///
    /// - Throws: The error that the body throws, or the store's.
    func swap<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await alone { try await swaps.alone(body) }
    }

    /// Reads and changes the faults: those of all nodes, one change after the other, if several share the store.
    ///
    /// - Parameter isStrike: Whether only the counts change, which no node uses without looking at them again.
    /// - Throws: The error that the body throws, or the store's.
    func withFaults<Value: Sendable>(
        isStrike: Bool = false, _ body: @Sendable (SharedFaultBoard) throws -> Value
    ) async throws -> Value {
        guard let shared else { return try body(faults) }
        return try await shared.change(SharedFaults.name, isAnnounced: !isStrike) { (stored: inout SharedFaults?) in
            var shared = stored ?? self.initialFaults
            self.faults.adopt(shared.table)
            let value = try body(self.faults)
            shared.table = self.faults.table
            stored = shared
            return value
        }
    }

    /// Returns the faults with their counts, of all nodes.
    func currentFaults() async throws -> FaultTable {
        if let shared {
            faults.adopt((try await shared.value(SharedFaults.name, as: SharedFaults.self) ?? initialFaults).table)
        }
        return faults.table
    }

    /// Waits until the other nodes have taken over everything that has been written until now.
    func announce() async throws {
        guard let shared else { return }
        try await refresh()
        do { try await shared.node.announce(shared.revision) } catch { throw shared.pool.database.translated(error) }
    }

    /// Makes the other nodes release the calls that hang because of a fault.
    func shareRelease(_ name: String) async throws {
        guard let shared else { return }
        try await shared.change(SharedFaults.name, isAnnounced: true) { (stored: inout SharedFaults?) in
            var shared = stored ?? self.initialFaults
            let number = (shared.releases.last?.number ?? 0) + 1
            shared.releases = shared.releases.suffix(SharedFaults.releaseLimit - 1) + [.init(number: number, name: name)]
            self.followed.withLock { $0.release = number }
            stored = shared
        }
    }
}
