import TVWorld

extension Report {
    static func expectations(_ matchers: [EventMatcher]) -> Report {
        let document = JSON.document(["met": matchers.allSatisfy(\.isMet), "expectations": matchers])
        return Report(document: document) { style in
            matchers.map { matcher in
                let mark = matcher.isMet ? style.text("met", .good) : style.text("not met", .bad)
                return "\(mark): \(matcher.sentence)" + (matcher.isMet ? "" : matcher.reasons)
            }.joined(separator: "\n")
        }
    }
}

extension Failure {
    /// Returns the failure of the unmet expectations; nil if all were met.
    static func unmet(_ matchers: [EventMatcher]) -> Failure? {
        let missed = matchers.filter { !$0.isMet }
        guard let first = missed.first else { return nil }
        let message = missed.count == 1 ? "expected \(first.sentence)" : "\(missed.count) expectations were not met"
        let advice =
            missed.count == 1 ? first.reasons : missed.map { $0.sentence + $0.reasons }.joined(separator: "\n")
        return Failure(.isFalse, message, advice: advice.split(separator: "\n").joined(separator: "\n"))
    }
}

extension EventMatcher: JSONConvertible {
    /// A sentence such as `library.setToken resource=news, at least once; it happened 0 times`.
    fileprivate var sentence: String {
        let conditions = expectation.conditions.map { " \($0.key)=\(EventExpectation.plain($0.value))" }.joined()
        let wanted =
            switch expectation.count {
            case nil: "at least once"
            case 0: "never"
            case 1: "once"
            case let number?: "\(number) times"
            }
        let milliseconds = expectation.withinMilliseconds
        let within = milliseconds > 0 ? " within \(TimeSpan(milliseconds: milliseconds).defaultValueDescription)" : ""
        return "\(SafeText.line(expectation.event + conditions)) \(wanted)\(within); it happened \(counted(count, "time"))"
    }

    /// What occurred instead, one item per line.
    fileprivate var reasons: String {
        if state == .exceeded { return "\n" + matches.map { "happened: \($0.line)" }.joined(separator: "\n") }
        guard let nearest else {
            return seen == 0 ? "\nno other event happened either" : "\nno similar entry among \(seen)"
        }
        let differences = nearest.differences.map { difference in
            let actual = difference.actual.map { "it is \(EventExpectation.plain($0))" } ?? "it has none"
            return "  \(SafeText.line(difference.key)): wanted \(SafeText.line(EventExpectation.plain(difference.wanted))), "
                + SafeText.line(actual)
        }
        let other = nearest.differences.isEmpty ? ["  a different event with matching details"] : []
        return (["\nnearest: \(nearest.entry.line)"] + differences + other).joined(separator: "\n")
    }

    var json: JSON {
        .members([
            "event": expectation.event, "with": JSON.object(expectation.conditions.map { .init($0.key, $0.value.normalized) }),
            "wantedCount": expectation.count, "within": expectation.withinMilliseconds, "met": isMet, "count": count,
            "seen": seen, "matches": matches, "nearest": nearestJSON,
        ])
    }

    private var nearestJSON: JSON {
        guard !isMet, let nearest else { return .null }
        return .members([
            "entry": nearest.entry,
            "differences": nearest.differences.map {
                JSON.members(["key": $0.key, "wanted": $0.wanted.normalized, "actual": $0.actual?.normalized])
            },
        ])
    }
}

extension TimelineEntry {
    fileprivate var line: String { SafeText.line("\(id) \(event) \(detailLine)") }
}
