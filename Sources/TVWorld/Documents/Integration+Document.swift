extension Integration {
    static let documentKeys = [
        "requestor", "provider", "enabled", "sso", "degraded", "authn-ttl", "authz-ttl", "platform-authn-ttl",
        "platform-authz-ttl", "metadata", "hba-ttl", "preauthorize-limit", "away", "resources",
    ]

    /// Reads an element of `integrations` of a world with providers and requestors; nil if it refers to unknown ones.
    init?(_ object: DocumentObject, of world: World) {
        let requestor = object.reference(
            "requestor", .plain, to: "the requestor", known: world.requestors.map(\.id))
        let id = object.reference("provider", .plain, to: "the provider", known: world.providers.map(\.id))
        let provider = id.flatMap { world.provider(id: $0) }
        self.init(
            requestor: requestor ?? "", mvpd: provider?.mvpd ?? "", isEnabled: object.flag("enabled", default: true),
            singleSignOn: Self.singleSignOn(object, boarding: provider?.boarding ?? .supported),
            degradation: object.choice("degraded", default: Degradation.none),
            authenticationLifetime: object.lifetime("authn-ttl"), authorizationLifetime: object.lifetime("authz-ttl"))
        platformAuthenticationLifetimes = Platform.lifetimes(object, "platform-authn-ttl")
        platformAuthorizationLifetimes = Platform.lifetimes(object, "platform-authz-ttl")
        metadata = MetadataRule.rules(object)
        homeBasedLifetime = object.lifetime("hba-ttl") ?? homeBasedLifetime
        preauthorizeLimit = object.integer("preauthorize-limit", in: Provider.preauthorizeLimits).map { Int($0) }
        isAwayFromHome = object.flag("away", default: false)
        resources = ResourceOverride.overrides(object)
        if requestor == nil || provider == nil { return nil }
    }

    /// Returns the platforms with single sign-on, from one Boolean for both platforms or one for each. The default is on, unless
    /// the provider does not take part in the platform's single sign-on.
    private static func singleSignOn(_ object: DocumentObject, boarding: BoardingStatus) -> Set<Platform> {
        let usual: Set<Platform> = boarding == .none ? [] : Set(Platform.allCases)
        guard let value = object["sso"] else { return usual }
        if let flag = value.bool { return flag ? Set(Platform.allCases) : [] }
        guard case .object = value, let platforms = object.object("sso", keys: Platform.allCases.map(\.rawValue)) else {
            object.problems.report(
                .wrongType(object.field("sso"), "true, false, or an object with ios and tvos", value))
            return usual
        }
        return Set(Platform.allCases.filter { platforms.flag($0.rawValue, default: usual.contains($0)) })
    }

    private static func document(_ lifetimes: [Platform: Int64]) -> JSON? {
        lifetimes.isEmpty ? nil : .object(Platform.members(lifetimes))
    }

    func document(providers: [Provider]) -> JSON {
        let provider = providers.first { $0.mvpd == mvpd }?.id ?? mvpd
        let platforms = Platform.allCases.map { JSON.Member($0.rawValue, .bool(singleSignOn.contains($0))) }
        return .filled([
            "requestor": .string(requestor), "provider": .string(provider), "enabled": .bool(isEnabled),
            "sso": .object(platforms), "degraded": .string(degradation.rawValue),
            "authn-ttl": authenticationLifetime.map { .integer($0) }, "authz-ttl": authorizationLifetime.map { .integer($0) },
            "platform-authn-ttl": Self.document(platformAuthenticationLifetimes),
            "platform-authz-ttl": Self.document(platformAuthorizationLifetimes),
            "metadata": metadata.map { .sorted($0, \.document) },
            "hba-ttl": .integer(homeBasedLifetime), "preauthorize-limit": preauthorizeLimit.map { .integer($0) },
            "away": .bool(isAwayFromHome), "resources": .sorted(resources, \.document),
        ])
    }
}

extension ResourceOverride {
    static let documentKeys = ["deny", "message"]

    /// Reads the member `resources` of an element of `integrations`: resources, or `*` for all others, with their denials.
    static func overrides(_ object: DocumentObject) -> [String: ResourceOverride] {
        let problems = object.problems
        var overrides: [String: ResourceOverride] = [:]
        for (path, name, value) in object.freeMembers("resources") {
            if name != Integration.everyResource {
                _ = problems.text(.string(name), .resource, at: object.field("resources"))
            }
            let element = DocumentObject(value, at: path, keys: documentKeys, in: problems)
            guard let deny = element.required("deny"),
                let denial: ResourceDenial = problems.choice(deny, at: element.field("deny"))
            else { continue }
            overrides[name] = ResourceOverride(denial: denial, message: element.optionalText("message", .plain))
        }
        return overrides
    }

    var document: JSON { .filled(["deny": .string(denial.rawValue), "message": message.map { .string($0) }]) }
}

extension MetadataRule {
    static let documentKeys = ["enabled", "encrypted"]

    /// Reads the member `metadata` of an integration: an object with a rule for each key; nil if it is missing.
    static func rules(_ integration: DocumentObject) -> [String: MetadataRule]? {
        guard integration.has("metadata") else { return nil }
        let problems = integration.problems
        var rules: [String: MetadataRule] = [:]
        for (path, key, value) in integration.freeMembers("metadata") {
            _ = problems.text(.string(key), .identifier, at: integration.field("metadata"))
            let object = DocumentObject(value, at: path, keys: documentKeys, in: problems)
            rules[key] = MetadataRule(
                isEnabled: object.flag("enabled", default: true),
                isEncrypted: object.has("encrypted") ? object.flag("encrypted", default: false) : nil)
        }
        return rules
    }

    var document: JSON { .filled(["enabled": .bool(isEnabled), "encrypted": isEncrypted.map { .bool($0) }]) }
}
