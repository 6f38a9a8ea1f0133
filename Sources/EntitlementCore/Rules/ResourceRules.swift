import TVWorld

/// The rules, shared by both REST interfaces, that determine whether a user may see a resource.
///
/// The interfaces differ in how they find a sign-in, where they store authorizations, and how they express the answer.
struct ResourceRules {
    let device: DeviceContext
    /// The sign-in, or its substitute.
    let session: AuthenticatedSession

    /// The permission to see a resource.
    struct Grant: Equatable {
        /// The expiration date, in Unix milliseconds.
        var expiresAt: Int64
        /// The changes caused by the permission.
        var changes: [Change] = []
    }

    /// Returns the degradation rule that decides in place of the provider.
    func rule(for resource: Resource?) -> DegradationStatus.Rule? { device.degradation(of: session, resource) }

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
        let lifetime = session.integration.authorizationLifetime(
            on: device.platform ?? session.record.platform, of: device.requestor)
        // An authorization never outlives the sign-in.
        let end = min(device.context.end(after: lifetime), session.record.expiresAt)
        if let rule {
            try rule.requirePermission(of: session.provider)
            return Grant(expiresAt: min(end, rule.expiresAt))
        }
        try session.requireHome(device.address)
        if isAuthorized { return Grant(expiresAt: end) }
        guard let resource else { throw .malformedResource(.authorizationDenied) }
        if session.provider.isTemporaryPass { return try use(try pass(), for: resource, until: end) }
        try askProvider(resource)
        return Grant(expiresAt: end)
    }

    /// Throws the provider's denial, and records it for the limit on repeated denials.
    private func askProvider(_ resource: Resource) throws(Refusal) {
        try guardDenials(resource)
        guard var denial = session.denial(of: resource, in: device.state.world) else { return }
        if denial.isCountedDenial {
            denial.changes = [
                .noteDenial(
                    session.record.deviceKey, denied(resource), at: device.now, period: device.requestor.denialPeriod * 1_000)
            ]
        }
        throw denial
    }

    /// Throws a denial without asking the provider, for a while after repeated denials.
    private func guardDenials(_ resource: Resource) throws(Refusal) {
        let requestor = device.requestor
        let start = device.now - requestor.denialPeriod * 1_000
        let denials = device.state.denials(of: session.record.deviceKey)?[denied(resource)]?.count { $0 > start } ?? 0
        guard requestor.denialLimit > 0, denials >= requestor.denialLimit else { return }
        throw Refusal(
            403, .repeatedDenials,
            "The provider denied this resource \(denials) times within \(requestor.denialPeriod) seconds; it is not asked again yet."
        )
    }

    private func denied(_ resource: Resource) -> DeniedResource {
        DeniedResource(mvpd: session.record.mvpd, resource: resource.text)
    }

    /// Returns the media token for an authorized resource, which the service signs.
    func mediaToken(for resource: String) -> MediaToken {
        MediaToken(
            sessionID: session.record.sessionID, requestor: device.requestor.id, resource: resource,
            lifetime: device.requestor.mediaTokenLifetime * 1_000, issuedAt: device.now, mvpd: session.record.mvpd,
            proxy: session.provider.proxy)
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
