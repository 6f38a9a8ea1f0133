import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let faults = PageTemplate(PageFiles.faultsMustache)
}

extension DashboardController {
    /// How many events the page shows.
    private static let shownEvents = 20
    private static let effects = [
        ("status", "respond with an HTTP status"), ("error", "respond with an error code"), ("hang", "hang until released"),
        ("disconnect", "close the connection in the response"), ("saml", "make the SAML response invalid"),
        ("none", "only the delay"),
    ]
    private static let units = [("1", "seconds"), ("60", "minutes"), ("3600", "hours"), ("86400", "days")]

    /// `GET /dashboard/faults`
    func faultsPage(_ call: APICall) async throws -> Page { try await faultsPage(call, form: FormParameters()) }

    private func faultsPage(_ call: APICall, form: FormParameters) async throws -> Page {
        _ = try await engine.currentFaults()
        let (now, setting) = (engine.clock.milliseconds(), engine.clock.setting)
        let faults = engine.faults.records(now: now)
        let points = FaultPoint.allCases.filter { $0.side == .service }.map { ($0.rawValue, $0.rawValue) }
        let events = engine.journal.entries(after: 0).reversed().lazy.filter { $0.event.isAboutFaults }.prefix(Self.shownEvents)
        let fields = ["amount", "specification", "value", "delay", "times", "after", "applicationId"]
        return dashboardPage(
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
    func addFault(byForm call: APICall) async throws -> Response {
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
            try await administration.addFault(.object(members), requestID: call.requestID)
        }
    }

    /// `POST /dashboard/faults/clear`
    func clearFaults(byForm call: APICall) async throws -> Response {
        try await change(call, "All faults were removed.") {
            try await administration.clearFaults(requestID: call.requestID)
        }
    }

    /// `POST /dashboard/faults/{id}/remove`
    func removeFault(byForm call: APICall) async throws -> Response {
        try await change(call, "The fault was removed.") {
            try await administration.removeFault(call.part("id"), requestID: call.requestID)
        }
    }

    /// `POST /dashboard/faults/{id}/release`
    func releaseFault(byForm call: APICall) async throws -> Response {
        try await change(call, "The calls that were hanging continue.") {
            try await administration.releaseFault(call.part("id"), requestID: call.requestID)
        }
    }

    /// `POST /dashboard/clock`
    func setClock(byForm call: APICall) async throws -> Response {
        let specification = (call.parameters["specification"] ?? "").trimmingBlanks
        return try await change(call, "The clock was set.") {
            try await administration.setClock(
                .object([.init("specification", .string(specification))]), requestID: call.requestID)
        }
    }

    /// `POST /dashboard/clock/advance`
    func advanceClock(byForm call: APICall) async throws -> Response {
        let text = (call.parameters["amount"] ?? "").trimmingBlanks
        let unit = Int64(call.parameters["unit"] ?? "1") ?? 1
        let (seconds, isTooLarge) = (Int64(text) ?? 0).multipliedReportingOverflow(by: unit)
        let (milliseconds, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000)
        let amount: JSON = Int64(text) == nil || isTooLarge || isTooFar ? .string(text) : .integer(milliseconds)
        return try await change(call, "The clock was moved.") {
            try await administration.advanceClock(.object([.init("milliseconds", amount)]), requestID: call.requestID)
        }
    }

    private func change(_ call: APICall, _ told: String, _ work: () async throws -> Void) async throws -> Response {
        try await submit(.faults) {
            try await work()
            return told
        } refused: { _ in
            try await faultsPage(call, form: call.parameters)
        }
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
