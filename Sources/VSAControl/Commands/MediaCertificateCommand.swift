import ArgumentParser

/// `vsactl media-certificate`
struct MediaCertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media-certificate", abstract: "The certificates for verifying media tokens.",
        subcommands: [List.self, Roll.self])

    /// `vsactl media-certificate list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the certificate of new tokens, and those with tokens that have not expired.")
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            global.show(MediaCertificatesReport(certificates: try await ServiceControl.discover().mediaCertificates()))
        }
    }

    /// `vsactl media-certificate roll`
    struct Roll: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Generate a new key and certificate; tokens of the old one stay valid until they expire.")
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let service = try ServiceControl.discover()
            let before = try await service.mediaCertificates().first { $0.current }
            let after = try await service.rollMediaCertificate()
            let current = after.first { $0.current }
            try Failure.require(current != nil && current != before, "the service still signs with the old certificate")
            global.show(MediaCertificatesReport(certificates: after))
        }
    }
}

/// Certificates of media tokens.
struct MediaCertificatesReport: Report {
    var certificates: [MediaCertificateRecord]

    var document: JSON { .document(["certificates": .array(certificates.map(\.json))]) }

    func text(_ style: Style) -> String {
        guard !certificates.isEmpty else { return "" }
        return Table(
            headings: ["FINGERPRINT", "STATE", "TOKENS END"],
            rows: certificates.map {
                [
                    .init(String($0.fingerprint.prefix(16))), $0.current ? .init("current", .good) : .init("old", .faint),
                    .init($0.endsAt.map { Timestamp.text(unixSeconds: $0 / 1_000) } ?? ""),
                ]
            }
        ).text(style)
    }
}
