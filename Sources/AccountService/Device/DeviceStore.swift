import AccountCore
import TVWorld

/// The one writer: applies events to the device, stores what they change, and shows the new state when it is on the disk.
///
/// Works on a thread of its own, since a commit waits for the disk.
actor DeviceStore {
    private let executor: ThreadExecutor
    private let reducer: DeviceReducer
    private let journal: Journal
    private let clock: any WorldClock
    private var file: StateFile?
    /// What readers see.
    nonisolated let device: Device

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What opening the file gave.
    struct Opened {
        var store: DeviceStore
        var journal: Journal
    }

    /// Opens the file in a folder that is locked already.
    ///
    /// - Parameter maximumPages: As for `StateFile`.
    static func open(
        _ folder: StateFolder, world: World, clock: any WorldClock, maximumPages: Int? = nil
    ) async throws -> Opened {
        // The file is opened here and handed over, before anybody else can know it.
        let file = try StateFile(path: folder.stateFile, maximumPages: maximumPages)
        let state = try file.load(world: world)
        let journal = Journal(nextSequence: try file.nextJournalSequence(), clock: clock)
        let store = DeviceStore(file: file, state: state, world: world, journal: journal, clock: clock)
        journal.attach(store)
        return Opened(store: store, journal: journal)
    }

    private init(file: sending StateFile, state: DeviceState, world: World, journal: Journal, clock: any WorldClock) {
        executor = ThreadExecutor()
        reducer = DeviceReducer(baseline: world)
        self.journal = journal
        self.clock = clock
        self.file = file
        device = Device(state)
    }

    /// Applies an event. When this returns it is on the disk and visible; when it throws nothing has changed.
    ///
    /// - Returns: What the bus has to be told.
    /// - Throws: `DeviceEventError`, `StoreError`.
    func perform(_ event: DeviceEvent) throws -> [Announcement] {
        let file = try openFile()
        var state = device.state
        let effects = try reducer.reduce(&state, event)
        guard !effects.isEmpty else { return [] }
        try file.commit(effects.compactMap { if case .store(let change) = $0 { change } else { nil } })
        device.replace(state)
        var announcements: [Announcement] = []
        for effect in effects {
            switch effect {
            case .store: break
            case .announce(let announcement): announcements.append(announcement)
            case .record(let record): journal.record(record)
            }
        }
        return announcements
    }

    /// Writes the entries of the journal that wait at this moment; what comes meanwhile waits for the next time, so that a
    /// flood of calls does not keep the disk busy. Between two batches a durable write gets its turn.
    ///
    /// - Throws: `StoreError`; the entries wait on.
    func writeJournal() async throws {
        let end = journal.lastSequence
        while let file, let last = try journal.writeBatch({ (entries) throws(StoreError) in try file.append(entries) }),
            last < end
        {
            await Task.yield()
        }
    }

    /// Entries of the journal in ascending order, those that wait included.
    func journal(after: Int64?, limit: Int, application: ApplicationID?) async throws -> [JournalEntry] {
        try await writeJournal()
        return try openFile().journal(after: after, limit: limit, application: application)
    }

    /// Writes what waits and closes the file. Every later write throws.
    func close() async {
        do { try await writeJournal() } catch { StandardError.write("vsad: journal: \(error)") }
        file = nil
    }

    private func openFile() throws(StoreError) -> StateFile {
        guard let file else { throw StoreError(.disk, "the daemon is shutting down; nothing was changed") }
        return file
    }
}
