import TVWorld

/// A media token to sign, and its user.
public struct IssuedMediaToken: Sendable, Equatable {
    /// The token.
    public var token: MediaToken
    /// The provider's identifier of the user, which may leave the service only in a scrambled form.
    public var userID: String
}

extension EntitlementEvent where Self == PlainEvent<IssuedMediaToken> {
    /// Issues a media token for an authorized resource: REST v1 `GET /api/v1/tokens/media` and `GET /api/v1/mediatoken`.
    ///
    /// - Parameter resource: The `resource` parameter.
    public static func issueMediaToken(call: DeviceCall, resource: String?) -> Self {
        let details = call.journalDetails.merging(["resource": resource ?? ""]) { $1 }
        return Self(.mediaTokenIssued, details) { (state, context) throws(Refusal) in
            let (requestor, key) = try state.admit(call)
            let named = try Resource(required: resource, of: requestor)
            let session = try state.session(key, on: call.platform, now: context.now).required(status: 403, of: requestor)
            _ = try state.requiredAuthorization(
                named, session, call, requestor, now: context.now, missing: 403, expired: 403)
            return Decision(
                IssuedMediaToken(
                    token: session.mediaToken(for: named.text, requestor, now: context.now), userID: session.record.userID))
        }
    }
}
