extension TemporaryPass {
    static let documentKeys = ["requestor", "mvpd", "kind", "ttl"] + promotionalKeys

    /// The keys that only promotional passes have.
    static let promotionalKeys = ["resources", "key"]

    /// Reads an element of `temp-pass` of a world with providers, requestors and integrations; nil if it refers to unknown
    /// ones.
    init?(_ object: DocumentObject, of world: World) {
        let requestor = object.reference("requestor", .plain, to: "the requestor", known: world.requestors.map(\.id))
        let known = world.providers.filter { provider in
            provider.isTemporaryPass
                && (requestor == nil || world.integration(requestor: requestor ?? "", mvpd: provider.mvpd) != nil)
        }.map(\.mvpd)
        let mvpd = object.reference("mvpd", .plain, to: "the requestor's temporary pass", known: known)
        self.init(requestor: requestor ?? "", mvpd: mvpd ?? "", kind: object.choice("kind", default: Kind.basic))
        lifetime = object.lifetime("ttl") ?? lifetime
        // A kind that is not known may have been intended to be promotional.
        let isBasic = [nil, .string(Kind.basic.rawValue)].contains(object["kind"])
        for key in Self.promotionalKeys where isBasic && object.has(key) {
            object.report(key, "is for promotional passes; this one is basic")
        }
        resourceLimit = object.integer("resources", in: 1...1_000).map { Int($0) }
        identityKey = object.text("key", .identifier, default: identityKey)
        if requestor == nil || mvpd == nil { return nil }
    }

    var document: JSON {
        let isPromotional = kind == .promotional
        return .filled([
            "requestor": .string(requestor), "mvpd": .string(mvpd), "kind": .string(kind.rawValue), "ttl": .integer(lifetime),
            "resources": isPromotional ? resourceLimit.map { JSON.integer($0) } : nil,
            "key": isPromotional ? .string(identityKey) : nil,
        ])
    }
}
