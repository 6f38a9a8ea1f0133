import ArgumentParser

/// `vsactl application`
struct ApplicationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "application", abstract: "The applications that are registered at the service.",
        subcommands: [List.self, Show.self, Register.self, Statement.self, Revoke.self])

    /// `vsactl application list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the applications, including revoked ones.")
        @Option(help: "Only those that may act for this requestor.", completion: .live(.requestors)) var requestor: String?
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let service = try ServiceControl.discover()
            if let requestor { _ = try await service.requestor(requestor) }
            global.show(RegisteredApplicationsReport(applications: try await service.applications(requestor: requestor)))
        }
    }

    /// `vsactl application show ID`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show all information about an application.")
        @Argument(help: "The application's identifier or the beginning of it.") var id: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            global.show(RegisteredApplicationReport(application: try await ServiceControl.discover().application(id)))
        }
    }

    /// `vsactl application register NAME`
    struct Register: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Register an application.")
        @Argument(help: "The application's name.") var name: String
        @Option(name: .customLong("app-version"), help: "The application's version.") var version: String?
        @Option(help: "A requestor that it may act for; may be repeated (default: all).") var requestor: [String] = []
        @Option(help: "A platform that it is for: ios or tvos; may be repeated (default: both).") var platform: [String] = []
        @Option(help: "A URL scheme that logins return to; may be repeated (default: those of its requestors).")
        var scheme: [String] = []
        @Option(help: "A web domain that logins return to; may be repeated (default: those of its requestors).")
        var domain: [String] = []
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let service = try ServiceControl.discover()
            for id in requestor { _ = try await service.requestor(id) }
            let registered = try await service.registerApplication(.object(members))
            let isListed = try await service.applications().contains(registered)
            try Failure.require(isListed, "the service does not list the application \(registered.id)")
            global.show(RegisteredApplicationReport(application: registered))
        }

        var members: [JSON.Member] {
            func list(_ texts: [String]) -> JSON? { texts.isEmpty ? nil : .array(texts.map(JSON.string)) }
            let values: [(String, JSON?)] = [
                ("name", .string(name)), ("version", version.map(JSON.string)), ("requestors", list(requestor)),
                ("platforms", list(platform)), ("schemes", list(scheme)), ("domains", list(domain)),
            ]
            return values.compactMap { name, value in value.map { JSON.Member(name: name, value: $0) } }
        }
    }

    /// `vsactl application statement ID`
    struct Statement: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write an application's software statement to standard output.")
        @Argument(help: "The application's identifier or the beginning of it.") var id: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let service = try ServiceControl.discover()
            let application = try await service.application(id)
            global.show(
                ApplicationStatementReport(
                    id: application.id, statement: try await service.applicationStatement(application)))
        }
    }

    /// `vsactl application revoke ID`
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke an application; apps that registered as it are rejected.")
        @Argument(help: "The application's identifier or the beginning of it.") var id: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let service = try ServiceControl.discover()
            let revoked = try await service.revokeApplication(try await service.application(id))
            try Failure.require(revoked.revoked, "the application \(revoked.id) is not revoked")
            global.show(RegisteredApplicationReport(application: revoked))
        }
    }
}

extension ServiceControl {
    /// Returns the only application whose identifier has a prefix.
    fileprivate func application(_ beginning: String) async throws -> RegisteredApplicationRecord {
        let known = try await applications()
        let found = known.filter { $0.id.hasPrefix(beginning.lowercased()) }
        guard let application = found.first, found.count == 1, !beginning.isEmpty else {
            throw Failure.noSuch("application", beginning, known: known.map(\.id), listing: "vsactl application list")
        }
        return application
    }
}

/// Applications.
struct RegisteredApplicationsReport: Report {
    var applications: [RegisteredApplicationRecord]

    var document: JSON { .document(["applications": .array(applications.map(\.json))]) }

    func text(_ style: Style) -> String {
        guard !applications.isEmpty else { return "" }
        return Table(
            headings: ["ID", "NAME", "REQUESTORS", "PLATFORMS", "ISSUED", "STATE"],
            rows: applications.map {
                [
                    .init($0.id), .init($0.title), .init($0.requestors.isEmpty ? "all" : $0.requestors.joined(separator: " ")),
                    .init($0.platforms.joined(separator: " ")), .init(Timestamp.text(unixSeconds: $0.issuedAt)), $0.state,
                ]
            }
        ).text(style)
    }
}

/// One application.
struct RegisteredApplicationReport: Report {
    var application: RegisteredApplicationRecord

    var document: JSON { .document(["application": application.json]) }

    func text(_ style: Style) -> String {
        Table.pairs([
            "id": .init(application.id), "name": .init(application.title),
            "requestors": .init(application.requestors.isEmpty ? "all" : application.requestors.joined(separator: " ")),
            "platforms": .init(application.platforms.joined(separator: " ")),
            "schemes": .init(application.schemes.joined(separator: " ")),
            "domains": .init(application.domains?.joined(separator: " ") ?? "the requestors'"),
            "issued": .init(Timestamp.text(unixSeconds: application.issuedAt)), "state": application.state,
        ]).text(style)
    }
}

/// A statement alone, for redirection to a file.
struct ApplicationStatementReport: Report {
    var id: String
    var statement: String

    var document: JSON { .document(["id": .string(id), "statement": .string(statement)]) }

    func text(_ style: Style) -> String { statement }
}

extension RegisteredApplicationRecord {
    /// The name and version.
    fileprivate var title: String { version.map { "\(name) \($0)" } ?? name }
    fileprivate var state: Table.Cell { revoked ? .init("revoked", .bad) : .init("valid", .good) }
}
