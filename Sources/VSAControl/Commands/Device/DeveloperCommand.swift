import ArgumentParser
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// `vsactl developer`
struct DeveloperCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "developer", abstract: "The developer settings: Settings > Developer > TV Provider.",
        subcommands: [Show.self, Set.self, DeveloperProviderCommand.self])

    /// `vsactl developer show`
    struct Show: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the settings and the developer providers.")
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .developer(try await device.developerSettings(), try await device.developerProviders())
        }
    }

    /// `vsactl developer set SETTING VALUE`
    struct Set: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change a setting.",
            discussion: """
                simulate-expired-token: accounts at developer providers are treated as expired long ago. \
                request-timeouts-disabled: a provider may take longer than 60 seconds. set-top-box-mode: the provider \
                set-top-box-provider is at the top of the picker. The others (cache-buster, set-top-box-bundle-identifier, \
                set-top-box-user-token, set-top-box-uses-device-profile, set-top-box-supports-opt-out) are stored and have no \
                effect.

                Examples:
                  vsactl developer set simulate-expired-token on
                  vsactl developer set set-top-box-provider alpha.example
                """)
        @Argument(
            help: "The setting, as `vsactl developer show` names it.", completion: .list(DeveloperSettingsRecord.order))
        var setting: String
        @Argument(help: "on or off, or a string.") var value: String
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            let settings = try await device.setDeveloperSetting(setting, to: value)
            return .developer(settings, try await device.developerProviders())
        }
    }
}

/// `vsactl developer provider`
struct DeveloperProviderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Providers for testing before they go live.",
        discussion: """
            They are in the picker of every region, with a symbol before their names, and replace a provider with the same \
            identifier. Every subscriber that the device knows can sign in there.

            Examples:
              vsactl developer provider add test.example --name "Test TV" --url https://test.example/boot.js
              vsactl developer provider edit test.example --scheme SAML --scheme API
              vsactl developer provider remove test.example
            """,
        subcommands: [List.self, Add.self, Edit.self, Remove.self])

    /// `vsactl developer provider list`
    struct List: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the developer providers.")
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .developerProviders(try await device.developerProviders())
        }
    }

    /// `vsactl developer provider add ID`
    struct Add: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a provider.", discussion: "Adding the same one again is not an error.")
        @Argument(help: "The identifier, such as test.example.") var id: String
        @Option(help: "The name shown to users.") var name: String
        @Option(help: "The authentication URL, http or https; it is stored and never fetched.") var url: String
        @Option(help: ArgumentHelp("SAML (the default) or API; may be repeated.", valueName: "name")) var scheme: [Scheme] = []
        @Option(help: "on or off: whether the URL requires a certificate that the system trusts.") var systemTrust: Switch?
        @OptionGroup var global: GlobalOptions

        static var optionNames: [String: OptionName] {
            DeveloperProviderCommand.optionNames.merging([Keys.providerIdentifier: "the identifier"]) { $1 }
        }

        func report(_ device: DeviceControl) async throws -> Report {
            let provider = try await device.addDeveloperProvider(
                .init(
                    id: id, name: name, authenticationURL: url, schemes: scheme.map(\.rawValue),
                    requiresSystemTrust: systemTrust.map { $0 == .on }))
            return .developerProviders([provider])
        }
    }

    /// `vsactl developer provider edit ID`
    struct Edit: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change a provider; omitted settings are kept.")
        @Argument(help: "The identifier.") var id: String
        @Option(help: "The new identifier.") var newID: String?
        @Option(help: "The new name.") var name: String?
        @Option(help: "The new authentication URL.") var url: String?
        @Option(help: ArgumentHelp("SAML or API, instead of the current ones; may be repeated.", valueName: "name"))
        var scheme: [Scheme] = []
        @Option(help: "on or off: whether the URL requires a certificate that the system trusts.") var systemTrust: Switch?
        @OptionGroup var global: GlobalOptions

        static var optionNames: [String: OptionName] {
            DeveloperProviderCommand.optionNames.merging([Keys.providerIdentifier: "--new-id"]) { $1 }
        }

        private var fields: DeviceControl.DeveloperProviderFields {
            .init(
                id: newID, name: name, authenticationURL: url, schemes: scheme.map(\.rawValue),
                requiresSystemTrust: systemTrust.map { $0 == .on })
        }

        func validate() throws {
            if fields == .init() {
                throw ValidationError("Nothing to change: give --name, --url, --scheme, --system-trust or --new-id.")
            }
        }

        func report(_ device: DeviceControl) async throws -> Report {
            let provider = try await device.editDeveloperProvider(id, fields)
            if newID != nil, let remark = try await device.remark(removing: id) { StandardStream.remark("vsactl: \(remark)") }
            return .developerProviders([provider])
        }
    }

    /// `vsactl developer provider remove ID`
    struct Remove: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a provider.")
        @Argument(help: "The identifier.") var id: String
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            let left = try await device.removeDeveloperProvider(id)
            if let remark = try await device.remark(removing: id) { StandardStream.remark("vsactl: \(remark)") }
            return .developerProviders(left)
        }
    }

    private static let optionNames: [String: OptionName] = [
        Keys.name: "--name",
        Keys.authenticationURL: OptionName("--url", taking: "an http or https address; https with --system-trust on"),
        Keys.supportedAuthenticationSchemes: OptionName("--scheme", taking: "SAML and API, each once"),
    ]

    enum Scheme: String, ExpressibleByArgument, CaseIterable {
        case saml = "SAML"
        case api = "API"
    }
}

extension Report {
    static func developer(_ settings: DeveloperSettingsRecord, _ providers: [ProviderRecord]) -> Report {
        let rows = settings.names.map { name -> (String, Table.Cell?) in
            switch settings.values[name] {
            case .flag(let isOn): (name, Table.Cell(isOn ? "on" : "off", isOn ? .attention : .plain))
            case .text(let text): (name, Table.Cell(text))
            case nil: (name, Table.Cell(""))
            }
        }
        return Report(document: .document(["settings": settings, "providers": providers])) { style in
            let list = Report.developerProviders(providers).text(style)
            return Table.pairs(rows).text(style) + (list.isEmpty ? "" : "\n\n" + list)
        }
    }

    static func developerProviders(_ providers: [ProviderRecord]) -> Report {
        Report(
            "providers", providers, json: \.json,
            columns: [
                "PROVIDER": { .init($0.id) }, "NAME": { .init($0.name) },
                "SCHEMES": { .init($0.schemes.joined(separator: " ")) },
                "SYSTEM TRUST": { .init($0.requiresSystemTrust == true ? "on" : "off") },
                "AUTHENTICATION URL": { .init($0.authenticationURL ?? "") },
            ])
    }
}
