import Administration
import ArgumentParser
import TVWorld

/// The options of `vsactl integration set` that turn a degradation into a separate rule: for resources, a platform, a time.
struct DegradationChange: ParsableArguments, Sendable {
    @Option(
        help: """
            none, authn-all, authz-all or authz-none. Until it is changed, or with --resource, --platform, --for or --message \
            as a rule beside others; none removes the rules, too.
            """)
    var degraded: Degradation?
    @Option(help: "A resource that the rule is for; may be repeated. All without it.") var resource: [String] = []
    @Option(help: "The platform that the rule is for: ios or tvos. All without it.") var platform: Platform?
    @Option(name: .customLong("for"), help: ArgumentHelp("How long the rule lasts: \(TimeSpan.accepted).", valueName: "time"))
    var lifetime: TimeSpan?
    @Option(help: "What viewers are told when the rule denies.") var message: String?

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
    func rule(requestor: String, mvpd: String) -> [JSON.Member] {
        JSON.given([
            "requestor": .string(requestor), "mvpd": .string(mvpd), "kind": .string(degraded?.rawValue ?? ""),
            "resources": .nonEmpty(resource), "platform": platform.map { .string($0.rawValue) },
            "message": message.map(JSON.string), "expiresIn": lifetime.map { .integer($0.seconds) },
        ])
    }
}

extension Platform: ExpressibleByArgument {}

extension DegradationRuleResource: TableResource {
    static let headings = ["REQUESTOR", "MVPD", "RULE", "RESOURCES", "PLATFORM", "ENDS", "MESSAGE"]

    var row: [Table.Cell] {
        [
            .init(requestor), .init(mvpd), .init(kind, .attention),
            .init(resources.isEmpty ? "all" : resources.joined(separator: " ")), .init(platform ?? "all"),
            .init(expiresAt.map { Timestamp.text(unixSeconds: $0 / 1_000) } ?? "never"), .init(message ?? ""),
        ]
    }

    var report: JSON { report(["id", "requestor", "mvpd", "kind", "resources", "platform", "message", "expiresAt"]) }
}
