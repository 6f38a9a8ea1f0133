import Administration
import ArgumentParser
import TVWorld

/// `vsactl custom-scheme`
struct CustomSchemeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "custom-scheme", abstract: "The URL schemes of requestors' apps, which logins return to.",
        subcommands: [List.self, Generate.self, Remove.self])

    /// `vsactl custom-scheme list`
    struct List: ResourceListCommand {
        typealias Element = CustomSchemeResource
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the schemes.")
        @Option(help: "Only this requestor's.", completion: .live(.requestors)) var requestor: String?
        @OptionGroup var global: GlobalOptions
    }

    /// `vsactl custom-scheme generate REQUESTOR`
    struct Generate: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "generate", abstract: "Generate a scheme for a requestor: adbe. and random characters.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let id = try await service.requestor(requestor).id
            let generated: CustomSchemeResource = try await service.create(JSON.given(["requestor": id]))
            let isListed = try await service.list(requestor: id).contains(generated)
            try Failure.require(isListed, "the service does not list the scheme \(generated.scheme)")
            return Report([generated])
        }
    }

    /// `vsactl custom-scheme remove REQUESTOR SCHEME`
    struct Remove: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a scheme; logins can no longer return to it.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @Argument(help: "The scheme, without ://.") var scheme: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let id = try await service.requestor(requestor).id
            let record = try await service.list(CustomSchemeResource.self, requestor: id)
                .element(named: scheme, by: \.scheme, as: "custom scheme of \(id)")
            try await service.remove(CustomSchemeResource.self, id, record.scheme)
            let isThere = try await service.list(requestor: id).contains(record)
            try Failure.require(!isThere, "the service still lists the scheme \(scheme)")
            return Report([record])
        }
    }
}

extension CustomSchemeResource: TableResource {
    static var columns: Table.Columns<Self> {
        [
            "REQUESTOR": { .init($0.requestor) }, "SCHEME": { .init($0.scheme) },
        ]
    }
}
