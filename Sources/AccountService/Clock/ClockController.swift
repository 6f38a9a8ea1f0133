import AccountCore
import TVWorld

/// Sets the device's clock, one change at a time, with everything that depends on it: the stored setting, the file that other
/// programs follow, the journal, and the expiry of the account.
struct ClockController: Sendable {
    let services: DeviceServices
    /// The setting with which the daemon was started; the clock may have been changed before a restart.
    let start: ClockSetting
    /// The file from which other programs read the setting; nil: none.
    let file: ClockFile?
    let expiry: ExpiryWatch

    var clock: AdjustableClock { services.clock }

    /// Writes the file and starts watching the account.
    func begin() async {
        publish()
        await expiry.look()
    }

    /// Changes the setting. When this returns, all interested parts have been notified.
    ///
    /// - Parameter change: Receives the current setting and the machine's time in Unix milliseconds.
    /// - Throws: The error that `change` throws, or `StoreError`; in either case nothing has changed.
    // Inlined into a caller, it crashes the optimizer of Swift 6.3.1.
    @inline(never)
    func change(_ change: @Sendable (ClockSetting, _ machine: Int64) throws -> ClockSetting) async throws {
        guard try await services.store.change(clock, start: start, change, publish: swap) else { return }
        await expiry.look()
    }

    /// Changes the setting as part of a larger change, which also stores it and checks the account afterwards. Called while the
    /// device's lock is held: the file and the journal must receive the settings in the order in which they take effect.
    @Sendable func swap(to setting: ClockSetting) {
        guard clock.setting != setting else { return }
        clock.setting = setting
        publish()
        services.journal.record(
            JournalRecord(
                .clockChanged,
                details: [
                    JournalDetail("specification", clock.setting.specification),
                    JournalDetail("time", .number(clock.milliseconds())),
                ]))
    }

    /// Writes the file. If that fails, the clock is still correct, and the reason is written to standard error.
    private func publish() {
        do { try file?.write(clock.setting) } catch { StandardError.write("vsad: the clock file: \(error)") }
    }
}
