import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// The service's clock.
    var clockAdministration: [Route] {
        [
            administration(.get, "clock") { _ in readClock() },
            administration(.put, "clock") { try setClock($0) }.taking(.json),
            administration(.post, "clock/advance") { try advanceClock($0) }.taking(.json),
        ]
    }

    /// How far the clock is moved at once, in milliseconds: a hundred years.
    private static let longestStep: Int64 = 3_153_600_000_000

    private func readClock() -> Response {
        let machine = SystemClock.machineMilliseconds()
        let setting = engine.clock.setting
        let (mode, offset): (String, Int64) =
            switch setting {
            case .real: ("real", 0)
            case .offset(let milliseconds): ("offset", milliseconds)
            case .frozen(let milliseconds): ("frozen", milliseconds - machine)
            }
        return .json(
            .ok,
            .object([
                .init("specification", .string(setting.specification)), .init("mode", .string(mode)),
                .init("offset", .integer(offset)), .init("time", .integer(setting.time(machine: machine))),
                .init("machineTime", .integer(machine)),
            ]))
    }

    private func setClock(_ call: Call) throws -> Response {
        let fields = try AdministrationFields(try call.json(), known: ["specification"])
        let text = try fields.required("specification", 1...64)
        guard let setting = ClockSetting(specification: text, machine: SystemClock.machineMilliseconds()) else {
            throw AdministrationFields.wrong(
                "specification",
                "real, offset:SECONDS or frozen:UNIX_SECONDS, with at most three decimal places, in the years 1 to 9979")
        }
        engine.setClock(setting, requestID: call.requestID)
        return readClock()
    }

    private func advanceClock(_ call: Call) throws -> Response {
        let fields = try AdministrationFields(try call.json(), known: ["milliseconds"])
        guard let milliseconds = try fields.integer("milliseconds", -Self.longestStep...Self.longestStep) else {
            throw AdministrationFields.wrong("milliseconds", "a whole number; it is required")
        }
        guard engine.advanceClock(milliseconds, requestID: call.requestID) else {
            throw AdministrationFields.wrong("milliseconds", "a number after which the clock is in the years 1 to 9979")
        }
        return readClock()
    }
}

extension EntitlementEngine {
    /// Sets the clock.
    func setClock(_ setting: ClockSetting, requestID: String) {
        clock.adjust { _, _ in setting }
        noteClock(setting, requestID: requestID)
    }

    /// Moves the clock; false when it would show a time that cannot be written.
    func advanceClock(_ milliseconds: Int64, requestID: String) -> Bool {
        struct TooFar: Error {}
        do throws(TooFar) {
            let setting = try clock.adjust { setting, machine throws(TooFar) in
                guard let advanced = setting.advanced(by: milliseconds, machine: machine) else { throw TooFar() }
                return advanced
            }
            noteClock(setting, requestID: requestID)
            return true
        } catch {
            return false
        }
    }

    private func noteClock(_ setting: ClockSetting, requestID: String) {
        let time = clock.milliseconds()
        journal.append(
            time: time, event: .clockChanged, requestID: requestID, outcome: "ok",
            details: ["specification": setting.specification, "time": String(time)])
    }
}
