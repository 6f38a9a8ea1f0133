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
