import Dates
import EntitlementCore
import TVWorld

/// An event of the timeline as displayed on the dashboard.
struct TimelineEvent: Sendable {
    let entry: TimelineEntry
    /// The service's request; nil if the event occurred elsewhere, or without a request.
    var requestID: String?
    /// The SAML message that the service sent or received.
    var document: String?

    /// The maximum length of a displayed value of a detail, in characters.
    private static let valueLimit = 200

    /// The event's name without the part that its source implies; in words for events of the service.
    private var name: String {
        switch entry.id.source {
        case .device: entry.event
        case .service: entry.event.replacing("service.", with: "").replacing("-", with: " ")
        case .library: entry.event.replacing("library.", with: "")
        }
    }

    /// The informative details, and the time by the source's clock if it differs from the machine's.
    private var details: [(key: String, value: String)] {
        var details = entry.details.memberList.map { ($0.key, $0.value.text ?? $0.value.serialized) }.filter { !$0.1.isEmpty }
        if entry.time.clampedDifference(entry.machineTime / 1_000).magnitude >= 2_000 {
            details.append(("clock", ReadableTime.moment(entry.time)))
        }
        return details.map { ($0, $1.count > Self.valueLimit ? "\($1.prefix(Self.valueLimit))…" : $1) }
    }

    /// The value that events of one call have in common: its identifier, or else the service's request; nil without a call.
    private var group: String? { entry.correlation ?? requestID }

    /// The event's line after its name: the app and the details, with long values truncated.
    private var gist: String {
        let values = details.filter { $0.key != "clock" }.map { "\($0.key) \(Self.short($0.value))" }
        return ((entry.application.map { [$0] } ?? []) + values).joined(separator: " · ")
    }

    /// Returns a short form of an identifier that distinguishes those with the same beginning.
    private static func short(_ text: String) -> String {
        text.count > 24 ? "\(text.prefix(8))…\(text.suffix(4))" : text
    }

    /// A heading for the calls that begin with this event.
    private var title: String { entry.application.map { "\(name), \($0)" } ?? name }

    /// The values for the template of events.
    var page: PageValue {
        let time = entry.machineTime / 1_000
        let document = document.map { document -> PageValue in
            let title = "SAML \(entry.details["message"]?.text ?? "message") \(entry.outcome ?? "")"
            return ["title": .text(title), "xml": .text(SAMLText.readable(document))]
        }
        return [
            "id": .text(entry.id.description), "at": .number(entry.machineTime), "source": .text(entry.id.source.rawValue),
            "time": .text(ReadableTime.timeOfDay(time)), "moment": .text(ReadableTime.moment(time)),
            "event": .text(entry.event), "name": .text(name), "gist": .text(gist),
            "outcome": .optional(entry.outcome ?? (entry.isFailure ? "failed" : nil)),
            "tag": .text(entry.isFailure ? "bad" : entry.isSignedOutAnswer ? "" : "good"),
            "application": .optional(entry.application),
            "request": .optional(requestID), "document": document ?? false,
            "call": entry.correlation.map { ["id": .text($0)] } ?? false,
            "details": .list(details.map { ["key": .text($0.key), "value": .text($0.value)] }),
        ]
    }
}

extension TimelineEvent {
    /// Creates an event of the service.
    init(_ own: Journal.Entry) {
        entry = TimelineEntry(
            TimelineID(.service, own.sequence), machineTime: own.machineTime, time: own.time, event: own.event.rawValue,
            correlation: own.correlation.isEmpty ? nil : own.correlation, outcome: own.outcome,
            details: .sorted(own.details) { .string($0) })
        requestID = own.requestID.isEmpty ? nil : own.requestID
        document = own.document
    }

    /// Returns the events of each call, oldest first, as the live page shows them together; an event that belongs to no call
    /// stands alone. The call with the newest event comes first.
    ///
    /// - Parameter events: The events, newest first.
    static func calls(_ events: some Sequence<TimelineEvent>) -> [[TimelineEvent]] {
        var calls: [[TimelineEvent]] = []
        var places: [String: Int] = [:]
        for event in events {
            if let group = event.group, let place = places[group] {
                calls[place].append(event)
            } else {
                if let group = event.group { places[group] = calls.count }
                calls.append([event])
            }
        }
        return calls.map { $0.reversed() }
    }

    /// Returns the values for the template of calls.
    static func page(ofCall events: [TimelineEvent]) -> [String: PageValue] {
        let group = events.first?.group
        return [
            "at": .number(events.last?.entry.machineTime ?? 0), "group": .optional(group), "short": .text(short(group ?? "")),
            "title": .text(events.first?.title ?? ""), "colour": .optional(group.map { String(colour($0)) }),
            "entries": .list(events.map(\.page)),
        ]
    }

    /// Returns a colour for the events of one call, 0 to 5.
    private static func colour(_ group: String) -> UInt32 { group.utf8.reduce(0) { $0 &* 31 &+ UInt32($1) } % 6 }
}

/// The position of a viewer of the timeline: the number of the newest entry of each journal, as in `s12.d40.l3`.
struct TimelineCursor: Sendable, Equatable, CustomStringConvertible {
    /// The number of the newest entry, by source.
    var numbers: [TimelineSource: Int64] = [:]

    /// Creates the position of a viewer who has not seen anything.
    init() {}

    /// Parses a viewer's position; nil if it is invalid. A number without a letter is the service's.
    init?(_ text: String) {
        for part in text.split(separator: ".", maxSplits: 8, omittingEmptySubsequences: false) {
            guard let id = part.first?.isNumber == true ? TimelineID("s\(part)") : TimelineID(String(part)) else { return nil }
            numbers[id.source] = id.sequence
        }
    }

    /// Advances to an entry.
    mutating func pass(_ id: TimelineID) { numbers[id.source] = max(id.sequence, numbers[id.source] ?? 0) }

    /// Returns whether an entry comes after it.
    func isBefore(_ id: TimelineID) -> Bool { id.sequence > numbers[id.source] ?? .min }

    var description: String {
        numbers.sorted { $0.key < $1.key }.map { TimelineID($0.key, $0.value).description }.joined(separator: ".")
    }
}

extension TimelineEntry {
    /// Its place in the timeline, for a page's address: `1763870000123456.s12`.
    var place: String { "\(machineTime).\(id)" }

    /// Creates an entry that has only a place; nil if that is invalid.
    init?(place text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let time = Int64(parts[0]), let id = TimelineID(String(parts[1])) else { return nil }
        self.init(id, machineTime: time, time: 0, event: "")
    }
}
