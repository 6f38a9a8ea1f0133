import Administration
import ArgumentParser
import Encodings
import TVWorld

/// `vsactl identity-key`
struct IdentityKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity-key",
        abstract: "Public keys of platforms and programmers, with which the service verifies identity tokens.",
        subcommands: [List.self, Add.self, Remove.self])

    /// The tokens that a key verifies.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case platform
        case service
    }

    /// Returns the content of a key's file.
    ///
    /// - Throws: `Failure`.
    static func pem(_ file: String?) throws -> String? {
        try file.map { try InputFile.text($0, as: "key", limit: AdministrationLimit.pemSize) }
    }

    /// `vsactl identity-key list`
    struct List: ResourceListCommand {
        typealias Element = IdentityKeyResource
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the keys.")
        @Option(help: "Only this requestor's.", completion: .live(.requestors)) var requestor: String?
        @OptionGroup var global: GlobalOptions
    }

    /// `vsactl identity-key add KIND ISSUER`
    struct Add: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Register a public key, or have the service generate a key pair.",
            discussion: "Without --key, the private key is shown once, in PEM: the service does not keep it.")
        @Argument(help: "platform or service.") var kind: Kind
        @Argument(help: "The issuer (iss) of its tokens.") var issuer: String
        @Option(help: "With service: the requestor whose apps send its tokens.", completion: .live(.requestors))
        var requestor: String?
        @Option(
            help: ArgumentHelp("The key's file, in PEM (RSA or P-256); - is standard input.", valueName: "file"),
            completion: .file())
        var key: String?
        @Option(help: ArgumentHelp("The kid of its tokens; if omitted, the key's fingerprint.", valueName: "id"))
        var keyID: String?
        @OptionGroup var global: GlobalOptions

        static var optionNames: [String: OptionName] {
            [
                "publicKey": OptionName("--key", taking: "a public key in PEM: RSA with at least 2048 bits, or P-256"),
                "kid": "--key-id",
            ]
        }

        func validate() throws {
            guard (kind == .service) == (requestor != nil) else {
                throw ValidationError("--requestor is required for a key of the kind service, and only there.")
            }
        }

        func report(_ service: ServiceControl) async throws -> Report {
            if let requestor { _ = try await service.requestor(requestor) }
            let added: IdentityKeyResource = try await service.create(
                JSON.given([
                    "kind": kind.rawValue, "issuer": issuer, "requestor": requestor,
                    "publicKey": try IdentityKeyCommand.pem(key), "kid": keyID,
                ]))
            let isListed = try await service.list(IdentityKeyResource.self).contains { $0.id == added.id }
            try Failure.require(isListed, "the service does not list the key \(added.id)")
            return added.record
        }
    }

    /// `vsactl identity-key remove ID`
    struct Remove: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a key; its tokens are ignored from then on.")
        @Argument(help: "The key's identifier or the beginning of it.") var id: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let key = try await service.list(IdentityKeyResource.self)
                .element(beginning: id, by: \.id, as: "key", listing: "vsactl identity-key list")
            try await service.remove(IdentityKeyResource.self, key.id)
            let isThere = try await service.list(IdentityKeyResource.self).contains { $0.id == key.id }
            try Failure.require(!isThere, "the service still lists the key \(key.id)")
            return Report([key])
        }
    }
}

extension IdentityKeyResource: TableResource {
    /// A key that was registered just now: only the private key, for redirection to a file, if the service generated it.
    var record: Report {
        Report(document: .document(["identityKey": report()])) {
            privateKey?.trimmingWhitespace ?? Report([self]).text($0)
        }
    }

    static var columns: Table.Columns<Self> {
        [
            "ID": { .init($0.id) }, "KIND": { .init($0.kind) }, "REQUESTOR": { .init($0.requestor ?? "") },
            "ISSUER": { .init($0.issuer) }, "KID": { .init(String($0.kid.prefix(16))) }, "ALGORITHM": { .init($0.algorithm) },
            "ADDED": { .init(Timestamp.text(unixSeconds: $0.createdAt / 1_000)) },
        ]
    }
}
