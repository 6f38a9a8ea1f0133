import Administration
import EntitlementCore
import TVWorld

extension SignIn {
    /// Returns the sign-in for an operator.
    ///
    /// - Parameters:
    ///   - state: The state, with the active degradation.
    ///   - now: The service's time, in Unix milliseconds.
    func resource(_ state: EntitlementState, now: Int64) -> SessionResource {
        let record = authentication
        let degradation = state.degradation(
            requestor: record.deviceKey.requestor, mvpd: record.mvpd, platform: record.platform, now: now)
        var resource = SessionResource(
            id: record.sessionID, requestor: record.deviceKey.requestor, deviceId: record.deviceKey.deviceID,
            appId: record.deviceKey.applicationID, mvpd: record.mvpd, userId: record.userID,
            source: record.tokenSource.rawValue, degradation: degradation.configured?.rawValue, createdAt: record.createdAt,
            expiresAt: record.expiresAt, platform: record.platform?.rawValue, visitorId: record.visitorID,
            device: record.device)
        if case .version2 = self {
            (resource.interface, resource.appId) = ("v2", "")
            resource.clientId = record.deviceKey.applicationID
            resource.type = (record.tokenSource == .apple ? ProfileType.appleSSO : .regular).rawValue
        }
        return resource
    }
}
