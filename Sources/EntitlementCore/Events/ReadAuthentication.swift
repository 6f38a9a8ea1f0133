import TVWorld

/// The two calls that read an authentication, which differ in the status of a refusal.
public enum AuthenticationForm: Sendable {
    /// `tokens/authn`: 404 without a token, 410 after it has expired.
    case token
    /// `checkauthn`: 403.
    case check
}

/// The token of a device.
public struct FoundAuthentication: Sendable, Equatable {
    /// The record.
    public var record: AuthenticationRecord
    /// The AuthNAll rule, while it is active.
    public var degradation: Degradation?
}

extension EntitlementEvent where Self == PlainEvent<FoundAuthentication> {
    /// Returns a device's authentication token: REST v1 `GET /api/v1/tokens/authn` and `GET /api/v1/checkauthn`.
    public static func readAuthentication(call: DeviceCall, form: AuthenticationForm) -> Self {
        Self(.authenticationRead, call.journalDetails) { (state, context) throws(Refusal) in
            let (requestor, key) = try state.admit(call)
            let session = state.session(key, on: call.platform, now: context.now)
            switch session {
            case .missing where form == .token: throw requestor.refusal(404, .sessionMissing, "Not Found")
            case .expired where form == .token: throw requestor.refusal(410, .sessionExpired, "Gone")
            default: break
            }
            let record = try session.required(status: 403, of: requestor).record
            let rule = state.authenticationRule(
                requestor.id, record.mvpd, on: call.platform ?? record.platform, now: context.now)
            return Decision(FoundAuthentication(record: record, degradation: rule?.kind))
        }
    }
}
