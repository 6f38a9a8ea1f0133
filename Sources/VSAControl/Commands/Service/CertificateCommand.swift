import Administration
import ArgumentParser
import TVWorld

/// `vsactl certificate`
struct CertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate", abstract: "Certificates of the service's requestors, for the encryption of user metadata.",
        subcommands: [List.self, Add.self, Mark.self, Remove.self])

    /// `vsactl certificate list`
    struct List: ResourceListCommand {
        typealias Element = CertificateResource
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the certificates that were added.",
            discussion: """
                The certificate that a world or scenario gives a requestor, as metadata-encryption, is not among them: `vsactl \
                scenario export` shows the one that is used.
                """)
        @Option(help: "Only this requestor's.", completion: .live(.requestors)) var requestor: String?
        @OptionGroup var global: GlobalOptions
    }

    /// `vsactl certificate add REQUESTOR FILE`
    struct Add: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a certificate; an existing one is shown and not changed.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @Argument(help: "The certificate's file, in PEM; - is standard input.", completion: .file()) var file: String
        @Flag(help: "Encrypt user metadata for it.") var encryptMetadata = false
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let id = try await service.requestor(requestor).id
            let added: CertificateResource = try await service.create(
                JSON.given([
                    "requestor": id, "encryptsMetadata": encryptMetadata,
                    "certificate": try InputFile.text(file, as: "certificate", limit: AdministrationLimit.pemSize),
                ]))
            let isListed = try await service.list(requestor: id).contains(added)
            try Failure.require(isListed, "the service does not list the certificate \(added.id)")
            return Report([added])
        }
    }

    /// `vsactl certificate mark REQUESTOR ID on|off`
    struct Mark: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "mark", abstract: "Turn the encryption of user metadata for a certificate on or off.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @Argument(help: "The certificate's identifier or the beginning of it.") var id: String
        @Argument(help: "on or off.") var state: Switch
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let certificate = try await service.certificate(id, of: requestor)
            let marked: CertificateResource = try await service.change(
                certificate.requestor, certificate.id, by: JSON.given(["encryptsMetadata": state]))
            try Failure.require(marked.encryptsMetadata == (state == .on), "the service shows \(marked.report.serialized)")
            return Report([marked])
        }
    }

    /// `vsactl certificate remove REQUESTOR ID`
    struct Remove: AdministrationCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a certificate.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @Argument(help: "The certificate's identifier or the beginning of it.") var id: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let certificate = try await service.certificate(id, of: requestor)
            try await service.remove(CertificateResource.self, certificate.requestor, certificate.id)
            let isThere = try await service.list(CertificateResource.self, requestor: certificate.requestor).contains {
                $0.id == certificate.id
            }
            try Failure.require(!isThere, "the service still lists the certificate \(certificate.id)")
            return Report([certificate])
        }
    }
}

extension ServiceControl {
    /// Returns the only certificate of a requestor whose identifier begins with the given text.
    fileprivate func certificate(_ beginning: String, of requestor: String) async throws -> CertificateResource {
        try await list(CertificateResource.self, requestor: try await self.requestor(requestor).id)
            .element(beginning: beginning, by: \.id, as: "certificate of \(requestor)")
    }
}

extension CertificateResource: TableResource {
    static var columns: Table.Columns<Self> {
        [
            "ID": { .init(String($0.id.prefix(16))) }, "REQUESTOR": { .init($0.requestor) }, "SUBJECT": { .init($0.subject) },
            "VALID UNTIL": { .init(Timestamp.text(unixSeconds: $0.notAfter)) },
            "ENCRYPTS": { .init($0.encryptsMetadata ? "yes" : "no", $0.encryptsMetadata ? .good : .faint) },
        ]
    }
}
