import TVWorld

/// The rules, shared by both REST interfaces, that determine whether a user may see a resource.
///
/// The interfaces differ in how they find a sign-in, where they store authorizations, and how they express the answer.
struct ResourceRules {
    let state: EntitlementState
    let requestor: Requestor
    /// The sign-in, or its substitute.
    let session: AuthenticatedSession
    /// The device's platform, if the call specifies one; otherwise that of the sign-in is used.
    let platform: Platform?
    /// The device's address.
    let address: String?
    let context: DecisionContext

    /// The permission to see a resource.
    struct Grant: Equatable {
        /// The expiration date, in Unix milliseconds.
        var expiresAt: Int64
        /// The changes caused by the permission.
        var changes: [Change] = []
    }

    /// Returns the degradation rule that decides in place of the provider.
    func rule(for resource: Resource?) -> DegradationStatus.Rule? {
        state.degradation(of: session, on: platform, resource, now: context.now)
    }

    /// Authorizes a resource, or throws the denial.
    ///
    /// - Parameters:
    ///   - resource: The resource; nil if it is malformed.
    ///   - rule: The rule of ``rule(for:)``.
    ///   - isAuthorized: Whether a stored authorization is valid, so that the provider need not be asked again.
    ///   - pass: Returns the state of the temporary pass, if the provider is one.
    func authorize(
        _ resource: Resource?, by rule: DegradationStatus.Rule?, isAuthorized: Bool,
        pass: () throws(Refusal) -> TemporaryPassStatus
    ) throws(Refusal) -> Grant {
        let end = state.authorizationEnd(requestor, session.integration, session.record, on: platform, now: context.now)
        if let rule {
            try rule.requirePermission(of: session.provider)
            return Grant(expiresAt: min(end, rule.expiresAt))
        }
        try session.requireHome(address)
        if isAuthorized { return Grant(expiresAt: end) }
        guard let resource else { throw .malformedResource(.authorizationDenied) }
        if session.provider.isTemporaryPass { return try use(try pass(), for: resource, until: end) }
        try askProvider(resource)
        return Grant(expiresAt: end)
    }

    /// Throws the provider's denial, and records it for the limit on repeated denials.
    private func askProvider(_ resource: Resource) throws(Refusal) {
        try guardDenials(resource)
        guard var denial = session.provider.denial(of: resource, to: session.record, session.integration, in: state.world)
        else { return }
        if denial.isCountedDenial {
            denial.changes = [
                .noteDenial(
                    session.record.deviceKey, DeniedResource(mvpd: session.record.mvpd, resource: resource.text),
                    at: context.now, period: requestor.denialPeriod * 1_000)
            ]
        }
        throw denial
    }

    /// Throws a denial without asking the provider, for a while after repeated denials.
    private func guardDenials(_ resource: Resource) throws(Refusal) {
        let start = context.now - requestor.denialPeriod * 1_000
        let denied = DeniedResource(mvpd: session.record.mvpd, resource: resource.text)
        let denials = state.denials(of: session.record.deviceKey)?[denied]?.count { $0 > start } ?? 0
        guard requestor.denialLimit > 0, denials >= requestor.denialLimit else { return }
        throw Refusal(
            403, .repeatedDenials,
            "The provider denied this resource \(denials) times within \(requestor.denialPeriod) seconds; it is not asked again yet."
        )
    }
}

extension AuthenticatedSession {
    /// Returns the media token for an authorized resource, which the service signs.
    func mediaToken(for resource: String, _ requestor: Requestor, now: Int64) -> MediaToken {
        MediaToken(
            sessionID: record.sessionID, requestor: requestor.id, resource: resource,
            lifetime: requestor.mediaTokenLifetime * 1_000, issuedAt: now, mvpd: record.mvpd, proxy: provider.proxy)
    }
}

extension Integration {
    /// Returns the maximum number of resources of a call.
    func questionLimit(of provider: Provider) -> Int { preauthorizeLimit ?? provider.preauthorizeLimit }
}

extension Refusal {
    /// Returns the refusal of a call with too many resources.
    static func exceeded(_ count: Int, limit: Int, mvpd: String) -> Refusal {
        Refusal(403, .tooManyResources, "MVPD \(quoted(mvpd)) takes at most \(limit) resources, not \(count).")
    }

    /// Returns the refusal of a resource that is neither an identifier nor a media-RSS document.
    static func malformedResource(_ code: ErrorCode) -> Refusal { Refusal(403, code, "The resource is malformed.") }
}
