import AccountCore
import TVWorld

/// Loading of the state. A value that no version of this program writes means that the file is damaged.
extension StateFile {
    /// Returns the stored state of a device with a world.
    func load(world: World) throws(StoreError) -> DeviceState {
        let scenario = try loadScenario()
        var state = DeviceState(world: scenario?.world ?? world)
        state.scenario = scenario
        try loadSettings(into: &state)
        try loadApplications(into: &state)
        try database.rows("SELECT provider, subscriber, signed_in_at, expires_at, seed FROM account") { row in
            state.storedAccount = SystemAccount(
                provider: row.text(0) ?? "", subscriber: row.text(1) ?? "", signedInAt: row.integer(2),
                expiresAt: row.integer(3), seed: row.bytes(4))
        }
        state.developer = try loadDeveloperOptions()
        try loadUserAccounts(into: &state.userAccounts)
        return state
    }

    private func loadSettings(into state: inout DeviceState) throws(StoreError) {
        var settings: [String: String] = [:]
        try database.rows("SELECT name, value FROM setting") { row in
            if let name = row.text(0) { settings[name] = row.text(1) }
        }
        if settings[Setting.world.rawValue] == "empty" { state.emptyWorld() }
        if let code = settings[Setting.region.rawValue] {
            do throws(InvalidInput) { state.region = try Region(code) } catch {
                throw .damaged(database.path, "region \(code)")
            }
        }
        if let entityID = settings[Setting.serviceEntityID.rawValue],
            let consumer = settings[Setting.serviceConsumer.rawValue],
            let metadata = settings[Setting.serviceMetadata.rawValue]
        {
            state.trust = ServiceTrust(entityID: entityID, assertionConsumerServiceURL: consumer, metadata: metadata)
        }
    }

    private func loadApplications(into state: inout DeviceState) throws(StoreError) {
        let path = database.path
        try database.rows(
            "SELECT id, access, identification, usage_description, number, name FROM application"
        ) { row throws(StoreError) in
            let text = row.text(0) ?? ""
            guard let id = try? ApplicationID(text), let access = AccessStatus(rawValue: row.text(1) ?? "") else {
                throw .damaged(path, "application \(text)")
            }
            // An unknown identification was written by a newer version; the app is kept nevertheless.
            let identification = row.text(2).flatMap(Identification.init(rawValue:))
            state.applications.restore(
                Application(identification: identification, usageDescription: row.text(3), name: row.text(5)), id,
                number: row.integer(4))
            state.permissions[id] = access
        }
    }
}
