import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let live = PageTemplate(
        #"""
        {{<dashboard}}{{$content}}
        <p>What happens on the device, at the service and in apps, the newest first: what <code>vsactl monitor</code> shows. Events of one
        call have the same colour. <span id="live-state" role="status">{{range}}</span></p>
        {{#isAlone}}<p class="quiet" id="live-alone">Nobody tells what happens on the device and in apps: <code>vsactl run</code> does by itself,
        elsewhere <code>vsactl journal share</code>.</p>{{/isAlone}}
        {{#hasStream}}<p id="live-controls" hidden><button class="small secondary" id="live-pause" aria-pressed="false">Pause</button></p>{{/hasStream}}
        <form method="get" action="/dashboard/live" class="filters">
        <div><label for="text">Only events with <span class="quiet">a word of the name, app, provider, requestor or request; or device, service, library</span></label>
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
        <li id="event-{{id}}" data-at="{{at}}"{{#call}} class="call-{{colour}}"{{/call}}><p class="head"><time title="{{moment}}">{{time}}</time> <span class="tag source">{{source}}</span> <b title="{{event}}">{{name}}</b>{{#outcome}} <span class="tag {{tag}}">{{.}}</span>{{/outcome}} <span class="quiet">{{id}}</span></p>
        <dl>{{#application}}<div><dt>app</dt><dd>{{.}}</dd></div>{{/application}}{{#details}}<div><dt>{{key}}</dt><dd>{{value}}</dd></div>{{/details}}{{#request}}<div><dt>request</dt><dd><a href="/dashboard/requests/{{.}}">{{.}}</a></dd></div>{{/request}}{{#call}}<div><dt>call</dt><dd><a href="/dashboard/live?text={{id}}">{{short}}</a></dd></div>{{/call}}</dl>
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

    func accepts(_ event: TimelineEvent) -> Bool {
        if text.isEmpty { return true }
        let entry = event.entry
        let words = [entry.id.description, entry.id.source.rawValue, entry.correlation, event.own?.requestID]
        if words.contains(text)
            || [entry.event, entry.outcome, entry.application].contains(where: { $0?.contains(text) == true })
        {
            return true
        }
        guard case .object(let members) = entry.details else { return false }
        return members.contains { ($0.value.text ?? $0.value.serialized).contains(text) }
    }
}

extension ServiceEnvironment {
    /// How many events a page shows.
    private static let pageSize = 50

    /// `GET /dashboard/live`
    func livePage(_ call: Call) async throws -> Page {
        let filter = EventFilter(call.parameters["text"])
        let before = call.parameters["before"].flatMap { TimelinePlace($0) }
        let all = try await newestEvents() + dashboard.shared.entries().entries.map { TimelineEvent(shared: $0) }
        let wanted = all.filter { event in before.map { $0.comes(after: event.entry) } ?? true && filter.accepts(event) }
            .sorted { TimelineEntry.comesBefore($1.entry, $0.entry) }
        let shown = wanted.prefix(Self.pageSize)
        let textQuery = filter.text.isEmpty ? "" : "&text=\(PercentEncoding.encode(filter.text))"
        var content: [String: PageValue] = [
            "entries": .list(shown.map(\.page)), "text": .text(filter.text), "streamFilter": .text(textQuery),
            "hasStream": .flag(before == nil), "isAlone": .flag(!dashboard.shared.isShared),
        ]
        var cursor = TimelineCursor()
        cursor[.service] = engine.journal.latest
        for event in all { cursor.pass(event.entry.id) }
        content["latest"] = .text(cursor.description)
        content["range"] = .text(
            before.map { "Older than event \($0.id)." } ?? "As of \(ReadableTime.moment(engine.clock.milliseconds())).")
        content["older"] = .optional(
            wanted.count > shown.count
                ? shown.last.map { "\(DashboardSection.live.path)?before=\(TimelinePlace($0.entry))\(textQuery)" } : nil)
        return dashboardPage(.live, .live, content, for: call)
    }

    /// What the service's own journal has.
    private func newestEvents() async throws -> [TimelineEvent] {
        let latest = engine.journal.latest
        // After a restart the older ones are on the disk, perhaps beyond a leap of the numbers.
        let isYoung = latest - engine.journal.first + 1 < engine.journal.limit
        let span = Int64(engine.journal.limit) + (isYoung ? JournalStore.leap : 0)
        return try await engine.entries(after: max(0, latest - span), limit: Int(span)).map { TimelineEvent($0) }
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
            .live, .request, ["id": .text(id), "entries": .list(entries.map { TimelineEvent($0).page })], for: call,
            heading: "One request")
    }
}

extension PageValue {
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
