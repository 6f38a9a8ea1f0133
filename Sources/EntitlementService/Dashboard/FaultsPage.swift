import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let faults = PageTemplate(PageFiles.faultsMustache)
}

extension ServiceEnvironment {
    /// How many events the page shows.
    private static let shownEvents = 20
    private static let effects = [
        ("status", "respond with an HTTP status"), ("error", "respond with an error code"), ("hang", "hang until released"),
        ("disconnect", "close the connection in the response"), ("saml", "make the SAML response invalid"),
        ("none", "only the delay"),
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
        return try await change(call, "The fault was added.") {
            try await administer(.post, ["faults"], .object(members), from: call)
        }
    }

    /// `POST /dashboard/faults/clear`
    func clearFaults(byForm call: Call) async throws -> Response {
        try await change(call, "All faults were removed.") { try await administer(.delete, ["faults"], from: call) }
    }

    /// `POST /dashboard/faults/{id}/remove`
    func removeFault(byForm call: Call) async throws -> Response {
        try await change(call, "The fault was removed.") {
            try await administer(.delete, ["faults", call.part("id")], from: call)
        }
    }

    /// `POST /dashboard/faults/{id}/release`
    func releaseFault(byForm call: Call) async throws -> Response {
        try await change(call, "The calls that were hanging continue.") {
            try await administer(.post, ["faults", call.part("id"), "release"], from: call)
        }
    }

    /// `POST /dashboard/clock`
    func setClock(byForm call: Call) async throws -> Response {
        let specification = (call.parameters["specification"] ?? "").trimmingBlanks
        return try await change(call, "The clock was set.") {
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
        return try await change(call, "The clock was moved.") {
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
    /// Whether it concerns a fault or the clock.
    fileprivate var isAboutFaults: Bool {
        switch self {
        case .faultAdded, .faultRemoved, .faultReleased, .faultStruck, .clockChanged: true
        default: false
        }
    }
}
