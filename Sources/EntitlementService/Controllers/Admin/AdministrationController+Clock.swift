import Administration
import EntitlementCore
import HTTPTypes
import TVWorld

extension AdministrationController {
    /// The routes for the service's clock.
    var clockAdministration: [Route] {
        [
            reading("clock") { _ in clock.json },
            changing("clock") { call, body in
                try await setClock(body, requestID: call.requestID)
                return clock.json
            },
            changing("clock/advance", method: .post) { call, body in
                try await advanceClock(body, requestID: call.requestID)
                return clock.json
            },
        ]
    }

    /// The service's clock.
    var clock: ClockResource { ClockResource(engine.clock.setting, machine: engine.clock.machineMilliseconds()) }

    /// Sets the clock.
    func setClock(_ body: JSON, requestID: String) async throws {
        let fields = try AdministrationFields(body, known: ["specification"])
        let text = try fields.required("specification", 1...64)
        guard let setting = ClockSetting(specification: text, machine: engine.clock.machineMilliseconds()) else {
            throw AdministrationFields.wrong(
                "specification",
                "real, offset:SECONDS or frozen:UNIX_SECONDS, with at most three decimal places, in the years 1 to 9979")
        }
        try await engine.changeClock(requestID: requestID) { _ in setting }
    }

    /// Moves the clock.
    func advanceClock(_ body: JSON, requestID: String) async throws {
        let fields = try AdministrationFields(body, known: ["milliseconds"])
        let milliseconds = try fields.requiredInteger("milliseconds", AdministrationLimit.clockStep)
        let isMoved = try await engine.changeClock(requestID: requestID) {
            $0.advanced(by: milliseconds, machine: engine.clock.machineMilliseconds())
        }
        guard isMoved else {
            throw AdministrationFields.wrong("milliseconds", "a number after which the clock is in the years 1 to 9979")
        }
    }
}
