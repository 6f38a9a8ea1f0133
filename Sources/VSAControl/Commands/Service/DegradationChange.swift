import Administration
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
    @Option(name: .customLong("for"), help: .time("The duration of the rule")) var lifetime: WholeSeconds?
    @Option(help: "The message to users when the rule denies.") var message: String?

    /// Whether the options describe a rule, and not the integration's setting.
    var isRule: Bool { !resource.isEmpty || platform != nil || lifetime != nil || message != nil }

    func validate() throws {
        guard isRule else { return }
        guard let degraded, degraded != .none else {
            throw ValidationError(
                "--resource, --platform, --for and --message need --degraded authn-all, authz-all or authz-none.")
        }
        if lifetime?.seconds == 0 { throw ValidationError("--for takes at least a second.") }
    }

    /// Returns the rule in the form that the service accepts.
    func rule(requestor: String, mvpd: String) -> [JSON.Member] {
        JSON.given([
            "requestor": requestor, "mvpd": mvpd, "kind": degraded?.rawValue ?? "", "resources": resource.nonEmpty,
            "platform": platform?.rawValue, "message": message, "expiresIn": lifetime,
        ])
    }
}

extension Platform: ExpressibleByArgument {}

extension DegradationRuleResource: TableResource {
    static var columns: Table.Columns<Self> {
        [
            "REQUESTOR": { .init($0.requestor) }, "MVPD": { .init($0.mvpd) }, "RULE": { .init($0.kind, .attention) },
            "RESOURCES": { .init($0.resources.isEmpty ? "all" : $0.resources.joined(separator: " ")) },
            "PLATFORM": { .init($0.platform ?? "all") },
            "ENDS": { .init($0.expiresAt.map { Timestamp.text(unixSeconds: $0 / 1_000) } ?? "never") },
            "MESSAGE": { .init($0.message ?? "") },
        ]
    }

    var report: JSON { report(["id", "requestor", "mvpd", "kind", "resources", "platform", "message", "expiresAt"]) }
}
