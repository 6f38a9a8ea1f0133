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
                let fields = try AdministrationFields(body, known: ["specification"])
                let setting = try clockSetting(fields.required("specification", 1...64))
                try await engine.changeClock(requestID: call.requestID) { _ in setting }
                return clock.json
            },
            changing("clock/advance", method: .post) { call, body in
                let fields = try AdministrationFields(body, known: ["milliseconds"])
                let milliseconds = try fields.requiredInteger("milliseconds", AdministrationLimit.clockStep)
                try await advanceClock(by: milliseconds, requestID: call.requestID)
                return clock.json
            },
        ]
    }

    /// The service's clock.
    var clock: ClockResource { ClockResource(engine.clock.setting, machine: engine.clock.machineMilliseconds()) }

    /// Returns the setting that a text describes.
    func clockSetting(_ specification: String) throws -> ClockSetting {
        let machine = engine.clock.machineMilliseconds()
        guard let setting = ClockSetting(specification: specification, machine: machine) else {
            throw AdministrationFields.wrong(
                "specification",
                "real, offset:SECONDS or frozen:UNIX_SECONDS, with at most three decimal places, in the years 1 to 9979")
        }
        return setting
    }

    /// Moves the clock.
    func advanceClock(by milliseconds: Int64, requestID: String) async throws {
        let isMoved = try await engine.changeClock(requestID: requestID) {
            $0.advanced(by: milliseconds, machine: engine.clock.machineMilliseconds())
        }
        guard isMoved else {
            throw AdministrationFields.wrong("milliseconds", "a number after which the clock is in the years 1 to 9979")
        }
    }
}
