import ArgumentParser
import TVWorld

/// `vsactl provider`
struct ProviderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "The TV providers.",
        subcommands: [List.self, Show.self, Add.self, Remove.self])

    /// `vsactl provider list`
    struct List: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the providers.")
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report { .providers(try await device.providers()) }
    }

    /// `vsactl provider show ID`
    struct Show: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one provider.")
        @Argument(help: "The provider, by its identifier on the device or at the service.", completion: .live(.providers))
        var id: String
        @Flag(help: "Write its SAML metadata (an EntityDescriptor) instead.") var metadata = false
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            let provider = try await device.provider(id)
            let metadata = metadata ? try await device.providerMetadata(provider.id) : nil
            return .provider(provider, metadata: metadata)
        }
    }

    /// `vsactl provider add FILE`
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add the providers of a file to the device and its service.",
            discussion: """
                The file is YAML or JSON with providers, their subscribers, and integrations with requestors, with the keys of a \
                scenario (docs/scenarios.md). Existing providers are changed where the file contains a value. Everything else \
                stays as it is: the signed-in account, access, sessions. A reset keeps the new providers, until another scenario \
                is loaded.
                """)
        @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file()) var file: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let providers = try ProviderFile(reading: file)
            let loader = StateLoader(bus: global.address, service: try ServiceControl.present())
            try await loader.changeWorld(as: file) { try providers.added(to: $0) }
            let device = try await DeviceControl.connect(address: global.address)
            let known = try await device.providers()
            let added = providers.providers.compactMap { id in known.first { $0.id == id } }
            for provider in added where provider.subscribers.isEmpty {
                StandardStream.remark("vsactl: nobody can sign in at \(provider.id): \(file) lists no subscribers for it")
            }
            global.show(.providers(added))
        }
    }

    /// `vsactl provider remove ID`
    struct Remove: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a provider from the device and its service.",
            discussion: """
                Its subscribers, integrations and temporary passes are also removed. Everything else is kept, even after a reset. \
                Sessions with it at the service are kept, too, but are invalid until it is added again. A provider is not removed \
                while one of its subscribers is signed in on the device.
                """)
        @Argument(help: "The provider, by its identifier on the device or at the service.", completion: .live(.providers))
        var id: String
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            let provider = try await device.provider(id)
            if let account = try await device.account(), account.provider == provider.id {
                throw Failure(
                    .failed, "\(account.usage); nothing was removed", advice: "Sign out first: vsactl account sign-out")
            }
            let loader = StateLoader(bus: global.address, service: try ServiceControl.present())
            try await loader.changeWorld(as: "without \(provider.id)") { $0.removing(provider: provider.id) }
            return .providers(try await device.providers())
        }
    }
}

extension Report {
    static func providers(_ providers: [ProviderRecord]) -> Report {
        Report(
            "providers", providers, json: \.json,
            columns: [
                "PROVIDER": { .init($0.id) }, "NAME": { .init($0.name) }, "MVPD": { .init($0.mvpd) },
                "BOARDING": { .init($0.boardingStatus) }, "IN LINE-UP": { .init($0.isInLineUp ? "yes" : "no") },
                "SUBSCRIBERS": { .init($0.subscribers.joined(separator: " ")) },
            ])
    }

    /// Returns one provider, or its metadata.
    static func provider(_ provider: ProviderRecord, metadata: String?) -> Report {
        if let metadata {
            return Report(["provider": provider, "metadata": metadata], text: metadata)
        }
        return Report(
            ["provider": provider],
            pairs: [
                "provider": .init(provider.id),
                "name": .init(provider.name),
                "mvpd": .init(provider.mvpd),
                "boarding": .init(provider.boardingStatus),
                "in line-up": .init(provider.isInLineUp ? "yes" : "no"),
                "schemes": .init(provider.schemes.joined(separator: " ")),
                "subscribers": .init(provider.subscribers.joined(separator: " ")),
            ])
    }
}
