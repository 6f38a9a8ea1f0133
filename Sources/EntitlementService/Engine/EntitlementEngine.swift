import EntitlementCore
import Synchronization
import TVWorld

/// The service without HTTP: processes events, stores their changes, and records them in the journal.
public final class EntitlementEngine: Sendable {
    /// The service's clock.
    public let clock: AdjustableClock
    /// The clock's setting that a reset restores.
    let initialClock: ClockSetting
    /// The source of secrets and identifiers.
    let random = SeedableRandomSource()
    /// The journal.
    public let journal: Journal
    /// The faults.
    public let faults = FaultBoard()
    /// The metrics.
    let metrics = ServiceMetrics(version: simulatorVersion)
    /// The usage counts.
    let usage = UsageCounts()
    /// The lock that excludes calls while everything that they depend on is being swapped.
    let swaps: StateSwapLock
    /// The most recent requests.
    let requests = RequestLog()
    /// The journal on disk; nil if it is kept only in memory.
    let journalStore: JournalStore?
    /// The journal of all nodes; nil if this process is the only one.
    let sharedJournal: SharedJournal?
    let store: any TokenStore
    /// The store that several nodes share; nil if the store is not shared.
    let shared: PostgreSQLTokenStore?
    private let transient: Mutex<TransientState>
    /// The state that was last adopted from the other nodes.
    let followed = Mutex(FollowedState())
    /// Woken when another node may have written entries of the journal.
    let news = AsyncNotification()
    /// Adopts shared state outside the engine.
    let onFollowing = Mutex<(@Sendable () async throws -> Void)?>(nil)

    /// Creates a service on a store.
    ///
    /// - Parameters:
    ///   - journalLimit: The number of events in the journal's memory.
    ///   - journalStore: The store for further entries; nil for none.
    /// - Throws: An error if the store cannot be read.
    public init(
        store: any TokenStore, baseline: World, clock: AdjustableClock,
        journalLimit: Int = ServiceOptions().journalLimit, journalStore: JournalStore? = nil
    ) throws {
        shared = store as? PostgreSQLTokenStore
        // A database server may be lost during a swap; calls must then be answered within two seconds.
        swaps = StateSwapLock(patience: shared == nil ? .seconds(10) : .seconds(2))
        try store.open(baseline: baseline)
        sharedJournal = shared.map { SharedJournal($0.pool, node: $0.node.name, limit: 10 * journalLimit) }
        journal = Journal(
            limit: journalLimit, start: shared?.journalStart ?? journalStore?.nextAtStart ?? 1,
            outbox: shared == nil ? nil : JournalOutbox(limit: journalLimit))
        self.journalStore = journalStore
        self.clock = clock
        initialClock = clock.setting
        self.store = store
        transient = Mutex(TransientState(isStored: shared != nil))
        // A scenario that was loaded before a restart remains loaded, and the clock keeps its last setting, unless this
        // start specifies a different clock than the previous one.
        let machine = clock.machineMilliseconds()
        if let stored = read({ $0.clock }), stored.start == initialClock.specification,
            let setting = ClockSetting(specification: stored.setting, machine: machine)
        {
            clock.setting = setting
        } else if clock.setting == .real {
            clock.setting = baselineClock
        }
        // Its seed does not restart: the identifiers from before the restart are still in use.
        if read({ $0.scenario }) != nil {
            _ = faults.replace(by: baselineFaults, seed: read { $0.scenario?.scenario.seed })
        }
    }

    /// Processes an event. Its changes are on disk when the answer is returned.
    ///
    /// - Parameters:
    ///   - shared: A change to a value that nodes share, in the transaction of the event's changes.
    ///   - foresee: Receives the answer while its changes are being written, before it is final. Not called with a database
    ///     server, where an event may be decided repeatedly.
    /// - Throws: ``Refusal``, or the store's error if something could not be read or written; ``StoreFailure`` says when nothing has
    ///   changed.
    public func send<Answer>(
        _ event: EntitlementEvent<Answer>, requestID: String = "", with shared: SharedChange? = nil,
        foresee: (@Sendable (Answer) -> Void)? = nil
    ) async throws -> Answer {
        let result = try await decide(event, with: shared, foresee: foresee)
        var details = event.journalDetails
        let outcome: String
        switch result {
        case .success(let answer):
            guard let known = event.outcome(answer) else { return answer }
            outcome = known
            let reason = event.reason(answer)
            if let reason { details["reason"] = reason }
            metrics.note(event.journalEvent, refusal: known == "ok" ? nil : known, reason: reason)
        case .failure(let refusal):
            outcome = refusal.name
            metrics.note(event.journalEvent, refusal: outcome)
        }
        let now = clock.milliseconds()
        journal.append(time: now, event: event.journalEvent, requestID: requestID, outcome: outcome, details: details)
        usage.note(event.journalEvent, outcome: outcome, details, at: now)
        return try result.get()
    }

    /// Reads the last known configuration.
    public func read<Value: Sendable>(_ body: (EntitlementConfiguration) throws -> Value) rethrows -> Value {
        try body(store.configuration)
    }

    /// Reads the state, including records.
    ///
    /// - Throws: The store's error if something could not be read.
    public func inspect<Value: Sendable>(_ body: @Sendable (EntitlementState) throws -> Value) async throws -> Value {
        try await store.read(transient.withLock { $0 }, body)
    }

    /// Reads a configuration that another instance of the service has changed.
    ///
    /// - Throws: The store's error if it could not be read.
    public func refresh() async throws { try await inspect { _ in } }

    /// The number of events of this process that will not be in the journal on disk, or of all nodes.
    var lostEntries: Int { (journal.outbox?.lost ?? 0) + (sharedJournal?.refused ?? 0) + (journalStore?.lost ?? 0) }

    /// Stores the clock's setting.
    ///
    /// - Throws: The store's error if it could not be written.
    func keep(_ setting: ClockSetting) async throws {
        let record = record(of: setting)
        try await store.write(transient.withLock { $0 }) { _ in ((), [.save(record)]) }
    }

    /// Returns the record of a clock's setting.
    func record(of setting: ClockSetting) -> ClockRecord {
        ClockRecord(setting: setting.specification, start: initialClock.specification)
    }

    /// Replaces all records with others, in one step.
    ///
    /// - Parameter shared: A change to a value that nodes share, in the same step.
    /// - Throws: The store's error if they could not be written; ``StoreFailure`` says when nothing has changed.
    func replaceEverything(with records: [any StoredRecord], and shared: SharedChange? = nil) async throws {
        try await store.replaceEverything(with: records, and: shared)
        transient.withLock { $0 = TransientState(isStored: $0.isStored) }
    }

    /// Removes records whose expiration and retention have passed, up to a limit.
    ///
    /// - Throws: The store's error if they could not be removed.
    public func removeEnded(limit: Int) async throws -> Int {
        try await store.removeEnded(now: clock.milliseconds(), limit: limit)
    }

    /// Releases the pages of files that are kept in memory, and the records if there are no requests.
    func releaseMemory(isIdle: Bool) async {
        await store.releaseMemory(isIdle: isIdle)
        await journalStore?.releaseMemory()
    }

    /// Decides an event and writes its changes.
    ///
    /// An event without changes, like most, never waits for a writer. Any other is decided again when it is its turn to write,
    /// because another may have been written in between; one that is expected to write is decided only then.
    private func decide<Answer>(
        _ event: EntitlementEvent<Answer>, with shared: SharedChange?, foresee: (@Sendable (Answer) -> Void)?
    ) async throws -> Result<Answer, Refusal> {
        let (clock, random) = (clock, ReplayedRandomSource(random))
        @Sendable func outcome(_ state: EntitlementState, _ random: any RandomSource) -> Outcome<Answer> {
            let context = DecisionContext(now: clock.milliseconds(), random: random)
            do throws(Refusal) {
                let decision = try event.decide(state, context)
                return Outcome(result: .success(decision.answer), changes: decision.changes)
            } catch {
                return Outcome(result: .failure(error), changes: error.changes)
            }
        }
        let remembered = transient.withLock { $0 }
        // A store shared by nodes keeps every change.
        @Sendable func isKept(_ change: Change) -> Bool { change.isDurable || remembered.isStored }
        if shared == nil, !event.isExpectedToWrite {
            let result = try await store.read(remembered) { state in
                random.restart()
                return outcome(state, random)
            }
            guard result.changes.contains(where: isKept) else { return adopt(result) }
        }
        return adopt(
            try await store.write(remembered, with: shared) { state in
                // A shared store runs this repeatedly; with a different identifier each time, each would have to be looked up.
                if remembered.isStored { random.restart() }
                let result = outcome(state, remembered.isStored ? random : self.random)
                if !remembered.isStored, case .success(let answer) = result.result { foresee?(answer) }
                return (result, result.changes.filter(isKept))
            })
    }

    /// Adopts the changes of a decision that are not stored.
    private func adopt<Answer>(_ outcome: Outcome<Answer>) -> Result<Answer, Refusal> {
        if !outcome.changes.isEmpty {
            transient.withLock { transient in
                for change in outcome.changes { transient.apply(change) }
            }
        }
        return outcome.result
    }

    private struct Outcome<Answer: Sendable>: Sendable {
        var result: Result<Answer, Refusal>
        var changes: [Change]
    }
}

extension Refusal {
    /// The code of the refusal, from any of the three lists.
    var name: String {
        code?.rawValue ?? accessError?.rawValue ?? registrationError?.rawValue ?? "refused"
    }
}
