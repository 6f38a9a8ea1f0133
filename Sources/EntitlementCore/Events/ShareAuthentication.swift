import TVWorld

/// Signs a device in for a requestor because it is signed in for another one: `POST /api/v1/tokens/authn` with `sharedRequestor`.
///
/// The real library stores signed tokens and sends one requestor's for another. Here tokens stay at the service, so the library
/// sends the requestor of an existing token. Providers with authentication per requestor do not share, and neither do sign-ins by
/// the platform, which prompts the user for each app.
public struct ShareAuthentication: EntitlementEvent {
    public var journalEvent: JournalEvent { .tokenExchanged }

    /// The call.
    public var call: DeviceCall
    /// The provider.
    public var mvpd: String?
    /// The requestor that the device is signed in for.
    public var sharedRequestor: String

    /// Creates the event for a device that reuses its sign-in for another requestor.
    public init(call: DeviceCall, mvpd: String?, sharedRequestor: String) {
        self.call = call
        self.mvpd = mvpd
        self.sharedRequestor = sharedRequestor
    }

    public var journalDetails: [String: String] {
        call.journalDetails.merging(["mvpd": mvpd ?? "", "sharedRequestor": sharedRequestor]) { $1 }
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<AuthenticationRecord> {
        let (requestor, key) = try state.admit(call)
        let (integration, provider) = try state.enabledIntegration(requestor: requestor, mvpd: mvpd ?? "")
        guard !provider.authenticatesPerRequestor else {
            throw refused("MVPD \(quoted(provider.mvpd)) requires a sign-in for each requestor.", requestor)
        }
        let shared = DeviceKey(requestor: sharedRequestor, deviceID: key.deviceID, applicationID: key.applicationID)
        guard case .valid(let source, _, _) = state.session(shared, on: call.platform, now: context.now),
            source.tokenSource == .regular, source.mvpd == provider.mvpd
        else {
            throw refused(
                "The device has no sign-in at MVPD \(quoted(provider.mvpd)) for requestor \(quoted(sharedRequestor)).", requestor)
        }
        var record = source
        record.deviceKey = key
        record.sessionID = context.random.uuid()
        record.createdAt = context.now
        let platform = call.platform ?? source.platform
        record.expiresAt = min(
            source.expiresAt, state.authenticationEnd(requestor, integration, on: platform, now: context.now))
        record.registrationCode = nil
        record.note(call)
        return Decision(record, changes: Change.signIn(record))
    }

    private func refused(_ message: String, _ requestor: Requestor) -> Refusal {
        requestor.refusal(400, .badRequest, message)
    }
}
