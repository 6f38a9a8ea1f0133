import EntitlementCore
import Synchronization
import TVWorld

/// The faults that the nodes of a service share.
struct SharedFaults: Sendable, Codable {
    /// Increases with each change to the table.
    var version: Int64 = 0
    /// The faults with their counts.
    var table = FaultTable()
    /// The newest releases, which end the waits on all nodes.
    var releases: [Release] = []

    /// The release of the calls that hang because of a fault.
    struct Release: Sendable, Codable {
        var number: Int64
        var name: String
    }

    /// The number of releases that are kept; nodes adopt them within seconds.
    static let releaseLimit = 64
    /// Its name among the shared values.
    static let name = SharedValueName("faults")
}

/// The shared state that this node adopted last.
struct FollowedState: Sendable {
    /// The generation of the scenario.
    var scenario: Int64?
    /// The release of faults; nil before the first.
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
        let found = try await shared.value(SharedFaults.name, as: SharedFaults.self) ?? initialFaults
        adopt(found)
        let (isNew, released) = followed.withLock { followed in
            let generation = read { $0.scenario?.generation }
            defer {
                followed.scenario = generation
                followed.release = max(followed.release ?? 0, found.releases.last?.number ?? 0)
            }
            // Releases from before this node started do not concern it.
            guard let release = followed.release else { return (false, [SharedFaults.Release]()) }
            return (followed.scenario != generation, found.releases.filter { $0.number > release })
        }
        if isNew { identifiers.begin(seed: seed) }
        for release in released { _ = faults.release(release.name) }
        try await onFollowing.withLock { $0 }?()
    }

    /// Returns a number that is greater than another, and, because it follows the time, than those that a database has lost.
    private func number(after number: Int64) -> Int64 { max(number + 1, shared?.node.time.microseconds() ?? 0) }

    /// The faults before any change.
    private var initialFaults: SharedFaults { SharedFaults(table: baselineFaults.table) }

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

    /// Reads and changes the faults: those of all nodes, one change at a time, if several nodes share the store.
    ///
    /// - Parameter isStrike: Whether only the counts change, which no node uses without reading them again.
    /// - Throws: The error that the body throws, or the store's.
    func withFaults<Value: Sendable>(
        isStrike: Bool = false, _ body: @Sendable (FaultBoard) throws -> Value
    ) async throws -> Value {
        guard let shared else { return try body(faults) }
        do {
            return try await shared.change(SharedFaults.name, isAnnounced: !isStrike) { (stored: inout SharedFaults?) in
                var shared = stored ?? self.initialFaults
                // Nobody else can change them now, so these are the newest.
                self.followed.withLock { $0.faults = nil }
                self.adopt(shared)
                let value = try body(self.faults)
                let table = self.faults.table
                // Before the first change, they depend on the scenario.
                if stored == nil || table != shared.table {
                    (shared.table, shared.version) = (table, self.number(after: shared.version))
                    self.followed.withLock { [version = shared.version] in $0.faults = version }
                }
                stored = shared
                return value
            }
        } catch {
            // The faults here have already changed, and it is unknown whether those in the store have.
            followed.withLock { $0.faults = nil }
            throw error
        }
    }

    /// Adopts the store's faults, unless this node knows newer ones: values may arrive in a different order than they were read.
    func adopt(_ found: SharedFaults) {
        followed.withLock { followed in
            if let known = followed.faults, found.version <= known { return }
            followed.faults = found.version
            faults.adopt(found.table)
        }
    }

    /// Reads the faults again after changing them has failed.
    ///
    /// - Throws: The store's error if they could not be read.
    func correctFaults() async throws {
        if followed.withLock({ $0.faults == nil }) { _ = try await currentFaults() }
    }

    /// Returns the faults with their counts, of all nodes.
    func currentFaults() async throws -> FaultTable {
        if let shared { adopt(try await shared.value(SharedFaults.name, as: SharedFaults.self) ?? initialFaults) }
        return faults.table
    }

    /// Waits until the other nodes have adopted everything that has been written so far.
    func announce() async throws {
        guard let shared else { return }
        try await refresh()
        try await shared.pool.translating { try await shared.node.announce(shared.revision) }
    }

    /// Has the other nodes release the calls that hang because of a fault.
    func shareRelease(_ name: String) async throws {
        guard let shared else { return }
        let number = try await shared.change(SharedFaults.name, isAnnounced: true) { (stored: inout SharedFaults?) in
            var shared = stored ?? self.initialFaults
            let number = self.number(after: shared.releases.last?.number ?? 0)
            shared.releases = shared.releases.suffix(SharedFaults.releaseLimit - 1) + [.init(number: number, name: name)]
            stored = shared
            return number
        }
        followed.withLock { $0.release = max($0.release ?? 0, number) }
    }
}
