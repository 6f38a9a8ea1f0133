import AccountCore
import TVWorld

/// The developer settings.
extension StateFile {
    func write(_ settings: DeveloperSettings) throws(StoreError) {
        for setting in DeveloperSetting.allCases {
            let text =
                switch settings[setting] {
                case .flag(let isOn): isOn ? "true" : "false"
                case .text(let text): text
                }
            try database.run(
                "INSERT OR REPLACE INTO developer_setting VALUES (?, ?)", [.text(setting.rawValue), .text(text)])
        }
    }

    func write(_ providers: [DeveloperProvider]) throws(StoreError) {
        try database.run("DELETE FROM developer_provider")
        for (position, provider) in providers.enumerated() {
            try database.run(
                "INSERT INTO developer_provider VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .integer(Int64(position)), .text(provider.id), .text(provider.name), .text(provider.authenticationURL),
                    .text(provider.authenticationSchemes.map(\.rawValue).joined(separator: " ")),
                    .flag(provider.requiresSystemTrust),
                ])
        }
    }

    func loadDeveloperOptions() throws(StoreError) -> DeveloperOptions {
        let path = database.path
        var options = DeveloperOptions()
        try database.rows("SELECT name, value FROM developer_setting") { row throws(StoreError) in
            let (name, text) = (row.text(0) ?? "", row.text(1) ?? "")
            guard let setting = DeveloperSetting(rawValue: name), setting.isText || text == "true" || text == "false",
                (try? options.settings.set(setting, to: setting.isText ? .text(text) : .flag(text == "true"))) != nil
            else { throw .damaged(path, "developer setting \(name)") }
        }
        try database.rows(
            """
            SELECT id, name, authentication_url, schemes, requires_system_trust FROM developer_provider ORDER BY position
            """
        ) { row throws(StoreError) in
            let schemes = (row.text(3) ?? "").split(separator: " ").map { AuthenticationScheme(rawValue: String($0)) }
            let provider = DeveloperProvider(
                id: row.text(0) ?? "", name: row.text(1) ?? "", authenticationURL: row.text(2) ?? "",
                authenticationSchemes: schemes.compactMap(\.self), requiresSystemTrust: row.integer(4) != 0)
            guard !schemes.contains(nil), (try? provider.check()) != nil, options.provider(id: provider.id) == nil else {
                throw .damaged(path, "developer provider \(provider.id)")
            }
            options.providers.append(provider)
        }
        return options
    }
}
