import EntitlementCore
import Synchronization
import TVWorld

/// The service without HTTP: takes events, keeps what they change, tells the journal.
public final class EntitlementEngine: Sendable {
    /// Where the service's time comes from.
    public let clock: AdjustableClock
    /// The clock's setting that a reset returns to.
    let initialClock: ClockSetting
    /// Where secrets and identifiers come from.
    public let random: any RandomSource
    /// Where the identifiers of a scenario's seed come from.
    let identifiers: IdentifierSource
    /// What happened.
    public let journal: Journal
    /// What goes wrong on demand.
    public let faults = SharedFaultBoard()
    /// What happened how often.
    let metrics = ServiceMetrics(version: entitlementServiceVersion)
    /// How often what happened.
    public let usage = UsageCounts()
    /// Keeps calls out while all that they are answered from is swapped.
    let swaps = SwapGate()
    /// Scenarios on their way in.
    let scenarios = ScenarioLoading()
    /// The requests that were answered last.
    let requests = RequestLog()
    /// The journal on the disk; nil when it is kept in memory only.
    let journalStore: JournalStore?
    private let store: any TokenStore
    private let transient = Mutex(TransientState())

    /// A service on a store.
    ///
    /// - Parameters:
    ///   - journalLimit: How many events the journal remembers.
    ///   - journalStore: Where it keeps more of them; nil: nowhere.
    /// - Throws: when the store cannot be read.
    public init(
        store: any TokenStore, baseline: World, clock: AdjustableClock, random: any RandomSource = SystemRandomSource(),
        journalLimit: Int = ServiceOptions().journalLimit, journalStore: JournalStore? = nil
    ) throws {
        journal = Journal(limit: journalLimit, start: journalStore?.nextAtStart ?? 1)
        self.journalStore = journalStore
        self.clock = clock
        initialClock = clock.setting
        let identifiers = IdentifierSource(unseeded: random.identifier)
        self.identifiers = identifiers
        self.random = SeedableRandomSource(secrets: random, identifiers: identifiers)
        self.store = store
        try store.open(baseline: baseline)
        // A scenario that was loaded before a restart goes on, and so does the clock as it was set last; a clock that the start names
        // now, and did not name then, is stronger.
        let machine = SystemClock.machineMilliseconds()
        if let stored = read({ $0.clock }), stored.start == initialClock.specification,
            let setting = ClockSetting(specification: stored.setting, machine: machine)
        {
            clock.adjust { _, _ in setting }
        } else if clock.setting == .real {
            clock.adjust { _, _ in baselineClock }
        }
        // Its seed does not start again: what it has named before the restart is still there.
        if read({ $0.scenario }) != nil {
            _ = faults.replace(by: baselineFaults.table, seed: baselineFaults.seed)
        }
    }

    /// Takes an event. What it changes is on the disk when the answer is given.
    ///
    /// - Throws: ``Refusal``, or the store's error when something could not be read or written; then nothing has changed.
    public func send<Event: EntitlementEvent>(_ event: Event, requestID: String = "") async throws -> Event.Answer {
        let result = try await decide(event)
        let outcome: String
        switch result {
        case .success(let answer) where !Event.isFinal(answer): return answer
        case .success(let answer):
            outcome = Event.outcome(answer)
            metrics.note(Event.journalEvent, refusal: outcome == "ok" ? nil : outcome)
        case .failure(let refusal):
            outcome = refusal.name
            metrics.note(Event.journalEvent, refusal: outcome)
        }
        let (now, details) = (clock.milliseconds(), event.journalDetails)
        journal.append(time: now, event: Event.journalEvent, requestID: requestID, outcome: outcome, details: details)
        usage.note(Event.journalEvent, outcome: outcome, requestor: details["requestor"] ?? "", at: now)
        return try result.get()
    }

    /// Looks at the configuration as it was known last.
    public func read<Value: Sendable>(_ body: (EntitlementConfiguration) throws -> Value) rethrows -> Value {
        try body(store.configuration)
    }

    /// Looks at the state, with records.
    ///
    /// - Throws: the store's error when something could not be read.
    public func inspect<Value: Sendable>(_ body: @Sendable (EntitlementState) throws -> Value) async throws -> Value {
        try await store.read(transient.withLock { $0 }, body)
    }

    /// Takes notice of a configuration that another instance of the service has changed.
    ///
    /// - Throws: the store's error when it could not be read.
    public func refresh() async throws { try await inspect { _ in } }

    /// A page of records, the newest first.
    ///
    /// - Throws: the store's error when they could not be read.
    public func list<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> RecordPage<Record> {
        try await store.list(query)
    }

    /// How many records there are.
    ///
    /// - Throws: the store's error when they could not be read.
    public func count<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> Int { try await store.count(query) }

    /// Remembers what is done to the clock.
    ///
    /// - Throws: the store's error when it could not be written.
    func keep(_ setting: ClockSetting) async throws {
        let record = record(of: setting)
        try await store.write(transient.withLock { $0 }) { _ in ((), [.saveClock(record)]) }
    }

    /// What is remembered of a clock's setting.
    func record(of setting: ClockSetting) -> ClockRecord {
        ClockRecord(setting: setting.specification, start: initialClock.specification)
    }

    /// All records.
    ///
    /// - Throws: the store's error when they could not be read.
    func everything() async throws -> [any StoredRecord] { try await store.everything() }

    /// Removes all records and adds others, in one step.
    ///
    /// - Throws: the store's error when they could not be written; then nothing has changed.
    func replaceEverything(with records: [any StoredRecord]) async throws {
        try await store.replaceEverything(with: records)
        transient.withLock { $0 = TransientState() }
    }

    /// Removes records whose end and retention are over, at most so many.
    ///
    /// - Throws: the store's error when they could not be removed.
    public func removeEnded(limit: Int) async throws -> Int {
        try await store.removeEnded(now: clock.milliseconds(), limit: limit)
    }

    /// Decides an event and writes what it changes.
    ///
    /// An event that changes nothing, as most do, never waits for a writer. Any other is decided again when its turn to write
    /// has come, because another may have been written in between.
    private func decide<Event: EntitlementEvent>(_ event: Event) async throws -> Result<Event.Answer, Refusal> {
        let (clock, random) = (clock, random)
        @Sendable func outcome(_ state: EntitlementState) -> Outcome<Event.Answer> {
            let context = DecisionContext(now: clock.milliseconds(), random: random)
            do throws(Refusal) {
                let decision = try event.decide(state, context)
                return Outcome(result: .success(decision.answer), changes: decision.changes)
            } catch {
                return Outcome(result: .failure(error), changes: error.changes)
            }
        }
        let remembered = transient.withLock { $0 }
        var result = try await store.read(remembered, outcome)
        if result.changes.contains(where: \.isDurable) {
            result = try await store.write(remembered) { state in
                let result = outcome(state)
                return (result, result.changes.filter(\.isDurable))
            }
        }
        if !result.changes.isEmpty {
            transient.withLock { transient in
                for change in result.changes { transient.apply(change) }
            }
        }
        return result.result
    }

    private struct Outcome<Answer: Sendable>: Sendable {
        var result: Result<Answer, Refusal>
        var changes: [Change]
    }
}

extension Refusal {
    /// The code of the refusal, in whichever of the three lists it stands.
    var name: String {
        code?.rawValue ?? accessError?.rawValue ?? registrationError?.rawValue ?? "refused"
    }
}
