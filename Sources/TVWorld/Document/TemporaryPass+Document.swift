extension TemporaryPass {
    /// Reads an element of `temp-pass` of a world that has its providers, requestors and integrations.
    init(_ value: JSON, at path: String, of world: World) throws {
        let object = try DocumentObject(
            value, at: path, keys: ["requestor", "mvpd", "kind", "ttl", "resources", "key"])
        let requestor = try object.text("requestor", .plain)
        guard world.requestor(id: requestor) != nil else {
            throw WorldDocumentError.unknown(
                object.field("requestor"), "the requestor", requestor, known: world.requestors.map(\.id))
        }
        let mvpd = try object.text("mvpd", .plain)
        let known = world.providers.filter { provider in
            provider.isTemporaryPass && world.integration(requestor: requestor, mvpd: provider.mvpd) != nil
        }.map(\.mvpd)
        guard known.contains(mvpd) else {
            throw WorldDocumentError.unknown(object.field("mvpd"), "the requestor's temporary pass", mvpd, known: known)
        }
        self.init(requestor: requestor, mvpd: mvpd, kind: try object.choice("kind", default: Kind.basic))
        lifetime = try object.lifetime("ttl", default: lifetime)
        for key in ["resources", "key"] where kind == .basic && object.has(key) {
            throw WorldDocumentError(object.field(key), "is for promotional passes; this one is basic")
        }
        if object.has("resources") { resourceLimit = Int(try object.integer("resources", in: 1...1_000, default: 1)) }
        identityKey = try object.text("key", .identifier, default: identityKey)
    }

    /// The element of `temp-pass` that stands for the pass.
    var document: JSON {
        var members: [JSON.Member] = [
            .init("requestor", .string(requestor)), .init("mvpd", .string(mvpd)), .init("kind", .string(kind.rawValue)),
            .init("ttl", .integer(lifetime)),
        ]
        if kind == .promotional {
            if let resourceLimit { members.append(.init("resources", .integer(resourceLimit))) }
            members.append(.init("key", .string(identityKey)))
        }
        return .object(members)
    }
}
