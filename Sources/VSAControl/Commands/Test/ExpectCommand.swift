import ArgumentParser
import TVWorld

/// `vsactl expect`
struct ExpectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expect", abstract: "Check that an event has happened, or wait for it.",
        usage: "vsactl expect <event> [<key>=<value> ...] [--count <number>] [--within <time>] [--since <id>|now]",
        discussion: """
            Searches the journals of the device, the service and the library that can contain the event, since the last reset. \
            Without --count, one occurrence is enough; with it, the number must match exactly, and 0 means never. With --within, \
            the command waits for the event; for one that must not happen, it waits the whole time. If the check fails, the \
            nearest miss is shown and the exit code is 4; for an event that does not exist, it is 10.

            Examples:
              vsactl expect library.setAuthenticationStatus status=1 --within 5s
              vsactl expect access.checked application-id=com.example.player access-status=granted --count 2
              vsactl expect library.status errorId=N004 --count 0
              vsactl expect --events
            """)

    @Argument(
        help: ArgumentHelp("The event and its details.", valueName: "event"), completion: .live(.events))
    var words: [String] = []
    @Option(help: ArgumentHelp("The exact number of occurrences.", valueName: "number")) var count: Int?
    @Option(help: .time("The time to wait for it", TimeSpan.accepted)) var within = TimeSpan(milliseconds: 0)
    @Option(help: ArgumentHelp("Only entries after this one (d12, s7, l3), or after now.", valueName: "id"))
    var since: String?
    @Flag(help: "List all events with their details.") var events = false
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if events { return }
        if words.isEmpty { throw ValidationError("Name an event; vsactl expect --events lists them.") }
        if let count, count < 0 { throw ValidationError("--count takes a whole number of at least 0.") }
        // As in a scenario; larger values could overflow when added.
        guard Delay.accepted.contains(within.milliseconds) else {
            throw ValidationError("--within takes \(TimeSpan.accepted(Delay.accepted, unit: 1)).")
        }
        for word in words.dropFirst() where !word.contains("=") || word.first == "=" {
            throw ValidationError("A detail has the form key=value; \(word) does not.")
        }
        if let since, since != "now", TimelineID(since) == nil {
            throw ValidationError("--since takes now or an entry's number such as d12, s7 or l3.")
        }
    }

    func run() async throws {
        if events { return global.show(.events) }
        let (expectation, event) = try expectation()
        let sources = Set(event.sources)
        let beginning: ExpectationRun.Beginning =
            switch since {
            case nil: .reset
            case "now": .now
            case let text?: TimelineID(text).map { .entry($0) } ?? .now
            }
        // An event that can be in several journals need not be in all of them.
        var required = sources.count == 1 ? sources : [.device]
        if case .entry(let id) = beginning { required.insert(id.source) }
        let journals = try await TimelineJournals.find(
            sources.union(beginning.landmarks(for: sources)), required: required, address: global.address)
        if sources.contains(.service), let absence = journals.absence { StandardStream.remark("vsactl: \(absence)") }
        let run = ExpectationRun(journals: journals, beginning: beginning, sources: sources)
        let matchers = try await run.perform([expectation])
        let report = Report.expectations(matchers)
        if let failure = Failure.unmet(matchers) {
            // Programs read the result from the document, users from standard error.
            if global.json { global.show(report) }
            throw failure
        }
        global.show(report)
    }

    private func expectation() throws -> (EventExpectation, EventName) {
        guard let event = EventName.named(words[0]) else {
            throw Failure(
                .notFound, "no such event: \(words[0])",
                advice: (EventName.nearest(to: words[0]).map { "Did you mean \($0)?\n" } ?? "")
                    + "vsactl expect --events lists them all.")
        }
        let conditions = try words.dropFirst().map { word -> JSON.Member in
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard event.accepts(detail: parts[0]) else {
                throw Failure.noSuch("detail of \(event.name)", parts[0], known: event.details + TimelineEntry.commonKeys)
            }
            return JSON.Member(parts[0], .string(parts[1]))
        }
        let expectation = EventExpectation(
            event: event.name, conditions: conditions, count: count, withinMilliseconds: within.milliseconds)
        return (expectation, event)
    }
}

extension Report {
    static var events: Report {
        Report(
            "events", EventName.all,
            json: { event in
                .members([
                    "event": event.name, "sources": event.sources.map(\.rawValue), "details": event.details,
                    "openDetails": event.hasOpenDetails, "meaning": event.meaning,
                ])
            },
            columns: [
                "EVENT": { .init($0.name) }, "FROM": { .init($0.sources.map(\.rawValue).joined(separator: ", ")) },
                "MEANING": { .init($0.meaning) },
                "DETAILS": { .init(($0.details + ($0.hasOpenDetails ? ["…"] : [])).joined(separator: " "), .faint) },
            ])
    }
}
