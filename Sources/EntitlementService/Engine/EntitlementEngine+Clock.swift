import EntitlementCore
import TVWorld

extension EntitlementEngine {
    /// Sets the clock; the setting is on disk before it takes effect.
    ///
    /// - Throws: The store's error if it could not be written; unless it is ``StoreFailure/Kind/unconfirmed``, nothing has
    ///   changed.
    func setClock(_ setting: ClockSetting, requestID: String) async throws {
        try await swap {
            try await keep(setting)
            show(setting, isNews: true, requestID: requestID)
        }
    }

    /// Moves the clock; returns false if the new time could not be represented.
    ///
    /// - Throws: The store's error if it could not be written; unless it is ``StoreFailure/Kind/unconfirmed``, nothing has
    ///   changed.
    func advanceClock(_ milliseconds: Int64, requestID: String) async throws -> Bool {
        try await swap {
            let machine = clock.machineMilliseconds()
            guard let setting = clock.setting.advanced(by: milliseconds, machine: machine) else { return false }
            try await keep(setting)
            show(setting, isNews: true, requestID: requestID)
            return true
        }
    }

    /// Applies a setting that is already stored. Called while no calls are processed.
    ///
    /// - Parameter isNews: Whether to write a journal entry even if the setting is unchanged.
    func show(_ setting: ClockSetting, isNews: Bool = false, requestID: String) {
        guard isNews || clock.setting != setting else { return }
        clock.setting = setting
        let time = clock.milliseconds()
        journal.append(
            time: time, event: .clockChanged, requestID: requestID, outcome: "ok",
            details: ["specification": setting.specification, "time": String(time)])
    }
}
