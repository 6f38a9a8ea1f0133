import TVWorld

/// Exchanges a verified SAML response for an authentication token: REST v1 `POST /api/v1/tokens/authn`.
public struct ExchangeToken: EntitlementEvent {
    /// The contents of a verified response.
    public struct VerifiedAssertion: Sendable, Equatable {
        /// The answered request; empty if the caller already knows it.
        public var inResponseTo: String
        /// The provider's identifier of the user (`NameID`).
        public var subject: String
        /// The format of that identifier (`Format`), a URI, of a login in a browser.
        public var nameIDFormat: String
        /// The provider's session (`SessionIndex`), of a login in a browser.
        public var sessionIndex: String
        /// The provider's attributes of the user.
        public var attributes: [String: AttributeValue]

        /// Creates the contents of a response whose signatures, times and addressees were verified.
        public init(
            inResponseTo: String = "", subject: String, nameIDFormat: String = "", sessionIndex: String = "",
            attributes: [String: AttributeValue]
        ) {
            self.inResponseTo = inResponseTo
            self.subject = subject
            self.nameIDFormat = nameIDFormat
            self.sessionIndex = sessionIndex
            self.attributes = attributes
        }
    }

    /// The caller's next step.
    public enum Answer: Sendable, Equatable {
        /// The token exists.
        case created(AuthenticationRecord)
        /// Verify the response for this provider, then send the event again.
        case needsVerification(Provider)
    }

    public var journalEvent: JournalEvent { .tokenExchanged }

    /// The call.
    public var call: DeviceCall
    /// The provider.
    public var mvpd: String?
    /// `iOS` or `tvOS`.
    public var deviceType: String?
    /// The state of the response.
    public var evidence: Evidence<VerifiedAssertion>

    /// Creates an exchange.
    public init(call: DeviceCall, mvpd: String?, deviceType: String?, evidence: Evidence<VerifiedAssertion>) {
        self.call = call
        self.mvpd = mvpd
        self.deviceType = deviceType
        self.evidence = evidence
    }

    public var journalDetails: [String: String] {
        var details = call.journalDetails.merging(["mvpd": mvpd ?? ""]) { $1 }
        if case .refused(let reason) = evidence { details["reason"] = reason }
        return details
    }

    public func outcome(of answer: Answer) -> String? {
        if case .needsVerification = answer { nil } else { "ok" }
    }

    public var isExpectedToWrite: Bool { evidence.isVerified }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        let target = try state.platformTarget(requestor, mvpd: mvpd, deviceType: deviceType)
        if let rule = state.authenticationRule(requestor.id, target.provider.mvpd, on: target.platform, now: context.now) {
            return degraded(state, context, requestor, key, target, rule)
        }
        try target.requireSingleSignOn(requestor)
        guard state.providerMetadata[target.provider.id] != nil else {
            throw refused("No SAML metadata of provider \(target.provider.id) is known to the service.", requestor)
        }
        switch evidence {
        case .absent:
            throw refused("Parameter SAMLResponse is required: MVPD \(quoted(target.provider.mvpd)) is not degraded.", requestor)
        case .unverified: return Decision(.needsVerification(target.provider))
        case .refused(let reason): throw refused(reason, requestor)
        case .verified(let assertion):
            return try exchange(assertion, state, context, requestor, key, target)
        }
    }

    private func exchange(
        _ assertion: VerifiedAssertion, _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor,
        _ key: DeviceKey, _ target: PlatformTarget
    ) throws(Refusal) -> Decision<Answer> {
        let request = state.pendingRequests[assertion.inResponseTo]
        let problem = ResponseProblem.all(
            of: request, origin: .platform, key: key, mvpd: target.provider.mvpd, platform: target.platform,
            subject: assertion.subject, now: context.now
        ).first
        guard let request, problem == nil else {
            throw refused((problem ?? .unknownRequest).rawValue, requestor)
        }
        var record = target.signIn(assertion, of: key, requestor, at: call.address, state, context)
        record.device = call.device.stored
        record.visitorID = call.visitorID
        return Decision(
            .created(record),
            changes: [.save(request.used(at: context.now))] + Change.signIn(record))
    }

    /// Returns the token of an AuthNAll rule, which expires with it. A valid real token of the same provider is kept.
    private func degraded(
        _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor, _ key: DeviceKey,
        _ target: PlatformTarget, _ rule: DegradationStatus.Rule
    ) -> Decision<Answer> {
        let integration = target.integration
        if case .valid(let session) = state.session(key, on: target.platform, now: context.now),
            session.record.mvpd == integration.mvpd
        {
            return Decision(.created(session.record))
        }
        let end = state.authenticationEnd(requestor, integration, on: target.platform, now: context.now)
        var record = AuthenticationRecord.degraded(key, integration, until: min(end, rule.expiresAt), context)
        record.note(call)
        record.platform = target.platform
        return Decision(.created(record), changes: Change.signIn(record))
    }

    private func refused(_ message: String, _ requestor: Requestor) -> Refusal {
        requestor.refusal(400, .invalidSAMLResponse, message)
    }
}

extension PlatformTarget {
    /// Returns the sign-in of a device by its system account.
    func signIn(
        _ assertion: ExchangeToken.VerifiedAssertion, of key: DeviceKey, _ requestor: Requestor, at address: String?,
        _ state: EntitlementState, _ context: DecisionContext
    ) -> AuthenticationRecord {
        var record = AuthenticationRecord(
            deviceKey: key, mvpd: provider.mvpd, userID: assertion.subject, tokenSource: .apple,
            sessionID: context.random.uuid(), attributes: assertion.attributes, createdAt: context.now,
            expiresAt: state.authenticationEnd(requestor, integration, on: platform, now: context.now)
        ).homeBased(by: provider, integration, address) { state.end(after: $0, from: context.now) }
        record.platform = platform
        return record
    }
}
