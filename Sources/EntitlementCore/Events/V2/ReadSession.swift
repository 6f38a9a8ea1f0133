import TVWorld

/// The purpose of a session, for another screen.
public struct SessionContents: Sendable, Equatable {
    /// Its code, with the known parameters.
    public var code: RegistrationCode
    /// The missing parameters.
    public var missing: [SessionAnswer.Parameter]
}

extension EntitlementEvent where Self == PlainEvent<SessionContents> {
    /// Returns the purpose of a session: REST v2 `GET /api/v2/{serviceProvider}/sessions/{code}`.
    ///
    /// - Parameter access: The access granted by the token; its client may differ from the session's.
    public static func readSession(access: ClientAccess, serviceProvider: String, code: String) -> Self {
        Self(.sessionRead, ["requestor": serviceProvider, "code": code]) { (state, context) throws(Refusal) in
            let requestor = try state.admit(access, serviceProvider: serviceProvider)
            let found = try state.authenticationSession(code, of: requestor, now: context.now)
            guard !found.code.isUsed else { throw Refusal.invalidSession(code) }
            if let mvpd = found.code.mvpd { _ = try state.activeIntegration(requestor, mvpd: mvpd) }
            return Decision(SessionContents(code: found.code, missing: found.code.fields.missing))
        }
    }
}
