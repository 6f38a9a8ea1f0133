import TVWorld

/// What degradation does to a requestor's work with a provider at a moment.
public struct DegradationStatus: Sendable, Equatable {
    /// A rule in force, or the integration's own switch.
    public struct Rule: Sendable, Equatable {
        /// What it does.
        public var kind: Degradation
        /// The programmer's own text.
        public var message: String?
        /// When it ends, in Unix milliseconds; `Int64.max` when it has no end.
        public var expiresAt: Int64
        /// Whether it is for every resource.
        public var isForEveryResource: Bool
    }

    /// The AuthNAll rule: nobody has to sign in.
    public var authentication: Rule?
    /// The rule that decides on the resource in question; without one, the rule for every resource.
    ///
    /// AuthZNone wins over AuthNAll, and that over AuthZAll: who is to be kept out is never let in by mistake.
    public var authorization: Rule?

    /// Nothing is degraded.
    public static let none = DegradationStatus()

    /// What an app has to know before anybody names a resource: whether to sign in at all, else how authorizations will end.
    public var configured: Degradation? { authentication?.kind ?? authorization?.kind }
}

extension EntitlementState {
    /// What degradation does, by the integration's switch and by the rules; the one place that knows of both.
    ///
    /// - Parameters:
    ///   - platform: The device's; nil when it does not tell.
    ///   - resource: The resource in question; nil for none, which only rules for every resource apply to.
    ///   - now: The service's time in Unix milliseconds.
    public func degradation(
        requestor: String, mvpd: String, platform: Platform?, resource: Resource? = nil, now: Int64
    ) -> DegradationStatus {
        let rules = degradationRules[requestor: requestor, mvpd: mvpd]
        let degradation = world.integration(requestor: requestor, mvpd: mvpd)?.degradation ?? .none
        guard degradation != .none || !rules.isEmpty else { return .none }
        var status = DegradationStatus()
        if degradation != .none {
            status.add(.init(kind: degradation, message: nil, expiresAt: .max, isForEveryResource: true), decides: true)
        }
        for rule in rules where rule.isInForce(on: platform, now: now) {
            let isAboutResource =
                resource.map { rule.resources.contains($0.channel) || rule.resources.contains($0.text) } ?? false
            status.add(
                .init(
                    kind: rule.kind, message: rule.message, expiresAt: rule.expiresAt ?? .max,
                    isForEveryResource: rule.resources.isEmpty),
                decides: rule.resources.isEmpty || isAboutResource)
        }
        return status
    }
}

extension DegradationStatus {
    /// Among equals the one that lasts longest counts; a message wins over none.
    fileprivate mutating func add(_ rule: Rule, decides: Bool) {
        if rule.kind == .authenticateAll, authentication.map({ rule.outlasts($0) }) ?? true { authentication = rule }
        if decides, authorization.map({ rule.outranks($0) }) ?? true { authorization = rule }
    }
}

extension DegradationStatus.Rule {
    fileprivate func outlasts(_ other: Self) -> Bool {
        expiresAt != other.expiresAt ? expiresAt > other.expiresAt : other.message == nil && message != nil
    }

    fileprivate func outranks(_ other: Self) -> Bool {
        rank != other.rank ? rank > other.rank : kind == .authorizeNone ? speaksBetter(than: other) : outlasts(other)
    }

    /// Of two rules that deny, the one that tells viewers something.
    private func speaksBetter(than other: Self) -> Bool {
        (message != nil) != (other.message != nil) ? message != nil : outlasts(other)
    }

    private var rank: Int {
        switch kind {
        case .none: 0
        case .authorizeAll: 1
        case .authenticateAll: 2
        case .authorizeNone: 3
        }
    }
}

extension DegradationStatus.Rule {
    /// The refusal of an AuthZNone rule: the programmer's text, else one that says what viewers see of it.
    func refusal(by provider: Provider) -> Refusal {
        Refusal(
            403, .degradationRule, "Authorization is switched off for MVPD \(quoted(provider.mvpd)).",
            details: message ?? "\(provider.name) is temporarily unavailable.")
    }

    /// Throws the refusal of an AuthZNone rule.
    func requirePermission(of provider: Provider, _ requestor: Requestor) throws(Refusal) {
        if kind == .authorizeNone { throw refusal(by: provider).enhanced(requestor.hasEnhancedErrors) }
    }
}
