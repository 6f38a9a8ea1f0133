import Administration
import HTTPTypes
import Hummingbird
import TVWorld

extension AdministrationController {
    /// `PUT /admin/v1/throttling`: changes the given values immediately, until the service stops or is reset.
    func changeThrottling(_ body: JSON) async throws -> ThrottlingResource {
        var settings = throttle.settings
        for member in try AdministrationFields.members(of: body) {
            func flag() throws -> Bool { try AdministrationFields.flag(member.value, member.key) }
            func integer(_ range: ClosedRange<Int64>) throws -> Int64 {
                try AdministrationFields.integer(member.value, member.key, range)
            }
            switch member.key {
            case "enabled": settings.enabled = try flag()
            case "callsPerSecond": settings.callsPerSecond = try integer(AdministrationLimit.callsPerSecond)
            case "burst": settings.burst = try integer(AdministrationLimit.burst)
            case "idleSeconds": settings.idleSeconds = try integer(AdministrationLimit.idleSeconds)
            case "retryAfter": settings.retryAfter = try flag()
            default:
                throw AdministrationFields.unknown(
                    member.key, known: ["enabled", "callsPerSecond", "burst", "idleSeconds", "retryAfter"])
            }
        }
        try await throttle.change(to: settings)
        return settings
    }
}
