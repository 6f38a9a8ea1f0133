import TVWorld

/// Ends a device's sign-in in a browser, and the provider's session with it: `GET /adobe-services/logout`.
public struct StartWebLogout: EntitlementEvent {
    /// The destination of the browser.
    public enum Answer: Sendable, Equatable {
        /// To the provider, with the request to sign.
        case request(PendingRequest, Provider, nameID: String, nameIDFormat: String?, sessionIndex: String?)
        /// Back to the app, or, without an address, to a page about the logout: the provider need not be notified.
        case done(redirectURL: String?)
    }

    public var journalEvent: JournalEvent { .logoutStarted }

    /// `requestor_id`; nil if missing.
    public var requestor: String?
    /// `mso_id`; nil if missing: the provider with which the device is signed in.
    public var mvpd: String?
    /// `deviceId` or `pt_device_id`; nil if missing.
    public var deviceID: String?
    /// `appId`
    public var applicationID: String?
    /// `redirect_url`; nil if missing.
    public var redirectURL: String?

    /// Creates a logout in a browser.
    public init(requestor: String?, mvpd: String?, deviceID: String?, applicationID: String?, redirectURL: String?) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.deviceID = deviceID
        self.applicationID = applicationID
        self.redirectURL = redirectURL
    }

    public var journalDetails: [String: String] {
        ["requestor": requestor ?? "", "mvpd": mvpd ?? "", "deviceId": deviceID ?? ""]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard let id = requestor, let requestor = state.world.requestor(id: id) else {
            throw Refusal(
                400, .invalidRequestor, "Requestor \(quoted(requestor ?? "")) is unknown (parameter requestor_id).")
        }
        let redirectURL = state.returnAddresses(of: requestor, statement: nil).destination(redirectURL)
        // Without an address, the logout ends at a page of the service.
        if redirectURL == nil, let named = self.redirectURL {
            throw .unregistered(redirectURL: named, of: requestor, "You are still logged in; close this page.")
        }
        guard let deviceID, !deviceID.isEmpty, deviceID.utf8.count <= DeviceCall.identifierLimit,
            (applicationID ?? "").utf8.count <= DeviceCall.identifierLimit
        else { return Decision(.done(redirectURL: redirectURL)) }
        let key = DeviceKey(requestor: requestor.id, deviceID: deviceID, applicationID: applicationID ?? "")
        guard let record = state.authentications[key], mvpd == nil || mvpd == record.mvpd else {
            return Decision(.done(redirectURL: redirectURL))
        }
        return state.webLogout(
            of: record, redirectURL: redirectURL, context, changes: Change.signOut(key))
    }
}

extension EntitlementState {
    /// Returns the provider to notify of a logout, and its name for the user; nil if no provider need be notified.
    func singleLogout(of record: AuthenticationRecord) -> (provider: Provider, nameID: String)? {
        guard let provider = world.provider(mvpd: record.mvpd), provider.hasSingleLogout, record.tokenSource == .regular,
            let nameID = record.nameID
        else { return nil }
        return (provider, nameID)
    }

    /// Returns the decision for a browser that logs out of a sign-in, which the changes remove.
    func webLogout(
        of record: AuthenticationRecord, redirectURL: String?, _ context: DecisionContext, changes: [Change]
    ) -> Decision<StartWebLogout.Answer> {
        guard let (provider, nameID) = singleLogout(of: record) else {
            return Decision(.done(redirectURL: redirectURL), changes: changes)
        }
        let request = PendingRequest(
            id: "_" + context.random.uuid(), key: record.deviceKey, mvpd: record.mvpd, platform: record.platform ?? .ios,
            createdAt: context.now, expiresAt: context.now + PendingRequest.lifetime, origin: .logout(redirectURL: redirectURL))
        return Decision(
            .request(
                request, provider, nameID: nameID, nameIDFormat: record.nameIDFormat, sessionIndex: record.sessionIndex),
            changes: changes + [.save(request)])
    }
}
