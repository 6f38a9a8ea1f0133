import TVWorld

/// The results of expectations.
struct ExpectationReport: Report {
    var matchers: [EventMatcher]

    var document: JSON {
        .document([
            "met": .bool(matchers.allSatisfy(\.isMet)), "expectations": .array(matchers.map(Self.json)),
        ])
    }

    func text(_ style: Style) -> String {
        matchers.map { matcher in
            let mark = matcher.isMet ? style.text("met", .good) : style.text("not met", .bad)
            return "\(mark): \(Self.sentence(matcher))" + (matcher.isMet ? "" : Self.reasons(matcher))
        }.joined(separator: "\n")
    }

    /// The failure of the unmet expectations; nil if all were met.
    var failure: Failure? {
        let missed = matchers.filter { !$0.isMet }
        guard let first = missed.first else { return nil }
        let message = missed.count == 1 ? "expected \(Self.sentence(first))" : "\(missed.count) expectations were not met"
        let advice =
            missed.count == 1
            ? Self.reasons(first) : missed.map { Self.sentence($0) + Self.reasons($0) }.joined(separator: "\n")
        return Failure(.isFalse, message, advice: advice.split(separator: "\n").joined(separator: "\n"))
    }

    /// Returns a sentence such as `library.setToken resource=news, at least once; it happened 0 times`.
    static func sentence(_ matcher: EventMatcher) -> String {
        let wanted = matcher.expectation
        let conditions = wanted.conditions.map { " \($0.key)=\(EventExpectation.plain($0.value))" }.joined()
        let count =
            switch wanted.count {
            case nil: "at least once"
            case 0: "never"
            case 1: "once"
            case let number?: "\(number) times"
            }
        let within =
            wanted.withinMilliseconds > 0
            ? " within \(TimeSpan(milliseconds: wanted.withinMilliseconds).defaultValueDescription)" : ""
        let happened = matcher.count == 1 ? "1 time" : "\(matcher.count) times"
        return "\(SafeText.line(wanted.event + conditions)) \(count)\(within); it happened \(happened)"
    }

    /// Returns what occurred instead, one item per line.
    private static func reasons(_ matcher: EventMatcher) -> String {
        if matcher.state == .exceeded {
            return "\n" + matcher.matches.map { "happened: \(line($0))" }.joined(separator: "\n")
        }
        guard let nearest = matcher.nearest else {
            return matcher.seen == 0
                ? "\nno other event happened either" : "\nno similar entry among \(matcher.seen)"
        }
        let differences = nearest.differences.map { difference in
            let actual = difference.actual.map { "it is \(EventExpectation.plain($0))" } ?? "it has none"
            return "  \(SafeText.line(difference.key)): wanted \(SafeText.line(EventExpectation.plain(difference.wanted))), "
                + SafeText.line(actual)
        }
        let other = nearest.differences.isEmpty ? ["  a different event with matching details"] : []
        return (["\nnearest: \(line(nearest.entry))"] + differences + other).joined(separator: "\n")
    }

    private static func line(_ entry: TimelineEntry) -> String {
        SafeText.line("\(entry.id) \(entry.event) \(DetailText.line(entry.details))")
    }

    private static func json(_ matcher: EventMatcher) -> JSON {
        let wanted = matcher.expectation
        return .members([
            "event": .string(wanted.event),
            "with": .object(wanted.conditions.map { .init($0.key, $0.value.normalized) }),
            "wantedCount": wanted.count.map { .integer($0) } ?? .null,
            "within": .integer(wanted.withinMilliseconds), "met": .bool(matcher.isMet),
            "count": .integer(matcher.count), "seen": .integer(matcher.seen),
            "matches": .array(matcher.matches.map(\.json)), "nearest": nearest(matcher),
        ])
    }

    private static func nearest(_ matcher: EventMatcher) -> JSON {
        guard !matcher.isMet, let nearest = matcher.nearest else { return .null }
        return .members([
            "entry": nearest.entry.json,
            "differences": .array(
                nearest.differences.map {
                    .members([
                        "key": .string($0.key), "wanted": $0.wanted.normalized, "actual": $0.actual?.normalized ?? .null,
                    ])
                }),
        ])
    }
}
