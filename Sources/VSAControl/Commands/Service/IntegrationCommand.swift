import Administration
import ArgumentParser
import TVWorld

/// `vsactl integration`
struct IntegrationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "integration", abstract: "The integrations of requestors and providers, at the service.",
        subcommands: [List.self, Show.self, Set.self])

    /// `vsactl integration list`
    struct List: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the integrations, and the degradation rules in force.")
        @Option(help: "Only this requestor's.", completion: .live(.requestors)) var requestor: String?
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            let all = try await service.list(IntegrationResource.self)
            return .integrationsWithRules(
                try requestor.map { try all.integrations(of: $0) } ?? all,
                rules: try await service.list(DegradationRuleResource.self, requestor: requestor))
        }
    }

    /// `vsactl integration show REQUESTOR PROVIDER`
    struct Show: AdministrationCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show all settings of an integration.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @Argument(help: "The provider, by its identifier at the service or on the device.", completion: .live(.mvpds))
        var provider: String
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            try await service.list(IntegrationResource.self).integration(of: requestor, with: provider).record
        }
    }

    /// `vsactl integration set REQUESTOR PROVIDER`
    struct Set: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change an integration; omitted settings are kept.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @Argument(help: "The provider, by its identifier at the service or on the device.", completion: .live(.mvpds))
        var provider: String
        @Option(help: "on or off: whether the provider is in the requestor's configuration.") var enabled: Switch?
        @Option(help: "Single sign-on: on, off, or by platform, such as ios=on,tvos=off.") var sso: SingleSignOnChange?
        @OptionGroup var degradation: DegradationChange
        @Option(help: .time("The lifetime of an authentication", LifetimeChange.accepted)) var authnTTL: LifetimeChange?
        @Option(help: ArgumentHelp("The lifetime of an authorization, in the same form.", valueName: "time"))
        var authzTTL: LifetimeChange?
        @Option(
            name: .customLong("hba-ttl"),
            help: ArgumentHelp("The maximum lifetime of a home-based authentication: a time, or inherited.", valueName: "time"))
        var homeBasedTTL: LifetimeChange?
        @Option(
            help: ArgumentHelp(
                "The maximum number of resources in one preauthorization; inherited: the provider's.", valueName: "number"))
        var preauthorizeLimit: Inheritable<UInt32>?
        @Option(help: "on: devices can be at home, depending on their address; off: they are always away.")
        var home: Switch?
        @OptionGroup var global: GlobalOptions

        /// The integration's setting, if no rule is described.
        var degraded: Degradation? { degradation.isRule ? nil : degradation.degraded }

        func validate() throws {
            if homeBasedTTL?.ios != nil || homeBasedTTL?.tvos != nil {
                throw ValidationError("--hba-ttl takes one time for all platforms, or inherited.")
            }
            if members.isEmpty, !degradation.isRule {
                throw ValidationError(
                    """
                    Nothing to change: give --enabled, --sso, --degraded, --authn-ttl, --authz-ttl, --hba-ttl, \
                    --preauthorize-limit or --home.
                    """)
            }
        }

        func report(_ service: ServiceControl) async throws -> Report {
            let record = try await service.list(IntegrationResource.self).integration(of: requestor, with: provider)
            var answered: IntegrationResource?
            if !members.isEmpty {
                answered = try await service.change(requestor, record.mvpd, by: members, as: IntegrationResource.self)
            }
            try await changeRules(of: record, at: service)
            let changed = try await service.list(IntegrationResource.self, requestor: requestor)
                .integration(of: requestor, with: record.mvpd)
            try Failure.require(answered == nil || changed == answered, "the service shows \(changed.report.serialized)")
            let rules = try await service.list(DegradationRuleResource.self, requestor: requestor).filter {
                $0.mvpd == record.mvpd
            }
            try Failure.require(
                degraded != Degradation.none || rules.isEmpty, "the service still lists \(counted(rules.count, "rule"))")
            return .changedIntegration(changed, rules: rules)
        }

        /// Adds the rule that the options describe; `none` removes all rules of the integration.
        private func changeRules(of record: IntegrationResource, at service: ServiceControl) async throws {
            if degradation.isRule {
                // One for each provider that it names.
                _ = try await service.send(
                    .post, ServiceControl.path([DegradationRuleResource.path]),
                    body: .object(degradation.rule(requestor: requestor, mvpd: record.mvpd)),
                    as: ResourceList<DegradationRuleResource>.self)
            } else if degraded == Degradation.none {
                for rule in try await service.list(DegradationRuleResource.self, requestor: requestor)
                where rule.mvpd == record.mvpd {
                    try await service.remove(DegradationRuleResource.self, rule.id)
                }
            }
        }

        static var optionNames: [String: OptionName] {
            [
                "authnTTL": .time("--authn-ttl"), "platformAuthnTTL": .time("--authn-ttl"),
                "authzTTL": .time("--authz-ttl"), "platformAuthzTTL": .time("--authz-ttl"), "hbaTTL": .time("--hba-ttl"),
                "preauthorizeLimit": OptionName(
                    "--preauthorize-limit", taking: "a whole number from \(Provider.preauthorizeLimits.inWords), or inherited"),
                "resources": "--resource", "message": "--message", "expiresIn": .time("--for"),
            ]
        }

        var members: [JSON.Member] {
            JSON.given(["enabled": enabled, "sso": sso?.json, "degraded": degraded?.rawValue])
                + (authnTTL?.members("authnTTL", platforms: "platformAuthnTTL") ?? [])
                + (authzTTL?.members("authzTTL", platforms: "platformAuthzTTL") ?? [])
                + JSON.given([
                    "hbaTTL": homeBasedTTL?.all, "preauthorizeLimit": preauthorizeLimit, "away": home.map { $0 == .off },
                ])
        }
    }
}

/// The options of `vsactl integration set` that turn a degradation into a separate rule: for resources, a platform, a time.
struct DegradationChange: ParsableArguments, Sendable {
    @Option(
        help: """
            none, authn-all, authz-all or authz-none. With --resource, --platform, --for or --message it is added as a further \
            rule; none also removes the rules.
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
        if lifetime?.seconds == 0 { throw ValidationError("--for takes at least 1s.") }
    }

    /// Returns the rule in the form that the service accepts.
    func rule(requestor: String, mvpd: String) -> [JSON.Member] {
        JSON.given([
            "requestor": requestor, "mvpd": mvpd, "kind": degraded?.rawValue ?? "", "resources": resource.nonEmpty,
            "platform": platform?.rawValue, "message": message, "expiresIn": lifetime,
        ])
    }
}

extension [IntegrationResource] {
    /// Returns the integrations of a requestor.
    ///
    /// - Throws: `Failure` with the nearest name if there is none.
    fileprivate func integrations(of requestor: String) throws -> [IntegrationResource] {
        _ = try element(named: requestor, by: \.requestor, as: "requestor", listing: "vsactl integration list")
        return filter { $0.requestor == requestor }
    }

    /// Returns the integration of a requestor with a provider, by its identifier at the service or on the device.
    ///
    /// - Throws: `Failure` with the nearest names if there is none.
    fileprivate func integration(of requestor: String, with provider: String) throws -> IntegrationResource {
        try integrations(of: requestor)
            .element(named: provider, by: \.mvpd, \.provider, as: "integration of \(requestor) with provider")
    }
}

extension Degradation: ExpressibleByArgument {}
extension Platform: ExpressibleByArgument {}

extension Report {
    static func integrationsWithRules(_ integrations: [IntegrationResource], rules: [DegradationRuleResource] = []) -> Report {
        let document = JSON.document([
            "integrations": integrations.map(\.report), "rules": rules.map(\.report),
        ])
        return Report(document: document) { style in
            guard !integrations.isEmpty else { return "" }
            let table = Table(
                integrations,
                columns: [
                    "REQUESTOR": { .init($0.requestor) }, "MVPD": { .init($0.mvpd) }, "PROVIDER": { .init($0.provider) },
                    "ENABLED": { .state($0.enabled) }, "SSO IOS": { .state($0.sso.ios) }, "SSO TVOS": { .state($0.sso.tvos) },
                    "DEGRADED": { .init($0.degraded, $0.degraded == Degradation.none.rawValue ? .plain : .attention) },
                ]
            ).text(style)
            return rules.isEmpty ? table : table + "\n\n" + Report(rules).text(style)
        }
    }

    /// Creates the report of a changed integration: to users it shows every setting, most of which have no column in a list.
    fileprivate static func changedIntegration(_ integration: IntegrationResource, rules: [DegradationRuleResource]) -> Report {
        Report(document: integrationsWithRules([integration], rules: rules).document) { style in
            [integration.record, Report(rules)].map { $0.text(style) }.filter { !$0.isEmpty }.joined(separator: "\n\n")
        }
    }
}

extension IntegrationResource {
    var record: Report {
        func span(_ seconds: Int64?) -> String? { seconds.map(TimeSpan.text(seconds:)) }
        func lifetime(_ seconds: Int64?, _ platforms: IntegrationResource.Lifetimes?) -> Table.Cell {
            let own = [("iOS", platforms?.ios), ("tvOS", platforms?.tvos)].compactMap { name, seconds in
                span(seconds).map { "\(name) \($0)" }
            }
            return .init(([span(seconds) ?? "the requestor's"] + own).joined(separator: ", "))
        }
        return Report(
            ["integration": report],
            pairs: [
                "requestor": .init(requestor), "mvpd": .init(mvpd),
                "provider": .init(provider), "enabled": .state(enabled),
                "single sign-on on iOS": .state(sso.ios), "single sign-on on tvOS": .state(sso.tvos),
                "degraded": .init(
                    degraded, degraded == Degradation.none.rawValue ? .plain : .attention),
                "authentication": lifetime(authnTTL, platformAuthnTTL),
                "authorization": lifetime(authzTTL, platformAuthzTTL),
                "home-based": .init(span(hbaTTL) ?? "1d"),
                "preauthorization": .init(preauthorizeLimit.map { "\($0) resources" } ?? "the provider's limit"),
                "devices at home": .state(!(away ?? false)),
            ])
    }

    var report: JSON {
        func lifetimes(_ seconds: Lifetimes?) -> JSON {
            .members(["ios": seconds?.ios, "tvos": seconds?.tvos])
        }
        return .members([
            "requestor": requestor, "mvpd": mvpd, "provider": provider, "enabled": enabled,
            "sso": JSON.members(["ios": sso.ios, "tvos": sso.tvos]), "degraded": degraded, "home": !(away ?? false),
            "preauthorizeLimit": preauthorizeLimit, "authnTTL": authnTTL, "authzTTL": authzTTL,
            "platformAuthnTTL": lifetimes(platformAuthnTTL), "platformAuthzTTL": lifetimes(platformAuthzTTL), "hbaTTL": hbaTTL,
        ])
    }
}

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
