import AccountCore
import TVWorld

/// The device's clock in the state file: its setting, and the daemon's start setting at that time.
///
/// The setting persists over a restart unless `VSASIM_CLOCK` has changed since, which is a deliberate choice.
struct StoredClock: Sendable, Equatable {
    /// The setting.
    var setting: ClockSetting
    /// The value of `VSASIM_CLOCK`.
    var start: ClockSetting
}

extension StateFile {
    /// Writes the setting of the clock.
    func write(_ clock: StoredClock) throws(StoreError) {
        try set(.clock, to: clock.setting.specification)
        try set(.startClock, to: clock.start.specification)
    }

    /// Returns the setting of the clock; nil if it was never set, or if it would now show a time that cannot be represented.
    ///
    /// - Parameter machine: The machine's time in Unix milliseconds.
    func loadClock(machine: Int64) throws(StoreError) -> StoredClock? {
        let settings = try settings()
        guard let text = settings[.clock], let startText = settings[.startClock],
            let setting = ClockSetting(specification: text, machine: machine),
            let start = ClockSetting(specification: startText, machine: machine)
        else { return nil }
        return StoredClock(setting: setting, start: start)
    }
}
