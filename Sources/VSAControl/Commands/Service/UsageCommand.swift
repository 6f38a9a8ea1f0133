import Administration
import ArgumentParser
import Dates
import TVWorld

/// `vsactl usage`
struct UsageCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage", abstract: "Usage counts of the service, by hour.",
        discussion: "They are kept for a week, without PostgreSQL only until the service ends.")
    @Option(help: "Only this requestor's.", completion: .live(.requestors)) var requestor: String?
    @Option(help: .time("Only the last hours")) var last: TimeSpan?
    @Flag(help: "One row for all hours of a requestor.") var total = false
    @OptionGroup var global: GlobalOptions

    func report(_ service: ServiceControl) async throws -> Report {
        if let requestor { _ = try await service.requestor(requestor) }
        // The service's clock may differ from this machine's, so its newest hour is the reference.
        let all = try await service.list(UsageResource.self, requestor: requestor)
        let hours = UsageResource.latest(all, within: last)
        return .usage(total ? UsageResource.totals(hours) : hours)
    }
}

extension Report {
    static func usage(_ hours: [UsageResource]) -> Report {
        Report(document: .document(["hours": hours.map { $0.report() }]), absence: "No usage.") { style in
            guard !hours.isEmpty else { return "" }
            // Events that never occurred need no column.
            let kinds = UsageResource.kinds.filter { kind in hours.contains { $0.counts[kind] ?? 0 > 0 } }
            return Table(
                headings: ["HOUR", "REQUESTOR"] + kinds.map { $0.uppercased() },
                rows: hours.map { hour -> [Table.Cell] in
                    let requestor = hour.requestor.isEmpty ? "-" : hour.requestor
                    let counts = kinds.map { Table.Cell(String(hour.counts[$0] ?? 0)) }
                    return [.init(Timestamp.text(unixSeconds: hour.start / 1_000)), .init(requestor)] + counts
                }
            ).text(style)
        }
    }
}

extension UsageResource {
    /// Returns the hours that overlap a time span that ends with the newest hour; all hours without a span.
    static func latest(_ hours: [UsageResource], within span: TimeSpan?) -> [UsageResource] {
        guard let span, let newest = hours.map(\.start).max() else { return hours }
        return hours.filter { newest.clampedDifference($0.start) < max(span.milliseconds, 1) }
    }

    /// Returns the sums by requestor, each with the first of its hours.
    static func totals(_ hours: [UsageResource]) -> [UsageResource] {
        Dictionary(grouping: hours, by: \.requestor).values.map { hours in
            hours.dropFirst().reduce(into: hours[0]) { sum, hour in
                sum.start = min(sum.start, hour.start)
                sum.counts.merge(hour.counts, uniquingKeysWith: { $0.clampedSum($1) })
            }
        }.sorted { $0.requestor < $1.requestor }
    }
}
