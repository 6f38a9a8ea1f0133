import Administration
import ArgumentParser
import TVWorld

/// `vsactl media-certificate`
struct MediaCertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media-certificate", abstract: "The certificates for verifying media tokens.",
        subcommands: [List.self, Roll.self])

    /// `vsactl media-certificate list`
    struct List: ResourceListCommand {
        typealias Element = MediaCertificateResource
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the certificate of new tokens, and those with tokens that have not expired.")
        @OptionGroup var global: GlobalOptions
    }

    /// `vsactl media-certificate roll`
    struct Roll: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "roll",
            abstract: "Generate a new key and certificate; tokens of the old one stay valid until they expire.")
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let before = try await service.list(MediaCertificateResource.self).first { $0.current }
            let path = ServiceControl.path([MediaCertificateResource.path, "roll"])
            let after = try await service.send(.post, path, as: ResourceList<MediaCertificateResource>.self).elements
            let current = after.first { $0.current }
            try Failure.require(current != nil && current != before, "the service still signs with the old certificate")
            return Report(after)
        }
    }
}

extension MediaCertificateResource: TableResource {
    static var columns: Table.Columns<Self> {
        [
            "FINGERPRINT": { .init(String($0.fingerprint.prefix(16))) },
            "STATE": { $0.current ? .init("current", .good) : .init("old", .faint) },
            "TOKENS END": { .init($0.endsAt.map { Timestamp.text(unixSeconds: $0 / 1_000) } ?? "") },
        ]
    }

    var report: JSON { report(["fingerprint", "current", "endsAt", "certificate"]) }
}
