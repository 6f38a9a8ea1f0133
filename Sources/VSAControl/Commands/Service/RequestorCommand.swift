import Administration
import ArgumentParser
import TVWorld

/// `vsactl requestor`
struct RequestorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requestor", abstract: "The settings of the service's requestors.",
        subcommands: [List.self, Show.self, Set.self])

    /// `vsactl requestor list`
    struct List: ResourceListCommand {
        typealias Element = RequestorResource
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the requestors.")
        @OptionGroup var global: GlobalOptions
    }

    /// `vsactl requestor show REQUESTOR`
    struct Show: AdministrationCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show all settings of a requestor.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report { try await service.requestor(requestor).record }
    }

    /// `vsactl requestor set REQUESTOR`
    struct Set: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change a requestor; omitted settings are kept.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @Option(help: "The name shown to users.") var name: String?
        @Option(help: "A domain of its applications; may be repeated, and replaces the previous list.") var domain: [String] =
            []
        @Option(help: "A URL scheme of its applications; may be repeated, and replaces the previous list.") var scheme: [String] =
            []
        @Option(help: .time("The lifetime of an authentication")) var authnTTL: WholeSeconds?
        @Option(help: .time("The lifetime of an authorization")) var authzTTL: WholeSeconds?
        @Option(
            help: .time("The lifetime of a media token, at most \(TimeSpan.text(seconds: Requestor.longestMediaTokenLifetime))"))
        var mediaTTL: WholeSeconds?
        @Option(help: "on or off: whether responses contain enhanced error codes.") var enhancedErrors: Switch?
        @Option(help: "The number of denials after which the provider is not asked again; 0 means no limit.")
        var denialLimit: Int64?
        @Option(help: .time("The period for this number")) var denialPeriod: WholeSeconds?
        @Option(help: "on or off: whether apps may read the device's identifier.") var deviceIDMetadata: Switch?
        @Option(help: "The URL after a login or logout that specifies none; empty: no URL.")
        var defaultRedirectURL: String?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if members.isEmpty { throw ValidationError("Nothing to change: give at least one option, such as --authn-ttl.") }
        }

        func report(_ service: ServiceControl) async throws -> Report {
            let id = try await service.requestor(requestor).id
            let answered: RequestorResource = try await service.change(id, by: members)
            let changed = try await service.requestor(id)
            try Failure.require(changed == answered, "the service shows \(changed.report().serialized)")
            return changed.record
        }

        static var optionNames: [String: OptionName] {
            [
                "name": "--name", "domains": "--domain", "customSchemes": "--scheme",
                "authnTTL": .time("--authn-ttl"), "authzTTL": .time("--authz-ttl"),
                "mediaTTL": .time("--media-ttl", 1...Requestor.longestMediaTokenLifetime),
                "denialLimit": "--denial-limit", "denialPeriod": .time("--denial-period"),
                "defaultRedirectURL": "--default-redirect-url",
            ]
        }

        private var members: [JSON.Member] {
            JSON.given([
                "name": name, "domains": domain.nonEmpty, "customSchemes": scheme.nonEmpty, "authnTTL": authnTTL,
                "authzTTL": authzTTL, "mediaTTL": mediaTTL, "enhancedErrors": enhancedErrors, "denialLimit": denialLimit,
                "denialPeriod": denialPeriod, "deviceIdMetadata": deviceIDMetadata, "defaultRedirectURL": defaultRedirectURL,
            ])
        }
    }
}

extension RequestorResource: TableResource {
    static var columns: Table.Columns<Self> {
        [
            "REQUESTOR": { .init($0.id) }, "NAME": { .init($0.name) },
            "DOMAINS": { .init($0.domains.joined(separator: " ")) },
            "SCHEMES": { .init($0.customSchemes.joined(separator: " ")) },
        ]
    }

    var record: Report {
        func span(_ seconds: Int64) -> Table.Cell { .init(TimeSpan.text(seconds: seconds)) }
        return Report(
            ["requestor": report()],
            pairs: [
                "requestor": .init(id), "name": .init(name),
                "domains": .init(domains.joined(separator: " ")),
                "schemes": .init(customSchemes.joined(separator: " ")), "authentication": span(authnTTL),
                "authorization": span(authzTTL), "media token": span(mediaTTL),
                "enhanced errors": .state(enhancedErrors),
                "denials": .init(
                    denialLimit == 0
                        ? "not counted"
                        : "\(denialLimit) within \(TimeSpan.text(seconds: denialPeriod))"
                ),
                "device identifier": .state(deviceIdMetadata), "default redirect": .init(defaultRedirectURL ?? ""),
            ])
    }
}
