import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let faults = PageTemplate(
        #"""
        {{<dashboard}}{{$content}}
        <section class="panel" aria-labelledby="clock"><h2 id="clock">The service's clock</h2>
        <p>It shows <b><time>{{time}}</time></b>{{#isMoved}} ({{specification}}; the machine's is {{machineTime}}){{/isMoved}}{{^isMoved}}, the machine's time{{/isMoved}}.</p>
        <form method="post" action="/dashboard/clock/advance" class="fields">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <div><label for="amount">Move it forward by <span class="quiet">back with a minus</span></label>
        <input id="amount" name="amount" inputmode="numeric" value="{{form.amount}}" autocomplete="off" required></div>
        <div><label for="unit">Unit</label><select id="unit" name="unit">
        {{#units}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/units}}</select></div>
        <button class="small">Move</button>
        </form>
        <form method="post" action="/dashboard/clock" class="fields">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <div><label for="specification">Set it <span class="quiet">real, offset:SECONDS or frozen:UNIX_SECONDS</span></label>
        <input id="specification" name="specification" value="{{form.specification}}" autocomplete="off" required></div>
        <button class="small secondary">Set</button>
        </form></section>
        <div class="table" role="region" aria-label="Faults, scrolls sideways" tabindex="0">
        <table class="stack"><caption>Faults, the oldest first</caption>
        <thead><tr><th scope="col">Fault</th><th scope="col">Where</th><th scope="col">What</th><th scope="col">App</th>
        <th scope="col">When</th><th scope="col">Struck</th><th scope="col">Actions</th></tr></thead><tbody>
        {{#faults}}<tr><th scope="row" data-label="Fault">{{id}}</th><td data-label="Where"><code>{{at}}</code></td>
        <td data-label="What">{{effect}}</td><td data-label="App">{{application}}</td><td data-label="When">{{when}}</td>
        <td data-label="Struck">{{struck}}</td>
        <td data-label="Actions" class="actions">{{#isHanging}}<form method="post" action="/dashboard/faults/{{id}}/release">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <button class="small secondary" aria-label="Release the calls that hang on {{id}}">Release</button></form>{{/isHanging}}
        <form method="post" action="/dashboard/faults/{{id}}/remove">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <button class="small danger" aria-label="Remove {{id}}">Remove</button></form></td></tr>{{/faults}}
        {{^faults}}<tr><td colspan="7">There is none: every call is worked on.</td></tr>{{/faults}}
        </tbody></table></div>
        {{#hasFaults}}<form method="post" action="/dashboard/faults/clear">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <button class="small danger">Remove all faults</button></form>{{/hasFaults}}
        <section class="panel" aria-labelledby="new"><h2 id="new">Add a fault</h2>
        <form method="post" action="/dashboard/faults" class="fields">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <div><label for="at">Where</label><select id="at" name="at">
        {{#points}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/points}}</select></div>
        <div><label for="effect">What</label><select id="effect" name="effect">
        {{#effects}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/effects}}</select></div>
        <div><label for="value">Status or code <span class="quiet">503, or an error code or SAML fault</span></label>
        <input id="value" name="value" value="{{form.value}}" autocomplete="off"></div>
        <div><label for="delay">Delay <span class="quiet">milliseconds</span></label>
        <input id="delay" name="delay" inputmode="numeric" value="{{form.delay}}" autocomplete="off"></div>
        <div><label for="times">How often <span class="quiet">empty: every call</span></label>
        <input id="times" name="times" inputmode="numeric" value="{{form.times}}" autocomplete="off"></div>
        <div><label for="after">After so many calls</label>
        <input id="after" name="after" inputmode="numeric" value="{{form.after}}" autocomplete="off"></div>
        <div><label for="applicationId">Only this app <span class="quiet">its identifier; empty: every app</span></label>
        <input id="applicationId" name="applicationId" value="{{form.applicationId}}" autocomplete="off"></div>
        <button class="small">Add the fault</button>
        </form></section>
        <h2>What they did</h2>
        <ol class="events">
        {{#entries}}{{> dashboard-event}}{{/entries}}
        </ol>
        {{^entries}}<p>Nothing yet.</p>{{/entries}}
        <p><a href="/dashboard/live">All events, as they come</a></p>
        {{/content}}{{/dashboard}}
        """#)
}

extension ServiceEnvironment {
    /// How many events the page shows.
    private static let shownEvents = 20
    private static let effects = [
        ("status", "answer with an HTTP status"), ("error", "answer with an error code"), ("hang", "hang until released"),
        ("disconnect", "cut the connection in the answer"), ("saml", "make a bad SAML response"),
        ("none", "nothing but the delay"),
    ]
    private static let units = [("1", "seconds"), ("60", "minutes"), ("3600", "hours"), ("86400", "days")]

    /// `GET /dashboard/faults`
    func faultsPage(_ call: Call) async throws -> Page { try await faultsPage(call, refused: nil) }

    private func faultsPage(_ call: Call, refused: FormProblem?) async throws -> Page {
        let form = refused == nil ? FormParameters() : call.parameters
        let (now, setting) = (engine.clock.milliseconds(), engine.clock.setting)
        let faults = engine.faults.records(now: now)
        let points = FaultPoint.allCases.filter { $0.side == .service }.map { ($0.rawValue, $0.rawValue) }
        let events = engine.journal.entries(after: 0).reversed().lazy.filter { $0.event.isAboutFaults }.prefix(Self.shownEvents)
        let fields = ["amount", "specification", "value", "delay", "times", "after", "applicationId"]
        var page = dashboardPage(
            .faults, .faults,
            [
                "time": .text(ReadableTime.moment(now)), "isMoved": .flag(setting != .real),
                "specification": .text(setting.specification),
                "machineTime": .text(ReadableTime.moment(SystemClock.machineMilliseconds())),
                "units": Self.options(Self.units, form["unit"] ?? "3600"), "points": Self.options(points, form["at"]),
                "effects": Self.options(Self.effects, form["effect"]), "hasFaults": .flag(!faults.isEmpty),
                "faults": .list(faults.map(Self.row)),
                "entries": .list(events.map { TimelineEvent($0).page }),
                "form": .object(Dictionary(uniqueKeysWithValues: fields.map { ($0, .text(form[$0] ?? "")) })),
            ], for: call)
        page.content["problem"] = .optional(refused?.message)
        if let refused { page.status = refused.status }
        return page
    }

    private static func row(_ fault: FaultRecord) -> PageValue {
        var effects = fault.effects.prefix(1).map(\.effect.journalText)
        if fault.delay > 0 || fault.jitter > 0 {
            effects.append("\(fault.delay) ms later" + (fault.jitter > 0 ? " and up to \(fault.jitter) more" : ""))
        }
        var when: [String] = []
        if fault.after > 0 { when.append("after \(fault.after) calls") }
        if fault.times > 0 { when.append("\(fault.times) times") }
        if fault.from > 0 { when.append("from \(ReadableTime.duration(fault.from)) on") }
        if fault.duration > 0 { when.append("for \(ReadableTime.duration(fault.duration))") }
        let struck = "\(fault.struck) of \(fault.seen)" + (fault.waiting > 0 ? ", \(fault.waiting) waiting" : "")
        return [
            "id": .text(fault.id), "at": .text(fault.at), "effect": .text(effects.joined(separator: ", ")),
            "application": .text(fault.applicationId ?? "every app"),
            "when": .text(when.isEmpty ? "always" : when.joined(separator: ", ")),
            "struck": .text(struck + (fault.usedUp ? ", used up" : "")), "isHanging": .flag(fault.hang),
        ]
    }

    /// `POST /dashboard/faults`
    func addFault(byForm call: Call) async throws -> Response {
        let form = call.parameters
        var members: [JSON.Member] = [.init("at", .string(form["at"] ?? ""))]
        func number(_ text: String) -> JSON { Int64(text).map { .integer($0) } ?? .string(text) }
        for name in ["delay", "times", "after"] {
            if let text = form[name], !text.isEmpty { members.append(.init(name, number(text))) }
        }
        if let application = form["applicationId"], !application.isEmpty {
            members.append(.init("applicationId", .string(application)))
        }
        switch form["effect"] ?? "" {
        case "hang", "disconnect": members.append(.init(form["effect"] ?? "", .bool(true)))
        case "status": members.append(.init("status", number(form["value"] ?? "")))
        case "none": break
        case let effect: members.append(.init(effect, .string(form["value"] ?? "")))
        }
        return try await change(call, "The fault is in force now.") {
            try await administer(.post, ["faults"], .object(members), from: call)
        }
    }

    /// `POST /dashboard/faults/clear`
    func clearFaults(byForm call: Call) async throws -> Response {
        try await change(call, "All faults are removed.") { try await administer(.delete, ["faults"], from: call) }
    }

    /// `POST /dashboard/faults/{id}/remove`
    func removeFault(byForm call: Call) async throws -> Response {
        try await change(call, "The fault is removed.") {
            try await administer(.delete, ["faults", call.part("id")], from: call)
        }
    }

    /// `POST /dashboard/faults/{id}/release`
    func releaseFault(byForm call: Call) async throws -> Response {
        try await change(call, "The calls that hung go on.") {
            try await administer(.post, ["faults", call.part("id"), "release"], from: call)
        }
    }

    /// `POST /dashboard/clock`
    func setClock(byForm call: Call) async throws -> Response {
        let specification = (call.parameters["specification"] ?? "").trimmingBlanks
        return try await change(call, "The clock is set.") {
            try await administer(.put, ["clock"], .object([.init("specification", .string(specification))]), from: call)
        }
    }

    /// `POST /dashboard/clock/advance`
    func advanceClock(byForm call: Call) async throws -> Response {
        let text = (call.parameters["amount"] ?? "").trimmingBlanks
        let unit = Int64(call.parameters["unit"] ?? "1") ?? 1
        let (seconds, isTooLarge) = (Int64(text) ?? 0).multipliedReportingOverflow(by: unit)
        let (milliseconds, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000)
        let amount: JSON = Int64(text) == nil || isTooLarge || isTooFar ? .string(text) : .integer(milliseconds)
        return try await change(call, "The clock is moved.") {
            try await administer(.post, ["clock", "advance"], .object([.init("milliseconds", amount)]), from: call)
        }
    }

    private func change(_ call: Call, _ notice: String, _ work: () async throws -> JSON) async throws -> Response {
        do {
            _ = try await work()
        } catch let problem as FormProblem {
            return try await faultsPage(call, refused: problem).response
        }
        return changed(notice, .faults)
    }
}

extension JournalEvent {
    /// Whether it tells of a fault or the clock.
    fileprivate var isAboutFaults: Bool {
        switch self {
        case .faultAdded, .faultRemoved, .faultReleased, .faultStruck, .clockChanged: true
        default: false
        }
    }
}
