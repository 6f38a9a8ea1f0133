import Administration
import ArgumentParser
import FoundationEssentials
import TVWorld

/// `vsactl usage`
struct UsageCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage", abstract: "Usage counts of the service, by hour; they are kept for a week.")
    @Option(help: "Only this requestor's.", completion: .live(.requestors)) var requestor: String?
    @Option(help: ArgumentHelp("Only the last hours: \(TimeSpan.accepted).", valueName: "time")) var last: TimeSpan?
    @Flag(help: "One row for all hours of a requestor.") var total = false
    @OptionGroup var global: GlobalOptions

    func report(_ service: ServiceControl) async throws -> UsageReport {
        if let requestor { _ = try await service.requestor(requestor) }
        // The service's clock may differ from this machine's, so its newest hour is the reference.
        let all = try await service.list(UsageResource.self, requestor: requestor)
        let hours = UsageResource.latest(all, within: last)
        return UsageReport(hours: total ? UsageResource.totals(hours) : hours)
    }
}

/// Counts by hour.
struct UsageReport: Report {
    var hours: [UsageResource]
    var absence: String? { "No usage." }

    var document: JSON { .document(["hours": .array(hours.map { $0.report() })]) }

    func text(_ style: Style) -> String {
        guard !hours.isEmpty else { return "" }
        // Events that never occurred need no column.
        let kinds = UsageResource.kinds.filter { kind in hours.contains { $0.counts[kind] ?? 0 > 0 } }
        return Table(
            headings: ["HOUR", "REQUESTOR"] + kinds.map { $0.uppercased() },
            rows: hours.map { hour in
                [.init(Timestamp.text(unixSeconds: hour.start / 1_000)), .init(hour.requestor.isEmpty ? "-" : hour.requestor)]
                    + kinds.map { .init(String(hour.counts[$0] ?? 0)) }
            }
        ).text(style)
    }
}

extension UsageResource {
    /// Returns the hours that begin within a time before the end of the newest; all if there is no time.
    static func latest(_ hours: [UsageResource], within span: TimeSpan?) -> [UsageResource] {
        guard let span, let newest = hours.map(\.start).max() else { return hours }
        return hours.filter { $0.start >= newest + 3_600_000 - max(span.milliseconds, 1) }
    }

    /// Returns the sums by requestor, each with the first of its hours.
    static func totals(_ hours: [UsageResource]) -> [UsageResource] {
        Dictionary(grouping: hours, by: \.requestor).values.map { hours in
            hours.dropFirst().reduce(into: hours[0]) { sum, hour in
                sum.start = min(sum.start, hour.start)
                sum.counts.merge(hour.counts, uniquingKeysWith: +)
            }
        }.sorted { $0.requestor < $1.requestor }
    }
}
