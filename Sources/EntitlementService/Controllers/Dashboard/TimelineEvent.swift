import Dates
import EntitlementCore
import TVWorld

/// An event of the timeline as displayed on the dashboard.
struct TimelineEvent: Sendable {
    let entry: TimelineEntry
    /// The same event in the service's journal, with its request and its message; nil if it occurred elsewhere.
    let own: Journal.Entry?

    init(_ own: Journal.Entry) {
        self.own = own
        entry = TimelineEntry(
            TimelineID(.service, own.sequence), machineTime: own.machineTime, time: own.time, event: own.event.rawValue,
            correlation: own.correlation.isEmpty ? nil : own.correlation, outcome: own.outcome,
            details: .object(own.details.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) }))
    }

    init(shared entry: TimelineEntry) {
        own = nil
        self.entry = entry
    }

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
    var group: String? { entry.correlation ?? own.flatMap { $0.requestID.isEmpty ? nil : $0.requestID } }

    /// The event's line after its name: the app and the details, with long values truncated.
    private var gist: String {
        let values = details.filter { $0.key != "clock" }.map { "\($0.key) \(Self.short($0.value))" }
        return ((entry.application.map { [$0] } ?? []) + values).joined(separator: " · ")
    }

    /// Returns a short form of an identifier that distinguishes those with the same beginning.
    static func short(_ text: String) -> String {
        text.count > 24 ? "\(text.prefix(8))…\(text.suffix(4))" : text
    }

    /// A heading for the calls that begin with this event.
    var title: String { entry.application.map { "\(name), \($0)" } ?? name }

    /// The values for the template of events.
    var page: PageValue {
        let time = entry.machineTime / 1_000
        let document = own?.document.map { document -> PageValue in
            let title = "SAML \(own?.details["message"] ?? "message") \(own?.outcome ?? "")"
            return ["title": .text(title), "xml": .text(SAMLText.readable(document))]
        }
        return [
            "id": .text(entry.id.description), "at": .number(entry.machineTime), "source": .text(entry.id.source.rawValue),
            "time": .text(ReadableTime.timeOfDay(time)), "moment": .text(ReadableTime.moment(time)),
            "event": .text(entry.event), "name": .text(name), "gist": .text(gist),
            "outcome": .optional(entry.outcome ?? (entry.isFailure ? "failed" : nil)),
            "tag": .text(entry.isFailure ? "bad" : entry.isSignedOutAnswer ? "" : "good"),
            "application": .optional(entry.application),
            "request": .optional(own?.requestID.isEmpty == false ? own?.requestID : nil), "document": document ?? false,
            "call": entry.correlation.map { ["id": .text($0)] } ?? false,
            "details": .list(details.map { ["key": .text($0.key), "value": .text($0.value)] }),
        ]
    }
}
