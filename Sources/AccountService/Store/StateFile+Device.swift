import AccountCore
import TVWorld

/// The device. What has several values is stored as in a snapshot, in JSON.
extension StateFile {
    func write(_ change: DeviceChange) throws(StoreError) {
        switch change {
        case .application(let id, let application, let access, let number):
            try database.run(
                "INSERT OR REPLACE INTO application VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .text(id.text), .text(access.rawValue), .optional(application?.identification?.rawValue),
                    .optional(application?.usageDescription), .integer(number), .optional(application?.name),
                ])
        case .applicationForgotten(let id):
            try database.run("DELETE FROM application WHERE id = ?", [.text(id.text)])
            try write(nil, of: id)
        case .allAccessReset:
            try database.run(
                "UPDATE application SET access = ?1 WHERE access <> ?1", [.text(AccessStatus.notDetermined.rawValue)])
        case .account(let account): try set(.account, document: account?.snapshotDocument)
        case .region(let region): try set(.region, to: region.code)
        case .trust(let trust):
            try set(.serviceEntityID, to: trust.entityID)
            try set(.serviceConsumer, to: trust.assertionConsumerServiceURL)
            try set(.serviceMetadata, to: trust.metadata)
        case .developer(let options): try set(.developer, document: options.snapshotDocument)
        case .userAccount(let app, let entry): try write(entry, of: app)
        case .everything(let state): try write(everything: state)
        }
    }

    /// Writes the own account of an app.
    private func write(_ entry: ApplicationUserAccount?, of app: ApplicationID) throws(StoreError) {
        guard let entry else {
            return try database.run("DELETE FROM user_account WHERE application = ?", [.text(app.text)])
        }
        try database.run(
            "INSERT OR REPLACE INTO user_account VALUES (?, ?)",
            [.text(app.text), .text(entry.snapshotDocument(of: app).serialized)])
    }

    /// Replaces everything but the journal and the trusted service with a state.
    private func write(everything state: DeviceState) throws(StoreError) {
        try database.run("DELETE FROM application")
        for app in state.applications.sortedIDs {
            try write(state.stored(app))
        }
        try write(.account(state.storedAccount))
        try write(.region(state.region))
        try set(.world, to: state.isWorldEmpty ? "empty" : "baseline")
        try write(.developer(state.developer))
        try database.run("DELETE FROM user_account")
        for app in state.userAccounts.applications { try write(state.userAccounts[app], of: app) }
        try set(.scenario, document: state.scenario?.document)
    }
}

/// The table `setting`.
extension StateFile {
    /// The names in the table.
    enum Setting: String {
        case region
        case world
        case scenario
        case account
        case developer
        case clock
        case startClock = "start-clock"
        case serviceEntityID = "service-entity-id"
        case serviceConsumer = "service-assertion-consumer"
        case serviceMetadata = "service-metadata"
    }

    func set(_ setting: Setting, to value: String) throws(StoreError) {
        try database.run("INSERT OR REPLACE INTO setting VALUES (?, ?)", [.text(setting.rawValue), .text(value)])
    }

    private func set(_ setting: Setting, document: JSON?) throws(StoreError) {
        guard let document else { return try database.run("DELETE FROM setting WHERE name = ?", [.text(setting.rawValue)]) }
        try set(setting, to: document.serialized)
    }

    func settings() throws(StoreError) -> [Setting: String] {
        var settings: [Setting: String] = [:]
        try database.rows("SELECT name, value FROM setting") { row in
            if let setting = row.text(0).flatMap(Setting.init(rawValue:)) { settings[setting] = row.text(1) }
        }
        return settings
    }
}
