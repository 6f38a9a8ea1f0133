import Administration
import TVWorld

extension Report {
    static func faults(_ faults: [FaultRecord]) -> Report {
        Report(
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
        var parts: [String] = []
        if fault.delay > 0 || fault.jitter > 0 {
            parts.append(span(fault.delay) + (fault.jitter == 0 ? "" : "+0…\(span(fault.jitter))"))
        }
        if fault.bandwidth > 0 { parts.append("\(fault.bandwidth) B/s") }
        return parts.joined(separator: ", ")
    }

    private static func occasion(_ fault: FaultRecord) -> String {
        var parts: [String] = []
        if fault.after > 0 { parts.append("after \(fault.after)") }
        if fault.times > 0 { parts.append(fault.times == 1 ? "once" : "\(fault.times) times") }
        if fault.gives(.percent) { parts.append("\(fault.percent) %") }
        if fault.from > 0 { parts.append("from \(TimeSpan.text(seconds: fault.from))") }
        if fault.duration > 0 { parts.append("for \(TimeSpan.text(seconds: fault.duration))") }
        if fault.usedUp { parts.append("used up") }
        return parts.isEmpty ? "always" : parts.joined(separator: ", ")
    }

    static var faultPoints: Report {
        Report(
            "points", FaultPoint.allCases,
            json: {
                .members([
                    "point": .string($0.rawValue), "daemon": .string($0.side.rawValue), "description": .string($0.explanation),
                ])
            }, columns: ["POINT": { .init($0.rawValue) }, "AFFECTED CALLS": { .init($0.explanation) }])
    }

    static var faultPresets: Report {
        Report(
            "presets", FaultPreset.allCases,
            json: {
                .members([
                    "preset": .string($0.rawValue), "description": .string($0.explanation),
                    "fault": $0.fault.request,
                ])
            }, columns: ["PRESET": { .init($0.rawValue) }, "POINT": { .init($0.fault.at) }, "EFFECT": { .init($0.explanation) }])
    }
}
