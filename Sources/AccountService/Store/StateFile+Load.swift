import AccountCore
import Encodings
import TVWorld

/// Loading of the state. A value that no version of this program writes means that the file is damaged.
extension StateFile {
    /// Returns the stored state of a device with a world.
    func load(world: World) throws(StoreError) -> DeviceState {
        let settings = try settings()
        let scenario = try parsed(settings[.scenario], as: "the scenario") {
            try Scenario(document: Array($0.utf8), isStored: true)
        }
        var state = DeviceState(world: scenario?.world ?? world)
        state.scenario = scenario
        if settings[.world] == "empty" { state.emptyWorld() }
        if let region = try parsed(settings[.region], as: "the region", { try Region($0) }) { state.region = region }
        if let entityID = settings[.serviceEntityID], let consumer = settings[.serviceConsumer],
            let metadata = settings[.serviceMetadata]
        {
            state.trust = ServiceTrust(entityID: entityID, assertionConsumerServiceURL: consumer, metadata: metadata)
        }
        state.storedAccount = try parsed(settings[.account], as: "the account") {
            try SystemAccount(snapshot: JSON(parsing: $0.utf8), at: "account")
        }
        let developer = try parsed(settings[.developer], as: "the developer settings") {
            try DeveloperOptions(snapshot: JSON(parsing: $0.utf8), at: "developer")
        }
        if let developer { state.developer = developer }
        try loadApplications(into: &state)
        try loadUserAccounts(into: &state.userAccounts)
        return state
    }

    /// Returns the value of a stored text; nil without a text.
    private func parsed<Value>(
        _ text: String?, as name: String, _ parse: (String) throws -> Value
    ) throws(StoreError) -> Value? {
        guard let text else { return nil }
        do { return try parse(text) } catch {
            let reason = (error as? JSONError).map { "it is not JSON: \($0.message)" } ?? "\(error)"
            throw .damaged(database.path, "\(name) cannot be read: \(reason)")
        }
    }

    private func loadApplications(into state: inout DeviceState) throws(StoreError) {
        let path = database.path
        try database.rows(
            "SELECT id, access, identification, usage_description, number, name FROM application"
        ) { row throws(StoreError) in
            let text = row.text(0) ?? ""
            let number = row.integer(4)
            guard let id = try? ApplicationID(text), let access = AccessStatus(rawValue: row.text(1) ?? ""),
                Self.numbers.contains(number)
            else { throw .damaged(path, "application \(text)") }
            // An unknown identification was written by a newer version; the app is kept nevertheless.
            let identification = row.text(2).flatMap(Identification.init(rawValue:))
            state.applications.restore(
                Application(identification: identification, usageDescription: row.text(3), name: row.text(5)), id,
                number: number)
            state.permissions[id] = access
        }
    }

    private func loadUserAccounts(into accounts: inout UserAccounts) throws(StoreError) {
        var documents: [String] = []
        try database.rows("SELECT document FROM user_account") { row in documents.append(row.text(0) ?? "") }
        for document in documents {
            _ = try parsed(document, as: "a user account") {
                try accounts.add(snapshot: JSON(parsing: $0.utf8), at: "user-accounts")
            }
        }
    }
}
