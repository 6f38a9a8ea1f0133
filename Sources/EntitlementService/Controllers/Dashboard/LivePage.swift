import Encodings
import EntitlementCore
import HTTPTypes
import TVWorld

/// The events that a viewer has selected.
struct EventFilter: Sendable {
    /// The words, as they were entered; empty: every event.
    let text: String
    /// The words in lowercase; matching events contain all of them.
    private let words: [String]

    init(_ text: String?) {
        self.text = String((text ?? "").prefix(128)).trimmingWhitespace
        words = self.text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    func accepts(_ event: TimelineEvent) -> Bool {
        if words.isEmpty { return true }
        let entry = event.entry
        var texts = [entry.event, entry.outcome, entry.application, entry.correlation, event.requestID].compactMap(\.self)
        texts += entry.details.memberList.map { $0.value.text ?? $0.value.serialized }
        let lowercased = texts.map { $0.lowercased() }
        return words.allSatisfy { word in
            word == entry.id.description || word == entry.id.source.rawValue || lowercased.contains { $0.contains(word) }
        }
    }
}

extension DashboardController {
    /// The number of events on a page.
    private static let pageSize = 50

    func liveContent(_ call: APICall) async throws -> [String: PageValue] {
        let filter = EventFilter(call.parameters["text"])
        let before = call.parameters["before"].flatMap { TimelineEntry(place: $0) }
        // Before the entries are read: the page's stream shows what follows.
        let latest = engine.journal.latest
        let all = try await newestEvents(until: latest) + dashboard.shared.entries().entries.map { TimelineEvent(entry: $0) }
        let wanted = all.filter { event in
            before.map { TimelineEntry.comesBefore(event.entry, $0) } ?? true && filter.accepts(event)
        }.sorted { TimelineEntry.comesBefore($1.entry, $0.entry) }
        let shown = wanted.prefix(Self.pageSize)
        let textQuery = filter.text.isEmpty ? "" : "&text=\(PercentEncoding.encode(filter.text))"
        var cursor = TimelineCursor()
        cursor.numbers[.service] = latest
        for event in all { cursor.pass(event.entry.id) }
        let last = wanted.count > shown.count ? shown.last : nil
        return [
            "calls": .list(TimelineEvent.calls(shown).map { .object(TimelineEvent.page(ofCall: $0)) }),
            "text": .text(filter.text), "streamFilter": .text(textQuery),
            "none": .text(filter.text.isEmpty ? "Nothing has happened yet." : "No events match."),
            "range": .text(
                before.map { "Older than event \($0.id)." } ?? "As of \(ReadableTime.moment(engine.clock.milliseconds()))."),
            "hasStream": .flag(before == nil), "latest": .text(cursor.description),
            "isAlone": .flag(!dashboard.shared.isShared),
            "older": .optional(last.map { "\(DashboardSection.live.path)?before=\($0.entry.place)\(textQuery)" }),
        ]
    }

    /// Returns the entries of the service's own journal, as many as are kept up to a number, and perhaps later ones.
    private func newestEvents(until latest: Int64) async throws -> [TimelineEvent] {
        // After a restart, older entries are on disk, perhaps with a gap in the numbers.
        let isYoung = latest - engine.journal.first + 1 < engine.journal.limit
        let span = Int64(engine.journal.limit) + (isYoung ? JournalStore.leap : 0)
        return try await engine.entries(after: max(0, latest - span), limit: Int(span)).map { TimelineEvent($0) }
    }

    func requestPage(_ call: APICall) async throws -> Page {
        let id = call.part("id")
        let entries = try await engine.entries(of: id)
        guard !id.isEmpty, !entries.isEmpty else {
            throw ServiceError.page(
                .notFound, "No such request", "The journal contains nothing about this request, or no longer does.",
                "The service keeps the newest \(engine.journal.limit) events. Its log may contain more.")
        }
        return dashboardPage(
            .live, ["id": .text(id), "entries": .list(entries.map { TimelineEvent($0).page })], for: call,
            template: PageFiles.requestMustache, heading: "One request")
    }
}
