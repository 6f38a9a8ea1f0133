import EntitlementCore
import TVWorld

extension EntitlementEngine {
    /// Changes the clock; the new setting is on disk before it takes effect.
    ///
    /// - Parameter change: Returns the new setting; nil for none, in which case nothing changes.
    /// - Returns: Whether there is one.
    /// - Throws: The store's error if it could not be written; unless it is ``StoreFailure/Kind/unconfirmed``, nothing has
    ///   changed.
    @discardableResult
    func changeClock(requestID: String, _ change: (ClockSetting) -> ClockSetting?) async throws -> Bool {
        try await swap {
            guard let setting = change(clock.setting) else { return false }
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
