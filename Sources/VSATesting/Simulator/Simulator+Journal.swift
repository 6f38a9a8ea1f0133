import Dates
import TVWorld

extension Simulator {
    /// Returns all events so far of the device, the service and the library, ordered by time.
    ///
    /// - Throws: ``SimulatorFailure`` if the device or the service does not respond.
    public func journal() async throws -> [JournalEntry] {
        try await entries(of: TimelineSource.allCases).map(JournalEntry.init)
    }

    /// Waits until an event has occurred; only events since the last reset count.
    ///
    ///     let seen = try await simulator.expect(.setAuthenticationStatus, ["status": 1])
    ///     #expect(seen.isMet, "\(seen)")
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - details: The details that the event must have, including `application-id` and `outcome`.
    ///   - count: The exact number of occurrences, instead of at least one; with 0, the journal is read once.
    ///   - limit: The time limit.
    /// - Returns: The entries, or the nearest miss.
    /// - Throws: ``SimulatorFailure`` if there is no such event or detail, or the device or the service does not respond.
    public func expect(
        _ event: JournalEvent, _ details: [String: JournalValue] = [:], count: Int? = nil,
        within limit: Duration = .seconds(5)
    ) async throws -> Expectation {
        let expected = EventExpectation(
            event: event.rawValue, conditions: details.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) },
            count: count)
        let sources = try Self.sources(of: expected)
        let end = ContinuousClock.now + (count == 0 ? .zero : limit)
        while true {
            let expectation = Expectation(expected, among: try await timeline(of: sources))
            if expectation.isMet || expectation.isPastHope { return expectation }
            if ContinuousClock.now >= end {
                let (entries, absences) = await readableEntries()
                return Expectation(expected, among: TimelineEntry.sinceReset(entries), absences: absences)
            }
            try await pause(.milliseconds(50))
        }
    }

    /// Waits until an event has occurred and returns its entries; for XCTest, and for tests that cannot continue without it.
    ///
    /// - Throws: ``ExpectationFailure`` with the nearest miss, ``SimulatorFailure``.
    @discardableResult
    public func require(
        _ event: JournalEvent, _ details: [String: JournalValue] = [:], count: Int? = nil,
        within limit: Duration = .seconds(5)
    ) async throws -> [JournalEntry] {
        let expectation = try await expect(event, details, count: count, within: limit)
        guard expectation.isMet else { throw ExpectationFailure(expectation: expectation) }
        return expectation.entries
    }

    /// Returns the journals in which an event can occur. A nonexistent name would never match.
    private static func sources(of expectation: EventExpectation) throws -> [TimelineSource] {
        guard let event = EventName.named(expectation.event) else {
            let nearest = EventName.nearest(to: expectation.event).map { "; did you mean \($0)?" } ?? ""
            throw SimulatorFailure("unknown event \(expectation.event)\(nearest)")
        }
        if let condition = expectation.conditions.first(where: { !event.accepts(detail: $0.key) }) {
            let known = (event.details + TimelineEntry.commonKeys).joined(separator: ", ")
            throw SimulatorFailure("\(event.name) has no detail \(condition.key); it has \(known)")
        }
        return event.sources
    }

    /// Returns the entries of journals since the last reset, ordered by time.
    private func timeline(of sources: [TimelineSource]) async throws -> [TimelineEntry] {
        // The daemons record their resets; the library's file does not.
        let isLibraryOnly = sources == [.library]
        let timeline = TimelineEntry.sinceReset(try await entries(of: isLibraryOnly ? [.device, .library] : sources))
        return timeline.filter { sources.contains($0.id.source) }
    }

    /// Returns all entries of journals, ordered by time.
    private func entries(of sources: [TimelineSource]) async throws -> [TimelineEntry] {
        let arguments = ["journal", "list", "--limit=1000000"] + sources.map { "--source=\($0.rawValue)" }
        return (try await member("entries", arguments)?.elements ?? []).compactMap { TimelineEntry(listed: $0) }
    }

    /// Returns the entries of the journals that can be read, ordered by time, and the reasons why others cannot be read.
    private func readableEntries() async -> (entries: [TimelineEntry], absences: [String]) {
        var (journals, absences) = ([[TimelineEntry]](), [String]())
        for source in TimelineSource.allCases {
            do {
                journals.append(try await entries(of: [source]))
            } catch {
                absences.append("without the \(source.rawValue)'s events: \(error)")
            }
        }
        return (TimelineEntry.merged(journals), absences)
    }

    /// Returns the lines that explain the failure of a test.
    package func failureReport() async -> [String] {
        // In its own task: at its time limit a test is cancelled, and with its task the commands that read the journals.
        let (entries, absences) = await Task { await readableEntries() }.value
        // The reasons end with the session's messages.
        return entries.map { JournalEntry(entry: $0).description } + (absences.isEmpty ? messages.soFar : absences)
    }
}

extension TimelineEntry {
    /// Creates an entry of `vsactl journal list`; nil if it has no number.
    fileprivate init?(listed entry: JSON) {
        guard let id = entry["id"]?.text.flatMap({ TimelineID($0) }) else { return nil }
        let time = entry["time"]?.text.flatMap(RFC3339.milliseconds) ?? 0
        self.init(
            id, machineTime: entry["machineTime"]?.integer ?? time * 1_000, time: time, event: entry["event"]?.text ?? "",
            application: entry["application"]?.text, correlation: entry["correlation"]?.text, outcome: entry["outcome"]?.text,
            details: entry["details"] ?? .object([]))
    }
}
