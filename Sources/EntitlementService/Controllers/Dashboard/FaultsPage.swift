import Administration
import Dates
import Encodings
import EntitlementCore
import TVWorld

extension DashboardController {
    private static let shownEvents = 20
    private static let events: Set<JournalEvent> = [.faultAdded, .faultRemoved, .faultReleased, .faultStruck, .clockChanged]
    private static let effects = [
        ("status", "HTTP status"), ("error", "error code"), ("hang", "no answer until released"),
        ("disconnect", "response cut off"), ("saml", "invalid SAML response"), ("none", "only the delay or the slow body"),
    ]

    func faultsContent(_ form: FormParameters) async throws -> [String: PageValue] {
        let faults = try await administration.faults()
        let points = FaultPoint.allCases.filter { $0.side == .service }.map { ($0.rawValue, "\($0.rawValue): \($0.explanation)") }
        let events = engine.journal.entries(after: 0).reversed().lazy.filter { Self.events.contains($0.event) }
            .prefix(Self.shownEvents)
        var content = clockValues(form)
        content["points"] = Self.options(points, form["at"])
        content["effects"] = Self.options(Self.effects, form["effect"])
        content["presets"] = .list(
            FaultPreset.allCases.map {
                ["value": .text($0.rawValue), "label": .text($0.label), "explanation": .text($0.explanation)]
            })
        content["suggestions"] = .list((["503", "429", "500"] + SAMLFault.allCases.map(\.rawValue)).map { .text($0) })
        content["hasFaults"] = .flag(!faults.isEmpty)
        content["faults"] = .list(faults.map(Self.row))
        content["entries"] = .list(events.map { TimelineEvent($0).page })
        content["form"] = form.entered
        return content
    }

    private static func row(_ fault: FaultRecord) -> PageValue {
        var effects = fault.effects.prefix(1).map(\.effect.journalText)
        if fault.delay > 0 || fault.jitter > 0 {
            effects.append("\(fault.delay) ms later" + (fault.jitter > 0 ? " and up to \(fault.jitter) more" : ""))
        }
        if fault.bandwidth > 0 { effects.append("\(fault.bandwidth) bytes per second") }
        var when: [String] = []
        if fault.after > 0 { when.append("after \(fault.after) calls") }
        if fault.times > 0 { when.append("\(fault.times) times") }
        if fault.gives(.percent) { when.append("\(fault.percent) % of the calls") }
        if fault.from > 0 { when.append("from \(ReadableTime.duration(fault.from)) on") }
        if fault.duration > 0 { when.append("for \(ReadableTime.duration(fault.duration))") }
        let struck = fault.struckText + (fault.waiting > 0 ? ", \(fault.waiting) waiting" : "")
        return [
            "id": .text(fault.id), "at": .text(fault.at), "effect": .text(effects.joined(separator: ", ")),
            "application": .text(fault.applicationId ?? "every app"),
            "when": .text(when.isEmpty ? "always" : when.joined(separator: ", ")),
            "struck": .text(struck + (fault.usedUp ? ", used up" : "")), "isHanging": .flag(fault.hang),
        ]
    }

    var faultForms: [Route] {
        [
            form("/dashboard/faults", .faults, notice: "The fault was added.") {
                try await administration.addFault(try Self.fault($0.parameters), requestID: $0.requestID)
            },
            form("/dashboard/faults/clear", .faults, notice: "All faults were removed.") {
                try await administration.clearFaults(nil, requestID: $0.requestID)
            },
            form("/dashboard/faults/{id}/remove", .faults, notice: "The fault was removed.") {
                try await administration.clearFaults($0.part("id"), requestID: $0.requestID)
            },
            form("/dashboard/faults/{id}/release", .faults, notice: "The calls that were hanging continue.") {
                try await administration.releaseFault($0.part("id"), requestID: $0.requestID)
            },
        ]
    }

    /// Returns the fault of a preset's button, or of the form.
    private static func fault(_ form: FormParameters) throws -> FaultRecord {
        if let name = form["preset"] {
            guard let preset = FaultPreset(rawValue: name) else {
                throw AdministrationFields.wrong("preset", FaultPreset.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return preset.fault
        }
        var delay: JSON?
        if let text = form["delay"]?.trimmingWhitespace, !text.isEmpty {
            guard let milliseconds = Int64(text) ?? DurationText.milliseconds(text) else {
                throw AdministrationFields.wrong("delay", "a time such as 500ms or 3s, or a number of milliseconds")
            }
            delay = .integer(milliseconds)
        }
        let (effect, text) = (form["effect"] ?? "", (form["value"] ?? "").trimmingWhitespace)
        // It becomes the name of a member, which must not be that of another field.
        guard let label = effects.first(where: { $0.0 == effect })?.1 else {
            throw AdministrationFields.wrong("effect", effects.map { $0.0 }.joined(separator: ", "))
        }
        guard text.isEmpty || !["hang", "disconnect", "none"].contains(effect) else {
            throw ServiceError.invalid("status", "must be empty for the effect \"\(label)\"")
        }
        let value: JSON? =
            switch effect {
            case "hang", "disconnect": .bool(true)
            case "status": FormParameters.number(text)
            case "none": nil
            default: .string(text)
            }
        let body = JSON.filled([
            "at": .string(form["at"] ?? ""), "times": form.number("times"), "after": form.number("after"),
            "percent": form.number("percent"), "bandwidth": form.number("bandwidth"), "delay": delay,
            "applicationId": form.text("applicationId"), effect: value,
        ])
        return try FaultRecord(AdministrationFields(body, known: FaultRecord.knownMembers))
    }
}

/// The dashboard's forms for the service's clock.
extension DashboardController {
    /// The steps of the buttons that advance the clock, in seconds.
    private static let steps: [(seconds: Int64, label: String)] = [
        (-86_400, "−1 day"), (-3_600, "−1 h"), (3_600, "+1 h"), (86_400, "+1 day"), (7 * 86_400, "+7 days"),
        (31 * 86_400, "+31 days"),
    ]
    private static let units = [("1", "seconds"), ("60", "minutes"), ("3600", "hours"), ("86400", "days")]
    /// The ways in which the clock continues from a date.
    private static let modes = [("run", "then keep running"), ("freeze", "then stay frozen")]

    /// Returns the values for the template of the clock.
    func clockValues(_ form: FormParameters) -> [String: PageValue] {
        let (now, setting) = (engine.clock.milliseconds(), engine.clock.setting)
        let moment = ReadableTime.moment(now)
        return [
            "time": .text(moment), "isMoved": .flag(setting != .real), "specification": .text(setting.specification),
            "isFrozen": .flag(setting.mode == "frozen"),
            "machineTime": .text(ReadableTime.moment(engine.clock.machineMilliseconds())),
            "steps": .list(Self.steps.map { ["value": .number($0.seconds), "label": .text($0.label)] }),
            "units": Self.options(Self.units, form["unit"] ?? "3600"), "modes": Self.options(Self.modes, form["mode"]),
            "date": .text(form["date"] ?? String(moment.prefix(10))),
            "clockTime": .text(form["time"] ?? String(moment.dropFirst(11).prefix(5))),
        ]
    }

    /// The forms that set the clock, and move it by the seconds of a button or by an amount of a unit.
    var clockForms: [Route] {
        [
            form("/dashboard/clock", .faults, notice: "The clock was set.") { call in
                let entered = (call.parameters["specification"] ?? "").trimmingWhitespace
                let setting = try clockSetting(call.parameters) ?? administration.clockSetting(entered)
                try await engine.changeClock(requestID: call.requestID) { _ in setting }
            },
            form("/dashboard/clock/advance", .faults, notice: "The clock was moved.") { call in
                let step = call.parameters["step"]
                let text = (step ?? call.parameters["amount"] ?? "").trimmingWhitespace
                let name = step == nil ? call.parameters["unit"] ?? "1" : "1"
                guard Self.units.contains(where: { $0.0 == name }), let unit = Int64(name) else {
                    throw AdministrationFields.wrong("unit", Self.units.map { $0.0 }.joined(separator: ", ") + " seconds")
                }
                let longest = AdministrationLimit.clockStep.upperBound
                guard let amount = Int64(text), amount.magnitude <= longest / 1_000 / unit else {
                    throw AdministrationFields.wrong("milliseconds", "a whole number, of at most \(longest / 86_400_000) days")
                }
                try await administration.advanceClock(by: amount * unit * 1_000, requestID: call.requestID)
            },
        ]
    }

    /// Returns the setting of an action (`real`, `freeze`, `run`), or of a date with a time of day; nil if there is neither.
    private func clockSetting(_ form: FormParameters) throws -> ClockSetting? {
        let (now, machine) = (engine.clock.milliseconds(), engine.clock.machineMilliseconds())
        switch form["action"] ?? "" {
        case "": break
        case "real": return .real
        case "freeze": return .frozen(milliseconds: now)
        case "run": return .offset(milliseconds: now - machine)
        default: throw AdministrationFields.wrong("action", "real, freeze or run")
        }
        guard let date = form["date"] else { return nil }
        let target = try Self.moment(date: date.trimmingWhitespace, time: (form["time"] ?? "").trimmingWhitespace)
        switch form["mode"] ?? "run" {
        case "run": return .offset(milliseconds: target - machine)
        case "freeze": return .frozen(milliseconds: target)
        default: throw AdministrationFields.wrong("mode", "run or freeze")
        }
    }

    /// Returns the Unix milliseconds of a date and a time of day.
    private static func moment(date: String, time: String) throws -> Int64 {
        guard let day = RFC3339.milliseconds("\(date)T00:00:00Z"), ClockSetting.representable.contains(day) else {
            throw AdministrationFields.wrong("date", "a date such as 2027-01-15, in the years 1 to 9979")
        }
        // Browsers omit the seconds of a whole minute.
        guard let moment = RFC3339.milliseconds("\(date)T\(time)\(time.utf8.count == 5 ? ":00" : "")Z") else {
            throw AdministrationFields.wrong("time", "a time of day (UTC) such as 08:00")
        }
        return moment
    }
}
