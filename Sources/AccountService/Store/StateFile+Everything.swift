import AccountCore
import TVWorld

/// The whole state at once.
extension StateFile {
    /// Writes a state in the place of all that is there, but for the journal.
    func write(everything state: DeviceState) throws(StoreError) {
        try write(.allApplicationsRemoved)
        for app in state.applications.sortedIDs {
            try write(.application(app, state.applications[app], state.permissions[app]))
        }
        try write(.account(state.accounts.current))
        try write(.region(state.region))
        if let trust = state.trust { try write(.trust(trust)) } else { try removeTrust() }
        try write(.emptiness(state.isWorldEmpty))
        try write(state.developer.settings)
        try write(state.developer.providers)
        try write(.allUserAccountsRemoved)
        for app in state.userAccounts.applications { try write(state.userAccounts[app], of: app) }
        try set(.scenario, to: state.scenario?.document.serialized ?? "")
    }

    private func removeTrust() throws(StoreError) {
        for setting in [Setting.serviceEntityID, .serviceConsumer, .serviceMetadata] {
            try database.run("DELETE FROM setting WHERE name = ?", [.text(setting.rawValue)])
        }
    }

    /// The scenario that the device returns to; nil when there is none.
    func loadScenario() throws(StoreError) -> Scenario? {
        var text = ""
        try database.rows("SELECT value FROM setting WHERE name = ?", [.text(Setting.scenario.rawValue)]) { row in
            text = row.text(0) ?? ""
        }
        guard !text.isEmpty else { return nil }
        do throws(ScenarioError) { return try Scenario(document: Array(text.utf8)) } catch {
            throw .damaged(database.path, "the scenario cannot be read: \(error)")
        }
    }
}
