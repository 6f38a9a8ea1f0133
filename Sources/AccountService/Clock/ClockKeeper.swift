import AccountCore
import TVWorld

/// Sets the device's clock, one change after the other: the clock itself, what is stored of it, the file by which others follow it,
/// the journal, and what is over by then.
struct ClockKeeper: Sendable {
    /// The clock.
    let clock: AdjustableClock
    /// How the daemon was started.
    let start: ClockSetting
    private let store: DeviceStore
    private let file: ClockFile?
    private let journal: Journal
    private let expiry: ExpiryWatch

    /// - Parameters:
    ///   - start: What the daemon was started with; the clock may have been set since, before a restart.
    ///   - file: Where others read the setting; nil: nowhere.
    init(
        clock: AdjustableClock, start: ClockSetting, store: DeviceStore, file: ClockFile?, journal: Journal, expiry: ExpiryWatch
    ) {
        self.clock = clock
        self.start = start
        self.store = store
        self.file = file
        self.journal = journal
        self.expiry = expiry
    }

    /// What a reset returns to: the scenario's clock, else the one that the daemon was started with.
    var baseline: ClockSetting { store.device.state.scenario?.deviceClock ?? start }

    /// Begins: the file says what is so, and the account is watched.
    func begin() async {
        publish()
        await expiry.look()
    }

    /// Changes the setting. When this returns everybody has been told.
    ///
    /// - Parameter change: Gets the setting in force and the machine's time in Unix milliseconds.
    /// - Throws: What `change` throws, `StoreError`; nothing has changed then.
    func change(_ change: @Sendable (ClockSetting, _ machine: Int64) throws -> ClockSetting) async throws {
        guard try await store.change(clock, start: start, change) else { return }
        tell()
        await expiry.look()
    }

    /// Changes the setting as a part of something larger, which has stored it and lets the account be looked at afterwards. Never
    /// waits for others.
    func swap(to setting: ClockSetting) {
        guard clock.setting != setting else { return }
        clock.adjust { _, _ in setting }
        tell()
    }

    private func tell() {
        publish()
        journal.record(
            JournalRecord(
                .clockChanged,
                details: [
                    JournalDetail("specification", clock.setting.specification),
                    JournalDetail("time", .number(clock.milliseconds())),
                ]))
    }

    /// The clock is right even when nobody else can be told; who looks at standard error learns why.
    private func publish() {
        do { try file?.write(clock.setting) } catch { StandardError.write("vsad: the clock file: \(error)") }
    }
}
