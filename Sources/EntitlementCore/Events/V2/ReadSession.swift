import TVWorld

extension EntitlementEvent where Self == PlainEvent<RegistrationCode> {
    /// Returns the code of a session, with the known parameters: REST v2 `GET /api/v2/{serviceProvider}/sessions/{code}`.
    ///
    /// - Parameter access: The access granted by the token; its client may differ from the session's.
    public static func readSession(access: ClientAccess, serviceProvider: String, code: String) -> Self {
        Self(.sessionRead, ["requestor": serviceProvider, "code": code]) { (state, context) throws(Refusal) in
            let requestor = try state.admit(access, serviceProvider: serviceProvider)
            let found = try state.authenticationSession(code, of: requestor, now: context.now)
            guard !found.code.isUsed else { throw Refusal.invalidSession(code) }
            if let mvpd = found.code.mvpd { _ = try state.activeIntegration(requestor, mvpd: mvpd) }
            return Decision(found.code)
        }
    }
}
