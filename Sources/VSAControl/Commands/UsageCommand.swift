import ArgumentParser
import Foundation

/// `vsactl usage`
struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage", abstract: "Usage counts of the service, by hour; they are kept for a week.")
    @Option(help: "Only this requestor's.", completion: .live(.requestors)) var requestor: String?
    @Option(help: ArgumentHelp("Only the last hours: \(TimeSpan.accepted).", valueName: "time")) var last: TimeSpan?
    @Flag(help: "One row for all hours of a requestor.") var total = false
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let service = try ServiceControl.discover()
        if let requestor { _ = try await service.requestor(requestor) }
        // The service's clock may differ from this machine's: its newest hour counts.
        let all = try await service.usage(requestor: requestor)
        let hours = UsageRecord.latest(all, within: last)
        global.show(UsageReport(hours: total ? UsageRecord.totals(hours) : hours))
    }
}

/// Counts by hour.
struct UsageReport: Report {
    var hours: [UsageRecord]

    var document: JSON { .document(["hours": .array(hours.map(\.json))]) }

    func text(_ style: Style) -> String {
        guard !hours.isEmpty else { return "" }
        // Events that never occurred need no column.
        let kinds = UsageRecord.kinds.filter { kind in hours.contains { $0.counts[kind] ?? 0 > 0 } }
        return Table(
            headings: ["HOUR", "REQUESTOR"] + kinds.map { $0.uppercased() },
            rows: hours.map { hour in
                [.init(Timestamp.text(unixSeconds: hour.start / 1_000)), .init(hour.requestor.isEmpty ? "-" : hour.requestor)]
                    + kinds.map { .init(String(hour.counts[$0] ?? 0)) }
            }
        ).text(style)
    }
}
