import TVWorld

/// The destination of a browser that logs out.
public enum WebLogout: Sendable, Equatable {
    /// To the provider, with the request to sign.
    case request(PendingRequest, Provider, nameID: String, nameIDFormat: String?, sessionIndex: String?)
    /// Back to the app, or, without an address, to a page about the logout: the provider need not be notified.
    case done(redirectURL: String?)
}

/// The caller's next step after a provider's response to a logout.
public enum WebLogoutCompletion: Sendable, Equatable {
    /// Redirect the browser to the URL, or, without one, to a page about the logout.
    case done(redirectURL: String?)
    /// Verify the response for this provider, then send the event again.
    case needsVerification(Provider)
}

extension EntitlementEvent {
    /// Ends a device's sign-in in a browser, and the provider's session with it: `GET /adobe-services/logout`.
    ///
    /// - Parameters:
    ///   - requestor: `requestor_id`; like all parameters, nil if missing.
    ///   - mvpd: `mso_id`; nil: the provider with which the device is signed in.
    ///   - deviceID: `deviceId` or `pt_device_id`.
    ///   - applicationID: `appId`
    ///   - redirectURL: `redirect_url`
    public static func startWebLogout(
        requestor: String?, mvpd: String?, deviceID: String?, applicationID: String?, redirectURL: String?
    ) -> Self where Answer == WebLogout {
        let details = ["requestor": requestor ?? "", "mvpd": mvpd ?? "", "deviceId": deviceID ?? ""]
        return Self(.logoutStarted, details) { (state, context) throws(Refusal) in
            let requestor = try state.requestor(named: requestor)
            let destination = state.returnAddresses(of: requestor, statement: nil).destination(redirectURL)
            let key = DeviceKey(requestor: requestor.id, deviceID: deviceID ?? "", applicationID: applicationID ?? "")
            // Without an address, the logout ends at a page of the service.
            if destination == nil, let redirectURL {
                // No user is logged in when the URL of a profile's logout, whose address its client registered, is opened again.
                let isLoggedOut = !key.deviceID.isEmpty && state.authentications[key] == nil
                let status = isLoggedOut ? "logged out" : "still logged in"
                throw Refusal.unregistered(redirectURL: redirectURL, of: requestor, "You are \(status); close this page.")
            }
            func endWithoutLogout(_ code: ErrorCode, _ reason: String) throws(Refusal) -> Decision<WebLogout> {
                // Without an app to return to, the browser would end at a page that says that the user is logged out.
                guard destination == nil else { return Decision(.done(redirectURL: destination)) }
                throw Refusal(
                    400, code, "Nobody was logged out: \(reason).", details: "Go back to the app, and log out there.")
            }
            guard (applicationID ?? "").utf8.count <= DeviceCall.identifierLimit else {
                return try endWithoutLogout(
                    .badRequest, "the app's identifier is longer than \(DeviceCall.identifierLimit) bytes (parameter appId)")
            }
            guard let deviceID, !deviceID.isEmpty, deviceID.utf8.count <= DeviceCall.identifierLimit else {
                return try endWithoutLogout(.invalidDeviceID, "the address names no device (parameter deviceId)")
            }
            guard let record = state.authentications[key] else { return Decision(.done(redirectURL: destination)) }
            guard mvpd == nil || mvpd == record.mvpd else {
                return try endWithoutLogout(.logoutIncomplete, "the app is logged in at another TV provider (parameter mso_id)")
            }
            return state.webLogout(of: record, redirectURL: destination, context, changes: Change.signOut(key))
        }
    }

    /// Performs the browser's part of a logout: the URL of a ``ProfileLogout``, `GET /adobe-services/logout`.
    ///
    /// - Parameter id: The opaque identifier in the URL (`pt_device_id`).
    public static func startProfileLogout(id: String) -> Self where Answer == WebLogout {
        Self(.logoutStarted, ["deviceId": id]) { (state, context) throws(Refusal) in
            // The app's profile has already been removed; of two browsers that open the URL at the same moment, one gets the
            // service's page.
            guard let logout = state.pendingLogouts[id] else { return Decision(.done(redirectURL: nil)) }
            let removal = Change.remove(PendingLogout.self, id)
            guard context.now < logout.expiresAt else {
                return Decision(.done(redirectURL: logout.redirectURL), changes: [removal])
            }
            return state.webLogout(of: logout.authentication, redirectURL: logout.redirectURL, context, changes: [removal])
        }
    }

    /// Accepts a provider's response to a logout: `GET /sp/saml/LogoutServiceHTTPRedirectResponse`.
    ///
    /// - Parameters:
    ///   - request: The answered request: the `RelayState`, which must match the verified response.
    ///   - evidence: The state of the response, which says whether the provider has ended its session.
    public static func completeWebLogout(request: String, evidence: Evidence<Bool> = .unverified) -> Self
    where Answer == WebLogoutCompletion {
        Self(.logoutCompleted, ["request": request]) { (state, context) throws(Refusal) in
            guard let pending = state.pendingRequests[request], case .logout(let redirectURL) = pending.sentBy,
                let provider = state.world.provider(mvpd: pending.mvpd)
            else {
                throw Refusal(
                    400, .invalidSAMLResponse, "The provider's response does not belong to a logout that was started here.",
                    details: "Go back to the app.")
            }
            // Repeated, for instance by a step back: the user is logged out, and there is nothing else to report.
            guard pending.usedAt == nil else { return Decision(.done(redirectURL: redirectURL)) }
            guard context.now < pending.expiresAt else {
                throw Refusal(
                    400, .logoutIncomplete, "You are logged out of the app. The provider's response came too late.",
                    details: "Go back to the app."
                ).returning(to: redirectURL)
            }
            switch evidence {
            case .absent, .unverified: return Decision(.needsVerification(provider))
            case .refused(let reason):
                throw Refusal(
                    400, .invalidSAMLResponse, "You are logged out of the app. \(reason)", details: "Go back to the app."
                ).returning(to: redirectURL)
            case .verified(true):
                return Decision(.done(redirectURL: redirectURL), changes: [.save(pending.used(at: context.now))])
            case .verified(false):
                throw Refusal(
                    403, .logoutIncomplete, "You are logged out of the app, but \(provider.name) has not ended its own session.",
                    details: "This browser may still be logged in there. Close the browser, then go back to the app.",
                    changes: [.save(pending.used(at: context.now))]
                ).returning(to: redirectURL)
            }
        } outcome: { answer in
            if case .needsVerification = answer { nil } else { "ok" }
        }
    }
}

extension EntitlementState {
    /// Returns the requestor that a browser's address names.
    func requestor(named id: String?) throws(Refusal) -> Requestor {
        guard let id, let requestor = world.requestor(id: id) else {
            throw Refusal(400, .invalidRequestor, "Requestor \(quoted(id ?? "")) is unknown (parameter requestor_id).")
        }
        return requestor
    }

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
    ) -> Decision<WebLogout> {
        guard let (provider, nameID) = singleLogout(of: record) else {
            return Decision(.done(redirectURL: redirectURL), changes: changes)
        }
        let request = context.request(
            of: record.deviceKey, to: record.mvpd, on: record.platform ?? .ios, sentBy: .logout(redirectURL: redirectURL))
        return Decision(
            .request(request, provider, nameID: nameID, nameIDFormat: record.nameIDFormat, sessionIndex: record.sessionIndex),
            changes: changes + [.save(request)])
    }
}
