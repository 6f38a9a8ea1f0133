import AccountCore
import TVWorld

/// The account, the apps and the region.
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
            try database.run("DELETE FROM user_account WHERE application = ?", [.text(id.text)])
        case .allAccessReset:
            try database.run(
                "UPDATE application SET access = ?1 WHERE access <> ?1", [.text(AccessStatus.notDetermined.rawValue)])
        case .account(nil): try database.run("DELETE FROM account")
        case .account(let account?):
            try database.run(
                "INSERT OR REPLACE INTO account VALUES (0, ?, ?, ?, ?, ?)",
                [
                    .text(account.provider), .text(account.subscriber), .integer(account.signedInAt),
                    .integer(account.expiresAt), .bytes(account.seed),
                ])
        case .region(let region): try set(.region, to: region.code)
        case .trust(let trust):
            try set(.serviceEntityID, to: trust.entityID)
            try set(.serviceConsumer, to: trust.assertionConsumerServiceURL)
            try set(.serviceMetadata, to: trust.metadata)
        case .developerSettings(let settings): try write(settings)
        case .developerProviders(let providers): try write(providers)
        case .userAccount(let app, let entry): try write(entry, of: app)
        case .everything(let state): try write(everything: state)
        }
    }

    /// The names in the table `setting`.
    enum Setting: String {
        case region
        case world
        case scenario
        case clock
        case startClock = "start-clock"
        case serviceEntityID = "service-entity-id"
        case serviceConsumer = "service-assertion-consumer"
        case serviceMetadata = "service-metadata"
    }

    func set(_ setting: Setting, to value: String) throws(StoreError) {
        try database.run("INSERT OR REPLACE INTO setting VALUES (?, ?)", [.text(setting.rawValue), .text(value)])
    }
}
