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
    ///   - isAuthorized: Whether a stored authorization is valid, so that the provider need not be contacted again.
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

    /// Authorizes with a temporary pass: starts it with the first resource, and counts distinct ones.
    private func use(_ status: TemporaryPassStatus, for resource: Resource, until end: Int64) throws(Refusal) -> Grant {
        try status.check(resource, now: device.now)
        var started =
            status.started
            ?? StartedTemporaryPass(
                id: device.context.random.uuid(), requestor: device.requestor.id, mvpd: status.pass.mvpd,
                deviceID: session.record.deviceKey.deviceID, identity: status.identity, startedAt: device.now,
                expiresAt: device.context.end(after: status.pass.lifetime))
        if status.pass.kind == .promotional, !started.resources.contains(resource.asset) {
            started.resources.append(resource.asset)
            started.resourcesChangedAt = device.now
        }
        // Existing assignments are kept: a device keeps its pass when a user who has another one signs in.
        var changes = status.holders.filter { device.state.startedTemporaryPass(of: $0) == nil }
            .map { Change.save(TemporaryPassAssignment(holder: $0, passID: started.id)) }
        if started != status.started { changes.append(.save(started)) }
        return Grant(expiresAt: min(end, started.expiresAt), changes: changes)
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

    /// Throws the reason why the user would not be authorized for a resource. No state is changed, and denials are not counted.
    ///
    /// - Parameters:
    ///   - resource: The resource; nil if it is malformed.
    ///   - isAuthorized: Whether a stored authorization is used without asking the provider.
    ///   - isAnswered: Whether the provider responds at all: some do not if they do not know a resource.
    ///   - checkPass: Throws the reason why the temporary pass cannot be used for the resource, if the provider is one.
    func preauthorize(
        _ resource: Resource?, isAuthorized: Bool, isAnswered: Bool, checkPass: (Resource) throws(Refusal) -> Void
    ) throws(Refusal) {
        if let rule = rule(for: resource) { return try rule.requirePermission(of: session.provider) }
        if session.provider.isTemporaryPass, let resource { return try checkPass(resource) }
        try session.requireHome(device.address)
        if isAuthorized { return }
        guard let resource else { throw .malformedResource(.preauthorizationDenied) }
        if session.provider.preauthorizationMethod == .lineUp { return try requireLineUp(resource) }
        guard isAnswered else {
            throw Refusal(
                403, .preauthorizationDenied, "\(session.provider.name) returned no answer: a resource is unknown to it.")
        }
        guard var denial = session.denial(of: resource, in: device.state.world) else { return }
        if denial.code == .authorizationDenied { denial.code = .preauthorizationDenied }
        throw denial
    }

    /// Returns whether the provider responds to a preauthorization of these resources.
    func isAnswered(_ names: [String]) -> Bool {
        !session.provider.preauthorizesKnownOnly || names.allSatisfy(Set(device.state.world.resources).contains)
    }

    /// Checks a resource against the channels that the provider sent at sign-in.
    private func requireLineUp(_ resource: Resource) throws(Refusal) {
        let lineUp = session.record.listAttribute("authorized_resources") ?? session.record.listAttribute("channelID") ?? []
        guard !lineUp.contains(resource.channel) else { return }
        let text = "Your \(session.provider.name) subscription does not include \(resource.channel)."
        throw Refusal(403, .preauthorizationDenied, text, details: text)
    }

    /// Returns the media token for an authorized resource, which the service signs.
    func mediaToken(for resource: String) -> MediaToken {
        MediaToken(
            sessionGUID: session.record.userGUID, requestor: device.requestor.id, resource: resource,
            lifetime: device.requestor.mediaTokenLifetime * 1_000, issuedAt: device.now, mvpd: session.record.mvpd,
            proxy: session.provider.proxy)
    }
}

extension TemporaryPassStatus {
    /// Throws the refusal of a pass that has expired.
    func check(now: Int64) throws(Refusal) {
        if hasEnded(now: now) { throw .endedTemporaryPass(pass.mvpd) }
    }

    /// Throws the refusal of a pass that has expired, or cannot be used for a resource.
    func check(_ resource: Resource, now: Int64) throws(Refusal) {
        try check(now: now)
        if isUsedUp(for: resource.asset) { throw .usedUpTemporaryPass(pass) }
    }
}

extension Resource {
    /// The identity of a resource for counting: the document's item, or else the identifier or the channel.
    fileprivate var asset: String { guid ?? channel }
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

    /// Returns the refusal for a temporary pass without settings in the world.
    static func missingTemporaryPass(_ mvpd: String, _ requestor: Requestor) -> Refusal {
        Refusal(
            500, .temporaryAccessConfiguration,
            "Temporary pass \(quoted(mvpd)) has no settings for requestor \(quoted(requestor.id)): temp-pass in the world document."
        )
    }

    /// Returns the refusal for a temporary pass that has expired.
    static func endedTemporaryPass(_ mvpd: String, status: Int = 403) -> Refusal {
        Refusal(status, .temporaryAccessEnded, "Temporary pass \(quoted(mvpd)) has expired.")
    }

    /// Returns the refusal for a temporary pass that cannot be used for a further resource.
    static func usedUpTemporaryPass(_ pass: TemporaryPass) -> Refusal {
        Refusal(
            403, .temporaryAccessUsedUp,
            "Temporary pass \(quoted(pass.mvpd)) is for \(pass.resourceLimit ?? 0) different resources, which are used up.")
    }
}
