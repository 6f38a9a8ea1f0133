import Administration
import ArgumentParser
import FoundationEssentials
import TVWorld

/// `vsactl client statement`
struct StatementCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement", abstract: "Software statements, with which apps register at the service.",
        subcommands: [Show.self, Issue.self, List.self, Revoke.self], defaultSubcommand: Show.self)

    /// `vsactl client statement show ID`
    struct Show: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Write an application's software statement to standard output.")
        @Argument(help: "The application's identifier or the beginning of it.") var id: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let application = try await service.application(id)
            let path = ServiceControl.path([ApplicationResource.path, application.id, "statement"])
            let statement = String(decoding: try await service.send(.get, path), as: UTF8.self)
            // Only the statement, for redirection to a file.
            return Report(["id": application.id, "statement": statement], text: statement)
        }
    }

    /// `vsactl client statement issue REQUESTOR`
    struct Issue: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "issue", abstract: "Issue a statement and write it to standard output.")
        @Argument(help: "The requestor that the app belongs to.", completion: .live(.requestors)) var requestor: String
        @Option(help: "The application's name.") var name: String?
        @Option(help: "A platform that it is for: ios or tvos; may be repeated (default: both).") var platform: [String] = []
        @Option(help: "The app's URL scheme, which logins return to.") var scheme: String?
        @Option(help: "An interface that the app may use: api:client:v1 or api:client:v2; may be repeated (default: both).")
        var scope: [String] = []
        @OptionGroup var global: GlobalOptions

        static var optionNames: [String: OptionName] {
            ["name": "--name", "platforms": .platform, "scheme": "--scheme", "scopes": .scope]
        }

        func validate() throws {
            guard name != "" else { throw ValidationError("--name takes a name; without it the requestor's is used.") }
        }

        func report(_ service: ServiceControl) async throws -> Report {
            _ = try await service.requestor(requestor)
            let issued = try await service.issueStatement(
                requestor: requestor, name: name, platforms: platform, scheme: scheme, scopes: scope)
            let isListed = try await service.list(StatementResource.self).contains { $0.id == issued.id && !$0.revoked }
            try Failure.require(isListed, "the service does not list the statement \(issued.id)")
            return issued.record
        }
    }

    /// `vsactl client statement list`
    struct List: ResourceListCommand {
        typealias Element = StatementResource
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the statements, including revoked ones.")
        @OptionGroup var global: GlobalOptions
    }

    /// `vsactl client statement revoke ID`
    struct Revoke: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke a statement; apps that registered with it are rejected.")
        @Argument(help: "The statement's identifier.") var id: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let statement = try await service.list(StatementResource.self)
                .element(named: id, by: \.id, as: "statement", listing: "vsactl client statement list")
            if !statement.revoked { try await service.remove(StatementResource.self, id) }
            let changed = try await service.list(StatementResource.self).filter { $0.id == id && $0.revoked }
            try Failure.require(!changed.isEmpty, "the statement \(id) is not revoked")
            return Report(changed)
        }
    }
}

extension StatementResource: TableResource {
    static var columns: Table.Columns<Self> {
        [
            "ID": { .init($0.id) }, "REQUESTOR": { .init($0.requestor) }, "NAME": { .init($0.name) },
            "ISSUED": { .init(Timestamp.text(unixSeconds: $0.issuedAt)) },
            "STATE": { $0.revoked ? .init("revoked", .bad) : .init("valid", .good) },
        ]
    }

    var report: JSON { report(["id", "requestor", "name", "statement", "issuedAt", "revoked"]) }

    /// Only the statement, for redirection to a file.
    var record: Report { Report(["statement": report], text: statement) }
}
