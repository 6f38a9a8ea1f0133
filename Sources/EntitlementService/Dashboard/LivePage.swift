import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let live = PageTemplate(
        #"""
        {{<dashboard}}{{$content}}
        <p>What happens at the service, the newest first. <span id="live-state" role="status">{{range}}</span></p>
        {{#hasStream}}<p id="live-controls" hidden><button class="small secondary" id="live-pause" aria-pressed="false">Pause</button></p>{{/hasStream}}
        <form method="get" action="/dashboard/live" class="filters">
        <div><label for="text">Only events with <span class="quiet">a word of the name, MVPD, requestor or request</span></label>
        <input id="text" name="text" value="{{text}}" autocomplete="off"></div>
        <button class="small">Filter</button>
        </form>
        <ol id="events" class="events" {{#hasStream}}data-stream="/dashboard/events?after={{latest}}{{streamFilter}}"{{/hasStream}}>
        {{#entries}}{{> dashboard-event}}{{/entries}}
        </ol>
        {{^entries}}<p id="no-events">Nothing has happened yet.</p>{{/entries}}
        {{#older}}<p><a href="{{.}}" rel="next">Older events</a></p>{{/older}}
        {{/content}}{{/dashboard}}
        """#)

    static let request = PageTemplate(
        #"""
        {{<dashboard}}{{$content}}
        <p>The request <code>{{id}}</code>: the same identifier stands in the service's log (<code>request</code>), in the answer's
        header <code>Adobe-Request-Id</code> and in error messages.</p>
        <ol class="events">
        {{#entries}}{{> dashboard-event}}{{/entries}}
        </ol>
        {{/content}}{{/dashboard}}
        """#)

    /// One event of the stream, as the page shows it.
    static let event = PageTemplate(#"{{> dashboard-event}}"#)

    /// One event.
    static let dashboardEvent = #"""
        <li id="event-{{sequence}}"><p class="head"><time title="{{moment}}">{{time}}</time> <b>{{name}}</b> <span class="tag {{tag}}">{{outcome}}</span></p>
        <dl>{{#details}}<div><dt>{{key}}</dt><dd>{{value}}</dd></div>{{/details}}{{#request}}<div><dt>request</dt><dd><a href="/dashboard/requests/{{.}}">{{.}}</a></dd></div>{{/request}}</dl>
        {{#document}}<details><summary>{{title}}</summary>
        <pre tabindex="0">{{xml}}</pre></details>{{/document}}</li>

        """#
}

/// Which events a viewer wants to see.
struct EventFilter: Sendable {
    /// A word that the event has; empty: every event.
    let text: String

    init(_ text: String?) {
        self.text = String((text ?? "").prefix(128)).trimmingBlanks
    }

    func accepts(_ entry: Journal.Entry) -> Bool {
        text.isEmpty || entry.event.rawValue.contains(text) || entry.outcome.contains(text) || entry.requestID == text
            || entry.details.values.contains { $0.contains(text) }
    }
}

extension ServiceEnvironment {
    /// How many events a page shows.
    private static let pageSize = 50

    /// `GET /dashboard/live`
    func livePage(_ call: Call) async throws -> Page {
        let filter = EventFilter(call.parameters["text"])
        let before = call.parameters["before"].flatMap { Int64($0) }
        let latest = engine.journal.latest
        // After a restart the older ones are on the disk, perhaps beyond a leap of the numbers.
        let isYoung = latest - engine.journal.first + 1 < engine.journal.limit
        let span = Int64(engine.journal.limit) + (isYoung ? JournalStore.leap : 0)
        let all = try await engine.entries(after: max(0, latest - span), limit: Int(span))
        var shown: [Journal.Entry] = []
        var hasOlder = false
        for entry in all.reversed() where entry.sequence < before ?? .max && filter.accepts(entry) {
            guard shown.count < Self.pageSize else {
                hasOlder = true
                break
            }
            shown.append(entry)
        }
        let textQuery = filter.text.isEmpty ? "" : "&text=\(Self.encoded(filter.text))"
        var content: [String: PageValue] = [
            "entries": .list(shown.map { PageValue(event: $0) }), "text": .text(filter.text), "latest": .number(latest),
            "streamFilter": .text(textQuery), "hasStream": .flag(before == nil),
        ]
        content["range"] = .text(
            before == nil ? "As of \(ReadableTime.moment(engine.clock.milliseconds()))." : "Older than event \(before ?? 0).")
        content["older"] = .optional(
            hasOlder ? shown.last.map { "\(DashboardSection.live.path)?before=\($0.sequence)\(textQuery)" } : nil)
        return dashboardPage(.live, .live, content, for: call)
    }

    /// `GET /dashboard/requests/{id}`
    func requestPage(_ call: Call) async throws -> Page {
        let id = call.part("id")
        let entries = try await engine.entries(of: id)
        guard !id.isEmpty, !entries.isEmpty else {
            throw PageRefusal(
                .notFound, "No such request", "The journal holds nothing of this request, or does not any more.",
                "The service keeps the newest \(engine.journal.limit) events. Its log may tell more.")
        }
        return dashboardPage(
            .live, .request, ["id": .text(id), "entries": .list(entries.map { PageValue(event: $0) })], for: call,
            heading: "One request")
    }
}

extension PageValue {
    /// An event, as the template of events takes it.
    init(event entry: Journal.Entry) {
        let isGood = ["ok", "sent", "received"].contains(entry.outcome)
        var values: [String: PageValue] = [
            "sequence": .number(entry.sequence), "time": .text(ReadableTime.timeOfDay(entry.time)),
            "moment": .text(ReadableTime.moment(entry.time)), "outcome": .text(entry.outcome),
            "name": .text(entry.event.rawValue.replacing("service.", with: "").replacing("-", with: " ")),
            "tag": .text(isGood ? "good" : "bad"), "request": .optional(entry.requestID.isEmpty ? nil : entry.requestID),
            "details": .list(
                entry.details.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map {
                    ["key": .text($0.key), "value": .text($0.value)]
                }),
            "document": false,
        ]
        if let document = entry.document {
            let title = "SAML \(entry.details["message"] ?? "message") \(entry.outcome)"
            values["document"] = ["title": .text(title), "xml": .text(PrettyXML.readable(document))]
        }
        self = .object(values)
    }

    /// The names of an object.
    var members: [String: PageValue] { if case .object(let values) = self { values } else { [:] } }
}

extension String {
    /// The text without blanks before and after it.
    var trimmingBlanks: String {
        var text = drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
