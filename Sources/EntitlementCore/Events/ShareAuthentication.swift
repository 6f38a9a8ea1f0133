import TVWorld

extension EntitlementEvent where Self == PlainEvent<AuthenticationRecord> {
    /// Signs a device in for a requestor because it is signed in for another one: `POST /api/v1/tokens/authn` with
    /// `sharedRequestor`.
    ///
    /// The real library stores signed tokens and sends one requestor's for another. Here tokens stay at the service, so the
    /// library sends the requestor of an existing token. Providers with authentication per requestor do not share, and neither
    /// do sign-ins by the platform, which prompts the user for each app.
    ///
    /// - Parameters:
    ///   - mvpd: The provider.
    ///   - sharedRequestor: The requestor that the device is signed in for.
    public static func shareAuthentication(call: DeviceCall, mvpd: String?, sharedRequestor: String) -> Self {
        let details = call.journalDetails.merging(["mvpd": mvpd ?? "", "sharedRequestor": sharedRequestor]) { $1 }
        return Self(.tokenExchanged, details) { (state, context) throws(Refusal) in
            let (requestor, key) = try state.admit(call)
            let (integration, provider) = try state.enabledIntegration(requestor: requestor, mvpd: mvpd ?? "")
            guard !provider.authenticatesPerRequestor else {
                throw requestor.refusal(400, .badRequest, "MVPD \(quoted(provider.mvpd)) requires a sign-in for each requestor.")
            }
            let shared = DeviceKey(requestor: sharedRequestor, deviceID: key.deviceID, applicationID: key.applicationID)
            guard case .valid(let session) = state.session(shared, on: call.platform, now: context.now),
                case let source = session.record, source.tokenSource == .regular, source.mvpd == provider.mvpd
            else {
                throw requestor.refusal(
                    400, .badRequest,
                    "The device has no sign-in at MVPD \(quoted(provider.mvpd)) for requestor \(quoted(sharedRequestor)).")
            }
            var record = source
            record.deviceKey = key
            record.sessionID = context.random.uuid()
            record.createdAt = context.now
            let platform = call.platform ?? source.platform
            record.expiresAt = min(
                source.expiresAt, state.authenticationEnd(requestor, integration, on: platform, now: context.now))
            record.registrationCode = nil
            record.adoptDevice(of: call)
            return Decision(record, changes: Change.signIn(record))
        }
    }
}
