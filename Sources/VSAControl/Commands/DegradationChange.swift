import ArgumentParser
import TVWorld

/// The options of `vsactl integration set` that turn a degradation into a separate rule: for resources, a platform, a time.
struct DegradationChange: ParsableArguments, Sendable {
    @Option(
        help: """
            none, authn-all, authz-all or authz-none. With --resource, --platform, --for or --message it is added as a rule to \
            the others; none also removes the rules.
            """)
    var degraded: Degradation?
    @Option(help: "A resource that the rule is for; may be repeated (default: all).") var resource: [String] = []
    @Option(help: "The platform that the rule is for: ios or tvos (default: both).") var platform: Platform?
    @Option(name: .customLong("for"), help: ArgumentHelp("The duration of the rule: \(TimeSpan.accepted).", valueName: "time"))
    var lifetime: TimeSpan?
    @Option(help: "The message to users when the rule denies.") var message: String?

    /// Whether the options describe a rule, and not the integration's setting.
    var isRule: Bool { !resource.isEmpty || platform != nil || lifetime != nil || message != nil }

    /// The error in the options; nil if there is none.
    var defect: String? {
        guard isRule else { return nil }
        guard let degraded, degraded != .none else {
            return "--resource, --platform, --for and --message need --degraded authn-all, authz-all or authz-none."
        }
        return lifetime.map { $0.seconds < 1 } == true ? "--for takes at least a second." : nil
    }

    /// Returns the rule in the form that the service accepts.
    func rule(requestor: String, mvpd: String) -> JSON {
        var members: [JSON.Member] = [
            .init(name: "requestor", value: .string(requestor)), .init(name: "mvpd", value: .string(mvpd)),
            .init(name: "kind", value: .string(degraded?.rawValue ?? "")),
        ]
        if !resource.isEmpty { members.append(.init(name: "resources", value: .array(resource.map(JSON.string)))) }
        if let platform { members.append(.init(name: "platform", value: .string(platform.rawValue))) }
        if let message { members.append(.init(name: "message", value: .string(message))) }
        if let lifetime { members.append(.init(name: "expiresIn", value: .integer(lifetime.seconds))) }
        return .object(members)
    }
}

extension Platform: ExpressibleByArgument {}

/// Degradation rules as a part of a report.
struct DegradationRulesTable {
    var rules: [DegradationRuleRecord]

    func text(_ style: Style) -> String {
        Table(
            headings: ["REQUESTOR", "MVPD", "RULE", "RESOURCES", "PLATFORM", "ENDS", "MESSAGE"],
            rows: rules.map { rule in
                [
                    .init(rule.requestor), .init(rule.mvpd), .init(rule.kind, .attention),
                    .init(rule.resources.isEmpty ? "all" : rule.resources.joined(separator: " ")), .init(rule.platform ?? "all"),
                    .init(rule.expiresAt.map { Timestamp.text(unixSeconds: $0 / 1_000) } ?? "never"), .init(rule.message ?? ""),
                ]
            }
        ).text(style)
    }
}
