import Administration
import TVWorld

extension AdministrationController {
    /// `PUT /admin/v1/throttling`: changes the given values immediately, until the service stops or is reset.
    func changeThrottling(_ body: JSON) async throws -> ThrottlingResource {
        let fields = try AdministrationFields(
            body, known: ["enabled", "callsPerSecond", "burst", "idleSeconds", "retryAfter"])
        var settings = throttle.settings
        settings.enabled = try fields.flag("enabled") ?? settings.enabled
        settings.callsPerSecond =
            try fields.integer("callsPerSecond", AdministrationLimit.callsPerSecond) ?? settings.callsPerSecond
        settings.burst = try fields.integer("burst", AdministrationLimit.burst) ?? settings.burst
        settings.idleSeconds = try fields.integer("idleSeconds", AdministrationLimit.idleSeconds) ?? settings.idleSeconds
        settings.retryAfter = try fields.flag("retryAfter") ?? settings.retryAfter
        try await throttle.change(to: settings)
        return settings
    }
}
