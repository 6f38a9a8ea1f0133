import Administration
import TVWorld

extension FaultRecord: TableResource {
    static var columns: Table.Columns<Self> {
        [
            "NAME": { .init($0.id, $0.usedUp ? .faint : .plain) }, "POINT": { .init($0.at) },
            "APP": { .init($0.applicationId ?? "any") }, "EFFECT": { .init($0.effect) }, "DELAY": { .init($0.delayText) },
            "WHEN": { .init($0.occasion) }, "STRUCK": { .init("\($0.struck) of \($0.seen)") },
            "WAITING": { .init(String($0.waiting), $0.waiting > 0 ? .attention : .plain) },
        ]
    }

    private var delayText: String {
        let span = { TimeSpan(milliseconds: $0).defaultValueDescription }
        var parts: [String] = []
        if delay > 0 || jitter > 0 { parts.append(span(delay) + (jitter == 0 ? "" : "+0…\(span(jitter))")) }
        if bandwidth > 0 { parts.append("\(bandwidth) B/s") }
        return parts.joined(separator: ", ")
    }

    private var occasion: String {
        var parts: [String] = []
        if after > 0 { parts.append("after \(after)") }
        if times > 0 { parts.append(times == 1 ? "once" : "\(times) times") }
        if gives(.percent) { parts.append("\(percent) %") }
        if from > 0 { parts.append("from \(TimeSpan.text(seconds: from))") }
        if duration > 0 { parts.append("for \(TimeSpan.text(seconds: duration))") }
        if usedUp { parts.append("used up") }
        return parts.isEmpty ? "always" : parts.joined(separator: ", ")
    }
}

extension Report {
    static var faultPoints: Report {
        Report(
            "points", FaultPoint.allCases,
            json: { .members(["point": $0.rawValue, "daemon": $0.side.rawValue, "description": $0.explanation]) },
            columns: ["POINT": { .init($0.rawValue) }, "AFFECTED CALLS": { .init($0.explanation) }])
    }

    static var faultPresets: Report {
        Report(
            "presets", FaultPreset.allCases,
            json: { .members(["preset": $0.rawValue, "description": $0.explanation, "fault": $0.fault.request]) },
            columns: ["PRESET": { .init($0.rawValue) }, "POINT": { .init($0.fault.at) }, "EFFECT": { .init($0.explanation) }])
    }
}
