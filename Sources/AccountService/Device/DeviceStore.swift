import AccountCore
import CMalloc
import DBus
import TVWorld
import ThreadExecutors

/// The only writer: applies events to the device, stores the changes, and publishes the new state when it is on disk.
///
/// Runs on its own thread, because a commit waits for the disk.
actor DeviceStore {
    private let executor: ThreadExecutor
    private let reducer: DeviceReducer
    private var file: StateFile?
    /// The state that readers see.
    nonisolated let device: Device
    /// The journal, which is written to the file.
    nonisolated let journal: Journal
    /// The setting of the clock when the file was last written; nil if it was never set.
    nonisolated let formerClock: StoredClock?
    /// The world that a reset restores if no scenario is loaded.
    nonisolated var baseline: World { reducer.baseline }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// The executor for tasks that call the store without changing threads.
    nonisolated var taskExecutor: any TaskExecutor { executor.forTasks() }

    /// Opens the file in a folder that is already locked.
    ///
    /// - Parameters:
    ///   - monitors: The connections that are notified of journal entries.
    ///   - maximumPages, isSynced: As for `StateFile`.
    static func open(
        _ folder: StateFolder, world: World, clock: AdjustableClock, monitors: JournalMonitors,
        maximumPages: Int? = nil, isSynced: Bool = true
    ) async throws -> DeviceStore {
        // The file is opened here and passed on before anything else can access it.
        let file = try StateFile(path: folder.stateFile, maximumPages: maximumPages, isSynced: isSynced)
        var state = try file.load(world: world)
        try forgetStranger(&state, in: file)
        let formerClock = try file.loadClock(machine: clock.machineMilliseconds())
        let journal = Journal(nextSequence: try file.nextJournalSequence(), clock: clock, monitors: monitors)
        let store = DeviceStore(file: file, state: state, world: world, journal: journal, formerClock: formerClock)
        journal.attach(store)
        return store
    }

    /// Signs out a user who does not exist in the world with which the daemon was started.
    private static func forgetStranger(_ state: inout DeviceState, in file: StateFile) throws(StoreError) {
        guard let account = state.storedAccount else { return }
        let isKnown =
            account.isRemembered
            ? state.provider(id: account.provider) != nil
            : state.subscriber(provider: account.provider, username: account.subscriber) != nil
        guard !isKnown else { return }
        try file.commit([.account(nil)])
        state.storedAccount = nil
        StandardError.write("vsad: the account at \(account.provider) is signed out: this world has no such subscriber")
    }

    private init(
        file: sending StateFile, state: DeviceState, world: World, journal: Journal, formerClock: StoredClock?
    ) {
        executor = ThreadExecutor()
        reducer = DeviceReducer(baseline: world)
        self.file = file
        device = Device(state)
        self.journal = journal
        self.formerClock = formerClock
    }

    /// Applies a single event, as `perform(_:)` applies several.
    func perform(_ event: DeviceEvent) async throws -> [Announcement] { try await perform([event]) }

    /// Applies events in one transaction. When this returns, they are on disk and visible; if it throws, nothing has changed.
    ///
    /// - Returns: The announcements for the bus.
    /// - Throws: the errors of `DeviceReducer`, `StoreError`.
    func perform(_ events: [DeviceEvent]) async throws -> [Announcement] {
        try await device.lock.withLock {
            var state = device.state
            let consequences = try commit(events, to: &state)
            if !consequences.changes.isEmpty { device.replace(state) }
            record(consequences.records, in: state)
            return consequences.announcements
        }
    }

    /// Applies events together with changes of the rest of the device: when the events are on disk, the new state is published
    /// and `others` is called on the bus thread, which also answers calls, so that no call sees a partial change. The caller
    /// holds the device's lock.
    ///
    /// - Parameters:
    ///   - clock: The new setting of the clock; stored together with the events.
    ///   - others: Changes everything that is not stored, including the clock. It must not block.
    /// - Returns: The announcements for the bus.
    /// - Throws: the errors of `DeviceReducer`, `StoreError`; nothing has changed in that case.
    func swap(
        _ events: [DeviceEvent], clock: StoredClock, on connection: Connection, _ others: @escaping @Sendable () -> Void
    ) async throws -> [Announcement] {
        var state = device.state
        let consequences = try commit(events, to: &state, clock: clock)
        await device.replace(state, together: others, on: connection)
        record(consequences.records, in: state)
        return consequences.announcements
    }

    /// Sets the clock; the setting is on disk before it takes effect.
    ///
    /// - Parameters:
    ///   - start: The clock with which the daemon was started.
    ///   - change: Receives the current setting and the machine's time in Unix milliseconds.
    ///   - publish: Sets the clock to the new setting and announces it, before another change begins.
    /// - Returns: Whether the setting has changed.
    /// - Throws: The errors of `change`, `StoreError`; nothing has changed in that case.
    func change(
        _ clock: AdjustableClock, start: ClockSetting, _ change: @Sendable (ClockSetting, Int64) throws -> ClockSetting,
        publish: @Sendable (ClockSetting) -> Void
    ) async throws -> Bool {
        try await device.lock.withLock {
            let old = clock.setting
            let new = try change(old, clock.machineMilliseconds())
            guard new != old else { return false }
            try keep(StoredClock(setting: new, start: start))
            publish(new)
            return true
        }
    }

    /// Stores the setting of the clock.
    ///
    /// - Throws: `StoreError`.
    func keep(_ clock: StoredClock) throws(StoreError) { try openFile().commit([], clock: clock) }

    private func commit(
        _ events: [DeviceEvent], to state: inout DeviceState, clock: StoredClock? = nil
    ) throws -> Consequences {
        let file = try openFile()
        let before = state
        var consequences = Consequences()
        for event in events { try consequences.apply(event, to: &state, by: reducer) }
        consequences.announcements = consequences.announcements.compactMap { announcement in
            // Where a voucher grants access anyway, a decision changes nothing for the app.
            guard case .accessStatusChanged(let app) = announcement,
                before.accessStatus(of: app) == state.accessStatus(of: app)
            else { return announcement }
            return state.applications[app].map { _ in .applicationChanged(app) }
        }
        consequences.announcements += state.announcementsOfVouchers(since: before)
        try file.commit(consequences.changes, clock: clock)
        return consequences
    }

    private func record(_ records: [JournalRecord], in state: DeviceState) {
        for var record in records {
            // Not every reducer knows how an app was identified, but the device does.
            if record.identification == nil, let app = record.application {
                record.identification = state.applications[app]?.identification
            }
            journal.record(record)
        }
    }

    /// Writes the journal entries that are waiting at this moment; later entries wait for the next call, so that a flood of calls
    /// does not keep the disk busy. Durable writes can run between two batches.
    ///
    /// - Throws: `StoreError`, in which case the entries continue to wait.
    func writeJournal() async throws {
        let end = journal.lastSequence
        while let file, let last = try journal.writeBatch({ (entries) throws(StoreError) in try file.append(entries) }),
            last < end
        {
            await Task.yield()
        }
    }

    /// Returns unused memory to the system, including the pages of the file that are kept in memory.
    func returnMemory() {
        file?.database.releaseMemory()
        malloc_trim(0)
    }

    /// Returns journal entries in ascending order, including those that have not been written.
    func journalEntries(after: Int64?, limit: Int, application: ApplicationID?) async throws -> [JournalEntry] {
        try await writeJournal()
        return journal.counted(try openFile().journal(after: after, limit: limit, application: application))
    }

    /// Writes pending data and closes the file. All later writes throw an error.
    func close() async {
        do { try await writeJournal() } catch { StandardError.write("vsad: journal: \(error)") }
        file = nil
    }

    private func openFile() throws(StoreError) -> StateFile {
        guard let file else { throw StoreError(.disk, "the daemon is shutting down; nothing was changed") }
        return file
    }
}

/// The effects of events, grouped by the component that handles them.
struct Consequences {
    /// To be stored, in this order and in one transaction.
    var changes: [DeviceChange] = []
    /// The announcements on the bus.
    var announcements: [Announcement] = []
    /// For the journal.
    var records: [JournalRecord] = []

    /// Applies an event and adds its effects. If this throws, the state is unchanged.
    ///
    /// - Throws: the errors of `DeviceReducer`.
    mutating func apply(_ event: DeviceEvent, to state: inout DeviceState, by reducer: DeviceReducer) throws {
        for effect in try reducer.reduce(&state, event) {
            switch effect {
            case .store(let change): changes.append(change)
            case .announce(let announcement): announcements.append(announcement)
            case .record(let record): records.append(record)
            }
        }
    }
}
