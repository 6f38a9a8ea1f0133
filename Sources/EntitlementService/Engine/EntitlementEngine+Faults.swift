import EntitlementCore
import NIOCore
import NIOPosix
import Synchronization
import TVWorld

/// The faults that the nodes of a service share.
struct SharedFaults: Sendable, Codable {
    /// A number that increases with each change to the table.
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

extension FaultBoard {
    /// Creates an empty board for the service, with delays timed by its event loops.
    convenience init() {
        self.init(side: .service) { milliseconds, end in
            let timer = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .milliseconds(milliseconds), end)
            return { timer.cancel() }
        }
    }
}

extension EntitlementEngine {
    /// Applies a fault to a call, and records it in the journal.
    func strike(
        at point: FaultPoint, names: [String], requestID: String, includingEverywhere: Bool = true
    ) async throws -> FaultTable.Strike? {
        let now = clock.milliseconds()
        guard faults.concerns(point, includingEverywhere: includingEverywhere) else { return nil }
        let strike = try await withFaults(isStrike: true) {
            $0.strike(at: point, names: names, now: now, includingEverywhere: includingEverywhere)
        }
        if let strike {
            var details = ["fault": strike.id, "point": point.rawValue, "effect": strike.effect.journalText]
            if strike.delay > 0 { details["delay"] = String(strike.delay) }
            if let bandwidth = strike.bandwidth { details["bandwidth"] = String(bandwidth) }
            journal.append(time: now, event: .faultStruck, requestID: requestID, outcome: "ok", details: details)
        }
        return strike
    }

    /// Records in the journal that a fault was added or removed.
    func note(_ event: JournalEvent, _ fault: Fault, requestID: String) {
        journal.append(
            time: clock.milliseconds(), event: event, requestID: requestID, outcome: "ok",
            details: ["fault": fault.id, "point": fault.point.rawValue, "effect": fault.effect.journalText])
    }

    /// The faults before any change.
    private var initialFaults: SharedFaults { SharedFaults(table: baselineFaults) }

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
                try self.change(&stored, body)
            }
        } catch {
            // The faults here have already changed, and it is unknown whether those in the store have.
            followed.withLock { $0.faults = nil }
            throw error
        }
    }

    /// Replaces the faults, those of all nodes, in the transaction that writes something else.
    ///
    /// - Parameter write: Writes in a transaction that contains the given change.
    /// - Returns: The replaced faults.
    /// - Throws: The error of `write`; in that case the faults do not change, either.
    func replaceFaults(
        by table: FaultTable, seed: UInt64?, _ write: (SharedChange?) async throws -> Void
    ) async throws -> [Fault] {
        guard let shared else {
            try await write(nil)
            return faults.replace(by: table, seed: seed)
        }
        let removed = Mutex<[Fault]>([])
        do {
            try await write(
                shared.partialChange(of: SharedFaults.name) { (stored: inout SharedFaults?) in
                    let faults = self.change(&stored) { $0.replace(by: table, seed: seed) }
                    removed.withLock { $0 = faults }
                })
        } catch {
            followed.withLock { $0.faults = nil }
            throw error
        }
        return removed.withLock { $0 }
    }

    /// Reads and changes the faults while no other node can change them.
    private func change<Value>(_ stored: inout SharedFaults?, _ body: (FaultBoard) throws -> Value) rethrows -> Value {
        var shared = stored ?? initialFaults
        // These are the newest.
        followed.withLock { $0.faults = nil }
        adopt(shared)
        let value = try body(faults)
        let table = faults.table
        // Before the first change, they depend on the scenario.
        if stored == nil || table != shared.table {
            (shared.table, shared.version) = (table, number(after: shared.version))
            followed.withLock { [version = shared.version] in $0.faults = version }
        }
        stored = shared
        return value
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
        if let shared { _ = try await adoptFaults(of: shared) }
        return faults.table
    }

    /// Adopts the faults of a store that nodes share, and returns everything that it contains about faults.
    func adoptFaults(of store: PostgreSQLTokenStore) async throws -> SharedFaults {
        let found = try await store.value(SharedFaults.name, as: SharedFaults.self) ?? initialFaults
        adopt(found)
        return found
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

    /// Returns a number that is greater than another, and, because it follows the time, than those that a database has lost.
    private func number(after number: Int64) -> Int64 { max(number + 1, shared?.node.time.microseconds() ?? 0) }
}

/// The applications to which a fault may be limited.
extension EntitlementEngine {
    /// Returns the possible identifiers of a client's application.
    func names(ofClient id: String) async throws -> [String] {
        try await inspect { state in
            state.clients[id].flatMap { state.statements[$0.statement] }.map { [$0.id, $0.name] } ?? []
        }
    }

    /// Returns the possible identifiers of the application that requested a registration code.
    func names(ofCode code: String) async throws -> [String] {
        let record = try await inspect { $0.registrationCodes[RegistrationCode.normalized(code) ?? code] }
        guard let record else { return [] }
        let sent = [record.device["applicationId"], record.key.applicationID].compactMap { $0 }.filter { !$0.isEmpty }
        return sent + (try await names(ofClient: record.clientID))
    }

    /// Returns the possible identifiers of the application that started a login in a browser.
    func names(ofRequest id: String) async throws -> [String] {
        guard let pending = try await inspect({ $0.pendingRequests[id] }) else { return [] }
        guard case .web(let code, _) = pending.sentBy else { return [pending.key.applicationID] }
        return try await names(ofCode: code)
    }
}
