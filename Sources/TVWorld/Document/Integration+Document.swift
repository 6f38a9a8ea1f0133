extension Integration {
    /// Reads an element of `integrations` of a world that has its providers and requestors.
    init(_ value: JSON, at path: String, of world: World) throws {
        let object = try DocumentObject(
            value, at: path,
            keys: [
                "requestor", "provider", "enabled", "sso", "degraded", "authn-ttl", "authz-ttl", "platform-authn-ttl",
                "platform-authz-ttl", "metadata", "hba-ttl", "preauthorize-limit", "away", "resources",
            ])
        let requestor = try object.text("requestor", .plain)
        guard world.requestor(id: requestor) != nil else {
            throw WorldDocumentError.unknown(
                object.field("requestor"), "the requestor", requestor, known: world.requestors.map(\.id))
        }
        let id = try object.text("provider", .plain)
        guard let provider = world.provider(id: id) else {
            throw WorldDocumentError.unknown(object.field("provider"), "the provider", id, known: world.providers.map(\.id))
        }
        self.init(
            requestor: requestor, mvpd: provider.mvpd, isEnabled: try object.flag("enabled", default: true),
            singleSignOn: try Self.singleSignOn(object, of: provider),
            degradation: try object.choice("degraded", default: Degradation.none),
            authenticationLifetime: try object.lifetime("authn-ttl"), authorizationLifetime: try object.lifetime("authz-ttl"))
        platformAuthenticationLifetimes = try Self.lifetimes(object, "platform-authn-ttl")
        platformAuthorizationLifetimes = try Self.lifetimes(object, "platform-authz-ttl")
        metadata = try MetadataRule.rules(object)
        homeBasedLifetime = try object.lifetime("hba-ttl", default: homeBasedLifetime)
        if object.has("preauthorize-limit") {
            preauthorizeLimit = Int(try object.integer("preauthorize-limit", in: 0...10_000, default: 5))
        }
        isAwayFromHome = try object.flag("away", default: false)
        resources = try ResourceOverride.overrides(object)
    }

    /// One truth value for both platforms, or one for each; on where nothing is said, unless the provider takes no part in the
    /// platform's single sign-on.
    private static func singleSignOn(_ object: DocumentObject, of provider: Provider) throws -> Set<Platform> {
        let usual: Set<Platform> = provider.boarding == .none ? [] : Set(Platform.allCases)
        guard object.has("sso") else { return usual }
        let value = try object.required("sso")
        if let flag = value.bool { return flag ? Set(Platform.allCases) : [] }
        guard case .object = value else {
            throw DocumentObject.wrongType(object.field("sso"), "true, false, or an object with ios and tvos", value)
        }
        let platforms = try DocumentObject(value, at: object.field("sso"), keys: Platform.allCases.map(\.rawValue))
        return Set(try Platform.allCases.filter { try platforms.flag($0.rawValue, default: usual.contains($0)) })
    }

    /// A lifetime for each platform that is named.
    private static func lifetimes(_ object: DocumentObject, _ key: String) throws -> [Platform: Int64] {
        guard object.has(key) else { return [:] }
        let platforms = try DocumentObject(
            try object.required(key), at: object.field(key), keys: Platform.allCases.map(\.rawValue))
        var lifetimes: [Platform: Int64] = [:]
        for platform in Platform.allCases { lifetimes[platform] = try platforms.lifetime(platform.rawValue) }
        return lifetimes
    }

    private static func member(_ key: String, _ lifetimes: [Platform: Int64]) -> [JSON.Member] {
        guard !lifetimes.isEmpty else { return [] }
        return [
            .init(
                key,
                .object(
                    Platform.allCases.compactMap { platform in
                        lifetimes[platform].map { .init(platform.rawValue, .integer($0)) }
                    }))
        ]
    }

    /// The element of `integrations` that stands for the integration.
    func document(providers: [Provider]) -> JSON {
        var members: [JSON.Member] = [
            .init("requestor", .string(requestor)),
            .init("provider", .string(providers.first { $0.mvpd == mvpd }?.id ?? mvpd)), .init("enabled", .bool(isEnabled)),
            .init("sso", .object(Platform.allCases.map { .init($0.rawValue, .bool(singleSignOn.contains($0))) })),
            .init("degraded", .string(degradation.rawValue)),
        ]
        if let authenticationLifetime { members.append(.init("authn-ttl", .integer(authenticationLifetime))) }
        if let authorizationLifetime { members.append(.init("authz-ttl", .integer(authorizationLifetime))) }
        members += Self.member("platform-authn-ttl", platformAuthenticationLifetimes)
        members += Self.member("platform-authz-ttl", platformAuthorizationLifetimes)
        if let metadata {
            members.append(
                .init("metadata", .object(metadata.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.document) })))
        }
        members.append(.init("hba-ttl", .integer(homeBasedLifetime)))
        if let preauthorizeLimit { members.append(.init("preauthorize-limit", .integer(preauthorizeLimit))) }
        members.append(.init("away", .bool(isAwayFromHome)))
        let overrides = resources.sorted { $0.key < $1.key }
        members.append(.init("resources", .object(overrides.map { .init($0.key, $0.value.document) })))
        return .object(members)
    }
}
