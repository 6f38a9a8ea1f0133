import AccountCore
import TVWorld

/// Sets the device's clock, one change after the other: the clock itself, the file by which others follow it, the journal, and
/// what is over by then.
actor ClockKeeper {
    /// The clock.
    nonisolated let clock: AdjustableClock
    private let file: ClockFile?
    private let journal: Journal
    private let expiry: ExpiryWatch
    /// What a reset returns to.
    private var baseline: ClockSetting
    /// How the daemon was started.
    private let original: ClockSetting

    /// - Parameter file: Where others read the setting; nil: nowhere.
    init(clock: AdjustableClock, file: ClockFile?, journal: Journal, expiry: ExpiryWatch) {
        self.clock = clock
        self.file = file
        self.journal = journal
        self.expiry = expiry
        original = clock.setting
        baseline = original
    }

    /// Begins: the file says what is so, and the account is watched.
    func begin() async {
        publish()
        await expiry.look()
    }

    /// Changes the setting. When this returns everybody has been told.
    ///
    /// - Parameter change: Gets the setting in force and the machine's time in Unix milliseconds.
    /// - Throws: What `change` throws; nothing has changed then.
    func change(_ change: (ClockSetting, _ machine: Int64) throws -> ClockSetting) async throws {
        let old = clock.setting
        let new = try clock.adjust(change)
        guard new != old else { return }
        publish()
        journal.record(
            JournalRecord(
                .clockChanged,
                details: [
                    JournalDetail("specification", new.specification), JournalDetail("time", .number(clock.milliseconds())),
                ]))
        await expiry.look()
    }

    /// Back to the scenario's clock, else to the one that the daemon was started with.
    func reset() async {
        let baseline = baseline
        // Nothing is refused here.
        try? await change { _, _ in baseline }
    }

    /// Decides what a reset returns to; nil: how the daemon was started.
    func setBaseline(_ setting: ClockSetting?) { baseline = setting ?? original }

    /// The clock is right even when nobody else can be told; who looks at standard error learns why.
    private func publish() {
        do { try file?.write(clock.setting) } catch { StandardError.write("vsad: the clock file: \(error)") }
    }
}
