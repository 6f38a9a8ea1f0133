import TVWorld

/// The effect of degradation on the integration of a requestor and a provider at a moment.
public struct DegradationStatus: Sendable, Equatable {
    /// An active rule, or the integration's own setting.
    public struct Rule: Sendable, Equatable {
        /// The effect.
        public var kind: Degradation
        /// The programmer's own message.
        public var message: String?
        /// The expiration date, in Unix milliseconds; `Int64.max` if it does not expire.
        public var expiresAt: Int64
    }

    /// The AuthNAll rule: users need not sign in.
    public var authentication: Rule?
    /// The rule that decides about the resource in question; without a resource, the rule for all resources.
    ///
    /// AuthZNone takes precedence over AuthNAll, which takes precedence over AuthZAll: a viewer who must be denied access never
    /// gains it by mistake.
    public var authorization: Rule?

    /// The degradation that an app must know before it requests a resource: whether to sign in at all, or else how authorizations
    /// will be decided.
    public var configured: Degradation? { authentication?.kind ?? authorization?.kind }
}

extension EntitlementState {
    /// Returns the degradation by the integration's setting and by the rules; only this function combines both.
    ///
    /// - Parameters:
    ///   - platform: The device's platform; nil if it is unknown.
    ///   - resource: The resource in question; nil for none, in which case only rules for all resources apply.
    ///   - now: The service's time in Unix milliseconds.
    public func degradation(
        requestor: String, mvpd: String, platform: Platform?, resource: Resource? = nil, now: Int64
    ) -> DegradationStatus {
        let rules = degradationRules[requestor: requestor, mvpd: mvpd]
        let degradation = world.integration(requestor: requestor, mvpd: mvpd)?.degradation ?? .none
        var status = DegradationStatus()
        if degradation != .none {
            status.add(.init(kind: degradation, expiresAt: .max), decides: true)
        }
        for rule in rules where rule.isInForce(on: platform, now: now) {
            let isAboutResource =
                resource.map { rule.resources.contains($0.channel) || rule.resources.contains($0.text) } ?? false
            status.add(
                .init(kind: rule.kind, message: rule.message, expiresAt: rule.expiresAt ?? .max),
                decides: rule.resources.isEmpty || isAboutResource)
        }
        return status
    }
}

extension DegradationStatus {
    /// Adds a rule. Of several rules of a kind, the one that expires last takes effect; of AuthZNone rules, one with a message
    /// takes precedence.
    fileprivate mutating func add(_ rule: Rule, decides: Bool) {
        if rule.kind == .authenticateAll, authentication.map({ rule.outlasts($0) }) ?? true { authentication = rule }
        if decides, authorization.map({ rule.outranks($0) }) ?? true { authorization = rule }
    }
}

extension DegradationStatus.Rule {
    fileprivate func outlasts(_ other: Self) -> Bool { (expiresAt, messages) > (other.expiresAt, other.messages) }

    fileprivate func outranks(_ other: Self) -> Bool {
        if rank != other.rank { return rank > other.rank }
        // Viewers see the message of an AuthZNone rule.
        return kind == .authorizeNone ? (messages, expiresAt) > (other.messages, other.expiresAt) : outlasts(other)
    }

    /// The number of messages for viewers.
    private var messages: Int { message == nil ? 0 : 1 }

    private var rank: Int {
        switch kind {
        case .none: 0
        case .authorizeAll: 1
        case .authenticateAll: 2
        case .authorizeNone: 3
        }
    }

    /// Throws the refusal of an AuthZNone rule, with the programmer's message, or else one that describes what viewers see.
    func requirePermission(of provider: Provider) throws(Refusal) {
        guard kind == .authorizeNone else { return }
        throw Refusal(
            403, .degradationRule, "Authorization is switched off for MVPD \(quoted(provider.mvpd)).",
            details: message ?? "\(provider.name) is temporarily unavailable.")
    }
}

/// The degradation rules, by requestor and provider, because every authorization needs them.
public struct DegradationRules: Sendable, Equatable {
    private var rules: [IntegrationKey: [DegradationRule]] = [:]

    /// The maximum number of rules.
    public static let limit = 1_000

    /// All rules, oldest first.
    public var all: [DegradationRule] {
        rules.values.joined().sorted {
            ($0.createdAt, $0.requestor, $0.mvpd, $0.id) < ($1.createdAt, $1.requestor, $1.mvpd, $1.id)
        }
    }

    /// The rules of a requestor for a provider.
    public subscript(requestor requestor: String, mvpd mvpd: String) -> [DegradationRule] {
        rules.isEmpty ? [] : rules[IntegrationKey(requestor: requestor, mvpd: mvpd)] ?? []
    }

    /// The rule with an identifier.
    public subscript(id id: String) -> DegradationRule? { rules.values.joined().first { $0.id == id } }

    /// Adds or replaces a rule. Rules that had expired when it was created are removed.
    mutating func save(_ rule: DegradationRule) {
        keep { $0.id != rule.id && $0.expiresAt ?? .max > rule.createdAt }
        rules[IntegrationKey(requestor: rule.requestor, mvpd: rule.mvpd), default: []].append(rule)
    }

    mutating func remove(id: String) { keep { $0.id != id } }

    private mutating func keep(_ isKept: (DegradationRule) -> Bool) {
        rules = rules.compactMapValues { list in
            let left = list.filter(isKept)
            return left.isEmpty ? nil : left
        }
    }
}
