import Administration
import ArgumentParser
import TVWorld

/// `vsactl client`
struct ClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client", abstract: "OAuth clients: registered applications and their software statements.",
        subcommands: [List.self, Show.self, Register.self, Revoke.self, StatementCommand.self])

    /// `vsactl client list`
    struct List: ResourceListCommand {
        typealias Element = ApplicationResource
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the applications, including revoked ones.")
        @Option(help: "Only those that may act for this requestor.", completion: .live(.requestors)) var requestor: String?
        @OptionGroup var global: GlobalOptions
    }

    /// `vsactl client show ID`
    struct Show: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show all information about an application.")
        @Argument(help: "The application's identifier or the beginning of it.") var id: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report { try await service.application(id).record }
    }

    /// `vsactl client register NAME`
    struct Register: AdministrationCommand {
        static let configuration = CommandConfiguration(commandName: "register", abstract: "Register an application.")
        @Argument(help: "The application's name.") var name: String
        @Option(name: .customLong("app-version"), help: "The application's version.") var version: String?
        @Option(help: "A requestor that it may act for; may be repeated (default: all).") var requestor: [String] = []
        @Option(help: "A platform that it is for: ios or tvos; may be repeated (default: both).") var platform: [String] = []
        @Option(help: "A URL scheme that logins return to; may be repeated (default: those of its requestors).")
        var scheme: [String] = []
        @Option(help: "A web domain that logins return to; may be repeated (default: those of its requestors).")
        var domain: [String] = []
        @Option(help: "An interface that it may use: api:client:v1 or api:client:v2; may be repeated (default: both).")
        var scope: [String] = []
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            for id in requestor { _ = try await service.requestor(id) }
            let registered: ApplicationResource = try await service.create(members)
            let isListed = try await service.list().contains(registered)
            try Failure.require(isListed, "the service does not list the application \(registered.id)")
            return registered.record
        }

        static var optionNames: [String: OptionName] {
            [
                "name": "<name>", "version": "--app-version", "requestors": "--requestor", "schemes": "--scheme",
                "platforms": .platform, "domains": "--domain", "scopes": .scope,
            ]
        }

        var members: [JSON.Member] {
            JSON.given([
                "name": name, "version": version, "requestors": requestor.nonEmpty, "platforms": platform.nonEmpty,
                "schemes": scheme.nonEmpty, "domains": domain.nonEmpty, "scopes": scope.nonEmpty,
            ])
        }
    }

    /// `vsactl client revoke ID`
    struct Revoke: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke an application; apps that registered as it are rejected.")
        @Argument(help: "The application's identifier or the beginning of it.") var id: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let path = ServiceControl.path([ApplicationResource.path, try await service.application(id).id, "revoke"])
            let revoked = try await service.send(.post, path, as: ApplicationResource.self)
            try Failure.require(revoked.revoked, "the application \(revoked.id) is not revoked")
            return revoked.record
        }
    }
}

extension ServiceControl {
    /// Returns the only application whose identifier begins with the given text.
    func application(_ beginning: String) async throws -> ApplicationResource {
        try await list(ApplicationResource.self)
            .element(beginning: beginning, by: \.id, as: "application", listing: "vsactl client list")
    }
}

extension ApplicationResource: TableResource {
    var record: Report {
        Report(
            ["application": report],
            pairs: [
                "id": .init(id), "name": .init(title),
                "requestors": .init(requestorNames),
                "platforms": .init(platforms.joined(separator: " ")),
                "schemes": .init(schemes.joined(separator: " ")),
                "domains": .init(domains?.joined(separator: " ") ?? "the requestors'"),
                "issued": .init(Timestamp.text(unixSeconds: issuedAt)), "state": state,
            ])
    }

    static var columns: Table.Columns<Self> {
        [
            "ID": { .init($0.id) }, "NAME": { .init($0.title) }, "REQUESTORS": { .init($0.requestorNames) },
            "PLATFORMS": { .init($0.platforms.joined(separator: " ")) },
            "ISSUED": { .init(Timestamp.text(unixSeconds: $0.issuedAt)) }, "STATE": { $0.state },
        ]
    }

    var report: JSON {
        report(["id", "name", "version", "requestors", "platforms", "schemes", "domains", "issuedAt", "revoked"])
    }

    fileprivate var title: String { version.map { "\(name) \($0)" } ?? name }
    fileprivate var requestorNames: String { requestors.isEmpty ? "all" : requestors.joined(separator: " ") }
    fileprivate var state: Table.Cell { revoked ? .init("revoked", .bad) : .init("valid", .good) }
}
