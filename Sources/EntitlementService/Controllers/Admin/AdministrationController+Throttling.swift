import Administration
import HTTPTypes
import Hummingbird
import TVWorld

extension AdministrationController {
    /// `PUT /admin/v1/throttling`: changes the given values immediately, until the service stops or is reset.
    func changeThrottling(_ body: JSON) async throws -> ThrottlingResource {
        var settings = throttle.settings
        for member in try AdministrationFields.members(of: body) {
            switch member.key {
            case "enabled": settings.isEnabled = try AdministrationFields.flag(member.value, member.key)
            case "callsPerSecond":
                settings.callsPerSecond = Int(try AdministrationFields.integer(member.value, member.key, 1...1_000))
            case "burst": settings.burst = Int(try AdministrationFields.integer(member.value, member.key, 0...100_000))
            case "idleSeconds": settings.idleSeconds = try AdministrationFields.integer(member.value, member.key, 1...86_400)
            case "retryAfter": settings.tellsRetryAfter = try AdministrationFields.flag(member.value, member.key)
            default:
                throw AdministrationFields.unknown(
                    member.key, known: ["enabled", "callsPerSecond", "burst", "idleSeconds", "retryAfter"])
            }
        }
        try await throttle.change(to: settings)
        return ThrottlingResource(settings)
    }
}

extension ThrottlingResource {
    init(_ settings: ThrottleSettings) {
        self.init(
            enabled: settings.isEnabled, callsPerSecond: Int64(settings.callsPerSecond), burst: Int64(settings.burst),
            idleSeconds: settings.idleSeconds, retryAfter: settings.tellsRetryAfter)
    }
}
