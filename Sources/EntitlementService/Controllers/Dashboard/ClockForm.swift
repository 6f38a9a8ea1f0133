import Administration
import Dates
import Encodings
import TVWorld

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
                let specification = try clockSetting(call.parameters)?.specification ?? entered
                try await administration.setClock(["specification": .string(specification)], requestID: call.requestID)
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
                try await administration.advanceClock(
                    ["milliseconds": .integer(amount * unit * 1_000)], requestID: call.requestID)
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
