import Administration
import EntitlementCore
import TVWorld

extension DashboardController {
    func usageContent() async throws -> [String: PageValue] {
        let current = UsageCounts.start(of: engine.clock.milliseconds())
        let starts = (0..<24).map { current - Int64(23 - $0) * UsageCounts.hour }
        var counts: [String: [Int64: Int64]] = [:]
        for hour in try await engine.usageHours(since: max(0, starts[0])) {
            for (kind, count) in hour.counts { counts[kind, default: [:]][hour.start, default: 0] += count }
        }
        let charts = UsageResource.kinds.map { kind in Self.chart(kind, starts.map { counts[kind]?[$0] ?? 0 }, starts) }
        let hours = starts.reversed().map { start -> PageValue in
            [
                "hour": .text(String(ReadableTime.moment(start).dropLast(7))),
                "counts": .list(UsageResource.kinds.map { .number(counts[$0]?[start] ?? 0) }),
            ]
        }
        return ["charts": .list(charts), "hours": .list(hours)]
    }

    private static func chart(_ name: String, _ values: [Int64], _ starts: [Int64]) -> PageValue {
        let most = values.max() ?? 0
        let bars = zip(values, starts).enumerated().map { index, pair -> PageValue in
            let height = most == 0 ? 0 : pair.0 * 88 / most
            return [
                "x": .number(index * 20 + 2), "y": .number(95 - height), "height": .number(height), "count": .number(pair.0),
                "hour": .text(String(ReadableTime.timeOfDay(pair.1).prefix(5))),
            ]
        }
        return [
            "name": .text(name.replacing("-", with: " ")), "bars": .list(bars), "most": .number(most),
            "total": .number(values.reduce(0, +)),
        ]
    }
}
