import Administration
import TVWorld

extension ListReport {
    /// Faults.
    static func faults(_ faults: [FaultRecord]) -> ListReport {
        ListReport(
            "faults", faults, json: { $0.report() },
            columns: [
                "NAME": { .init($0.id, $0.usedUp ? .faint : .plain) }, "POINT": { .init($0.at) },
                "APP": { .init($0.applicationId ?? "any") }, "EFFECT": { .init($0.effect) }, "DELAY": { .init(delay($0)) },
                "WHEN": { .init(occasion($0)) }, "STRUCK": { .init("\($0.struck) of \($0.seen)") },
                "WAITING": { .init(String($0.waiting), $0.waiting > 0 ? .attention : .plain) },
            ])
    }

    private static func delay(_ fault: FaultRecord) -> String {
        let span = { TimeSpan(milliseconds: $0).defaultValueDescription }
        if fault.delay == 0, fault.jitter == 0 { return "" }
        return fault.jitter == 0 ? span(fault.delay) : "\(span(fault.delay))+0…\(span(fault.jitter))"
    }

    private static func occasion(_ fault: FaultRecord) -> String {
        let span = { TimeSpan(milliseconds: $0 * 1_000).defaultValueDescription }
        var parts: [String] = []
        if fault.after > 0 { parts.append("after \(fault.after)") }
        if fault.times > 0 { parts.append(fault.times == 1 ? "once" : "\(fault.times) times") }
        if fault.from > 0 { parts.append("from \(span(fault.from))") }
        if fault.duration > 0 { parts.append("for \(span(fault.duration))") }
        if fault.usedUp { parts.append("used up") }
        return parts.isEmpty ? "always" : parts.joined(separator: ", ")
    }
}

extension ListReport {
    /// The fault points.
    static let faultPoints = ListReport(
        "points", FaultPoint.allCases,
        json: {
            .members([
                "point": .string($0.rawValue), "daemon": .string($0.side.rawValue), "description": .string($0.explanation),
            ])
        }, columns: ["POINT": { .init($0.rawValue) }, "AFFECTED CALLS": { .init($0.explanation) }])
}
