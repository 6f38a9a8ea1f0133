import Dates
import TVWorld

/// A device in a decision: the requestor, platform and state on which its sign-ins depend.
struct DeviceContext {
    /// The state; the next step of a decision applies the changes of those before.
    var state: EntitlementState
    let context: DecisionContext
    let requestor: Requestor
    /// The owner of the device's tokens or profiles.
    let key: DeviceKey
    /// The device's platform, if it is known.
    var platform: Platform?
    /// The device's address, if it is known.
    var address: String?

    /// The service's time, in Unix milliseconds.
    var now: Int64 { context.now }

    /// Returns the AuthNAll rule for a provider; nil: users must sign in.
    ///
    /// - Parameter signInPlatform: The platform of a sign-in, for a device whose platform is unknown.
    func authenticationRule(_ mvpd: String, or signInPlatform: Platform? = nil) -> DegradationStatus.Rule? {
        state.degradation(requestor: requestor.id, mvpd: mvpd, platform: platform ?? signInPlatform, now: now).authentication
    }

    /// Returns the degradation rule that decides about a resource; nil: the provider decides.
    ///
    /// - Parameter resource: The resource; nil if it is malformed.
    func degradation(of session: AuthenticatedSession, _ resource: Resource?) -> DegradationStatus.Rule? {
        let record = session.record
        return state.degradation(
            requestor: record.deviceKey.requestor, mvpd: record.mvpd, platform: platform ?? record.platform, resource: resource,
            now: now
        ).authorization
    }

    /// Returns the state of the device's sign-in.
    func session() -> Session { state.session(key, on: platform, now: now) }

    /// Returns the expiration date, in Unix milliseconds, of a sign-in that is created now.
    ///
    /// - Parameter signInPlatform: The platform of a sign-in, for a device whose platform is unknown.
    func authenticationEnd(_ integration: Integration, or signInPlatform: Platform? = nil) -> Int64 {
        context.end(after: integration.authenticationLifetime(on: platform ?? signInPlatform, of: requestor))
    }

    /// Returns a new sign-in of the device.
    ///
    /// - Parameter end: The expiration date, in Unix milliseconds; nil: that of the integration's lifetime.
    func signIn(
        _ userID: String, at integration: Integration, by source: AuthenticationRecord.Source,
        sessionID: String? = nil, attributes: [String: AttributeValue] = [:], until end: Int64? = nil
    ) -> AuthenticationRecord {
        AuthenticationRecord(
            deviceKey: key, mvpd: integration.mvpd, userID: userID, tokenSource: source,
            sessionID: sessionID ?? context.random.uuid(), attributes: attributes, createdAt: now,
            expiresAt: end ?? authenticationEnd(integration))
    }

    /// Returns the sign-in of an AuthNAll rule, which expires with it.
    func signIn(at integration: Integration, by rule: DegradationStatus.Rule) -> AuthenticationRecord {
        let session = context.random.uuid()
        return signIn(
            "degraded-\(session)", at: integration, by: .degradation, sessionID: session,
            until: min(authenticationEnd(integration), rule.expiresAt))
    }
}

extension DecisionContext {
    /// Returns the date a number of seconds from now, in Unix milliseconds: at most the last one that a clock can show.
    func end(after seconds: Int64) -> Int64 {
        min(now.clampedSum(seconds.clampedProduct(1_000)), ClockSetting.representable.upperBound)
    }
}
