import AccountCore
import TVWorld

/// The whole state at once.
extension StateFile {
    /// Replaces everything but the journal and the trusted service with a state.
    func write(everything state: DeviceState) throws(StoreError) {
        try database.run("DELETE FROM application")
        for app in state.applications.sortedIDs {
            try write(state.stored(app))
        }
        try write(.account(state.storedAccount))
        try write(.region(state.region))
        try set(.world, to: state.isWorldEmpty ? "empty" : "baseline")
        try write(state.developer.settings)
        try write(state.developer.providers)
        try database.run("DELETE FROM user_account")
        for app in state.userAccounts.applications { try write(state.userAccounts[app], of: app) }
        try set(.scenario, to: state.scenario?.document.serialized ?? "")
    }

    /// Writes the setting of the clock.
    func write(_ clock: StoredClock) throws(StoreError) {
        try set(.clock, to: clock.setting.specification)
        try set(.startClock, to: clock.start.specification)
    }

    /// Returns the setting of the clock; nil if it was never set, or if it would now show a time that cannot be represented.
    ///
    /// - Parameter machine: The machine's time in Unix milliseconds.
    func loadClock(machine: Int64) throws(StoreError) -> StoredClock? {
        guard let text = try value(of: .clock), let startText = try value(of: .startClock),
            let setting = ClockSetting(specification: text, machine: machine),
            let start = ClockSetting(specification: startText, machine: machine)
        else { return nil }
        return StoredClock(setting: setting, start: start)
    }

    private func value(of setting: Setting) throws(StoreError) -> String? {
        var text: String?
        try database.rows("SELECT value FROM setting WHERE name = ?", [.text(setting.rawValue)]) { row in text = row.text(0) }
        return text
    }

    /// Returns the scenario that a reset restores; nil if there is none.
    func loadScenario() throws(StoreError) -> Scenario? {
        guard let text = try value(of: .scenario), !text.isEmpty else { return nil }
        do throws(ScenarioError) { return try Scenario(document: Array(text.utf8), isStored: true) } catch {
            throw .damaged(database.path, "the scenario cannot be read: \(error)")
        }
    }
}

/// The device's clock in the state file: its setting, and the daemon's start setting at that time.
///
/// The setting persists over a restart unless `VSASIM_CLOCK` has changed since, which is a deliberate choice.
struct StoredClock: Sendable, Equatable {
    /// The setting.
    var setting: ClockSetting
    /// The value of `VSASIM_CLOCK`.
    var start: ClockSetting
}
