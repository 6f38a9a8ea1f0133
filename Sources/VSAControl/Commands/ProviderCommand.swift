import ArgumentParser

/// `vsactl provider`
struct ProviderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "The TV providers.", subcommands: [List.self, Show.self])

    /// `vsactl provider list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the providers.")
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let device = try await DeviceControl.connect(address: global.address)
            global.show(ProvidersReport(providers: try await device.providers()))
        }
    }

    /// `vsactl provider show ID`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one provider.")
        @Argument(help: "The provider, by its identifier on the device or at the service.", completion: .live(.providers))
        var id: String
        @Flag(help: "Write its SAML metadata (an EntityDescriptor) instead.") var metadata = false
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let device = try await DeviceControl.connect(address: global.address)
            let provider = try await device.provider(id)
            let metadata = metadata ? try await device.providerMetadata(provider.id) : nil
            global.show(ProviderReport(provider: provider, metadata: metadata))
        }
    }
}

/// The providers.
struct ProvidersReport: Report {
    var providers: [ProviderRecord]

    var document: JSON { .document(["providers": .array(providers.map(\.json))]) }

    func text(_ style: Style) -> String {
        guard !providers.isEmpty else { return "" }
        return Table(
            headings: ["PROVIDER", "NAME", "MVPD", "BOARDING", "IN LINE-UP", "SUBSCRIBERS"],
            rows: providers.map {
                [
                    .init($0.id), .init($0.name), .init($0.mvpd), .init($0.boardingStatus), .init($0.isInLineUp ? "yes" : "no"),
                    .init($0.subscribers.joined(separator: " ")),
                ]
            }
        ).text(style)
    }
}

/// One provider, or its metadata.
struct ProviderReport: Report {
    var provider: ProviderRecord
    var metadata: String?

    var document: JSON {
        guard let metadata else { return .document(["provider": provider.json]) }
        return .document(["provider": provider.json, "metadata": .string(metadata)])
    }

    func text(_ style: Style) -> String {
        if let metadata { return metadata }
        return Table.pairs([
            "provider": .init(provider.id),
            "name": .init(provider.name),
            "mvpd": .init(provider.mvpd),
            "boarding": .init(provider.boardingStatus),
            "in line-up": .init(provider.isInLineUp ? "yes" : "no"),
            "schemes": .init(provider.schemes.joined(separator: " ")),
            "subscribers": .init(provider.subscribers.joined(separator: " ")),
        ]).text(style)
    }
}
