import TVWorld

/// Returns a device's authentication token: REST v1 `GET /api/v1/tokens/authn` and `GET /api/v1/checkauthn`.
public struct ReadAuthentication: EntitlementEvent {
    /// The call; the two differ in the status of a refusal.
    public enum Form: Sendable {
        /// `tokens/authn`: 404 without a token, 410 after it has expired.
        case token
        /// `checkauthn`: 403.
        case check
    }

    /// The token.
    public struct Answer: Sendable, Equatable {
        /// The record.
        public var record: AuthenticationRecord
        /// The AuthNAll rule, while it is active.
        public var degradation: Degradation?
    }

    public var journalEvent: JournalEvent { .authenticationRead }

    /// The call.
    public var call: DeviceCall
    /// The form of the call.
    public var form: Form

    /// Creates the request of a device.
    public init(call: DeviceCall, form: Form) {
        self.call = call
        self.form = form
    }

    public var journalDetails: [String: String] { call.journalDetails }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        let session = state.session(key, on: call.platform, now: context.now)
        switch session {
        case .missing where form == .token: throw requestor.refusal(404, .sessionMissing, "Not Found")
        case .expired where form == .token: throw requestor.refusal(410, .sessionExpired, "Gone")
        default: break
        }
        let record = try session.required(status: 403, of: requestor).record
        let status = state.degradation(
            requestor: requestor.id, mvpd: record.mvpd, platform: call.platform ?? record.platform, now: context.now)
        return Decision(Answer(record: record, degradation: status.authentication?.kind))
    }
}
