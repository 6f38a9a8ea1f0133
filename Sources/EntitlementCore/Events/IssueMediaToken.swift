import TVWorld

/// Issues a media token for an authorized resource: REST v1 `GET /api/v1/tokens/media` and `GET /api/v1/mediatoken`.
public struct IssueMediaToken: EntitlementEvent {
    /// The token to sign, and the user.
    public struct Answer: Sendable, Equatable {
        /// The token.
        public var token: MediaToken
        /// The provider's identifier of the user, which may leave the service only in a scrambled form.
        public var userID: String
    }

    public var journalEvent: JournalEvent { .mediaTokenIssued }

    /// The call.
    public var call: DeviceCall
    /// The `resource` parameter.
    public var resource: String?

    /// Creates the request of a device.
    public init(call: DeviceCall, resource: String?) {
        self.call = call
        self.resource = resource
    }

    public var journalDetails: [String: String] { call.journalDetails.merging(["resource": resource ?? ""]) { $1 } }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        let resource = try Resource(required: resource, of: requestor)
        let session = try state.session(key, on: call.platform, now: context.now).required(status: 403, of: requestor)
        _ = try state.requiredAuthorization(
            resource, session, call, requestor, now: context.now, missing: 403, expired: 403)
        return Decision(
            Answer(
                token: session.mediaToken(for: resource.text, requestor, now: context.now), userID: session.record.userID))
    }
}
