import TVWorld

/// Replacing the whole state.
extension DeviceReducer {
    /// Replaces the state with another one in a single step, except for the trusted service.
    ///
    /// - Parameter record: The reason, for the journal.
    func replace(_ state: inout DeviceState, by new: DeviceState, _ record: JournalRecord) -> [DeviceEffect] {
        let old = state
        state = new
        state.trust = old.trust
        var effects: [DeviceEffect] = [.store(.everything(state))]
        for app in Set(old.permissions.decided + new.permissions.decided).sorted()
        where old.permissions[app] != new.permissions[app] {
            effects.append(.announce(.accessStatusChanged(app)))
        }
        let gone = old.applications.sortedIDs.filter { new.applications[$0] == nil }
        if !gone.isEmpty { effects.append(.announce(.applicationsRemoved(gone))) }
        for app in new.applications.sortedIDs where new.applications[app] != old.applications[app] {
            effects.append(.announce(.applicationChanged(app)))
        }
        // A simulated expiry applies to every app.
        if old.storedAccount != new.storedAccount || old.account != new.account { effects.append(.announce(.accountChanged)) }
        if old.region != new.region { effects.append(.announce(.regionChanged)) }
        if old.world != new.world || old.developer.providers != new.developer.providers {
            effects.append(.announce(.worldChanged))
        }
        effects.append(.record(record))
        return effects
    }
}
