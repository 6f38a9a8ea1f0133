import ArgumentParser
import TVWorld

/// `vsactl partner-status --app ID`
struct PartnerStatusCommand: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "partner-status",
        abstract: "Act as an app: report the status of the account, without prompting the user.",
        discussion: """
            The status is what an app sends to the service in the header AP-Partner-Framework-Status of REST v2. An error that \
            the device returns to the app is part of it, and the exit code is 0.

            Example:
              curl -H "$(vsactl partner-status --app com.example.player --header)" …
            """)

    @OptionGroup var app: ActingAsApp
    @Flag(help: "Print the header as it is sent: its name and its value.") var header = false
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await app.perform(global) { client in
            Report.partnerStatus(try await client.partnerStatus(), of: app.application, isHeader: header)
        }
    }
}

extension Report {
    /// Returns the status of the account, for an app. The text is a table, or only the header.
    static func partnerStatus(_ status: PartnerStatus, of application: String, isHeader: Bool = false) -> Report {
        func cell(_ failure: SubscriberFailure) -> Table.Cell { .init("\(failure.name): \(failure.message)", .bad) }
        let rows: [(String, Table.Cell?)] = [
            ("permission", .init(status.access, AccessStatus.emphasis(status.access))),
            ("permission error", status.accessError.map(cell)),
            ("provider", status.provider.map { Table.Cell($0) }),
            ("expires", status.expiresAt.map { Table.Cell(Timestamp.text(unixSeconds: $0)) }),
            ("provider error", status.providerError.map(cell)),
        ]
        let document = JSON.document([
            "application": application, "status": status, "header": PartnerStatus.headerName, "value": status.headerValue,
        ])
        return Report(document: document) { style in
            isHeader ? "\(PartnerStatus.headerName): \(status.headerValue)" : Table.pairs(rows).text(style)
        }
    }
}
