/// The world document: JSON with the keys that a scenario file has for the same things. docs/world.md describes it.
extension World {
    /// The value of `schema` in a world document.
    public static let documentSchema = "vsa-world/1"

    /// The most bytes that a world document may have: 16 MiB.
    public static let documentLimit = 16 << 20

    /// Reads a whole world from the bytes of a document that nobody trusts. What it does not name does not exist, or has the
    /// default of the types' initializers.
    ///
    /// - Throws: `WorldDocumentError` for anything that is not as the format says, references to nothing included.
    public init(document bytes: [UInt8]) throws {
        guard bytes.count <= Self.documentLimit else {
            throw WorldDocumentError("", "is larger than \(Self.documentLimit >> 20) MiB")
        }
        let value: JSON
        do throws(JSONError) {
            value = try JSON(parsing: bytes)
        } catch {
            let before = bytes.prefix(error.offset)
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
            throw WorldDocumentError("", "is no JSON: \(error.reason) (line \(line), byte \(column))")
        }
        try self.init(document: value)
    }

    private init(document value: JSON) throws {
        let root = try DocumentObject(
            value, at: "",
            keys: [
                "schema", "region", "supported-regions", "providers", "subscribers", "requestors", "integrations", "temp-pass",
                "resources",
            ])
        guard try root.required("schema").text == Self.documentSchema else {
            throw DocumentObject.wrongType("schema", WorldDocumentError.quoted(Self.documentSchema), try root.required("schema"))
        }
        let region = try root.text("region", .region, default: "US")
        self.init(region: region, supportedRegions: try root.texts("supported-regions", .region, default: [region]))
        providers = try root.elements("providers").map { try Provider($0.value, at: $0.path) }
        try Self.requireUnique(providers.map(\.id), "providers", "id")
        try Self.requireUnique(providers.map(\.mvpd), "providers", "mvpd")
        let subscribers = try root.elements("subscribers").map { try Subscriber($0.value, at: $0.path, of: self) }
        self.subscribers = subscribers
        // Pairs as JSON lists: no separator can be mistaken for a part of them.
        try Self.requireUnique(subscribers.map { [$0.provider, $0.username] }, "subscribers", "username")
        try Self.requireUnique(subscribers.map { [$0.provider, $0.userID] }, "subscribers", "attributes.userID")
        requestors = try root.elements("requestors").map { try Requestor($0.value, at: $0.path) }
        try Self.requireUnique(requestors.map(\.id), "requestors", "id")
        integrations = try root.elements("integrations").map { try Integration($0.value, at: $0.path, of: self) }
        try Self.requireUnique(integrations.map { [$0.requestor, $0.mvpd] }, "integrations", "provider")
        temporaryPasses = try root.elements("temp-pass").map { try TemporaryPass($0.value, at: $0.path, of: self) }
        try Self.requireUnique(temporaryPasses.map { [$0.requestor, $0.mvpd] }, "temp-pass", "mvpd")
        resources = try resources(of: root)
    }

    /// The resources that are named, else all that somebody subscribes to, in that order.
    private func resources(of root: DocumentObject) throws -> [String] {
        guard root.has("resources") else {
            var seen: Set<String> = []
            return subscribers.flatMap(\.channels).filter { seen.insert($0).inserted }
        }
        let resources = try root.texts("resources", .resource)
        let known = Set(resources)
        for (index, subscriber) in subscribers.enumerated() {
            for (place, channel) in subscriber.channels.enumerated() where !known.contains(channel) {
                throw WorldDocumentError.unknown(
                    "subscribers[\(index)].channels[\(place)]", "the resource", channel, known: resources)
            }
        }
        return resources
    }

    private static func requireUnique<Key: Hashable>(_ keys: [Key], _ list: String, _ key: String) throws {
        var first: [Key: Int] = [:]
        for (index, value) in keys.enumerated() {
            if let other = first.updateValue(index, forKey: value) {
                throw WorldDocumentError("\(list)[\(index)].\(key)", "is the same as that of \(list)[\(other)]")
            }
        }
    }
}

extension World {
    /// The document that stands for the world; reading it gives an equal world.
    public var document: JSON {
        .object([
            .init("schema", .string(Self.documentSchema)), .init("region", .string(region)),
            .init("supported-regions", .strings(supportedRegions)), .init("providers", .array(providers.map(\.document))),
            .init("subscribers", .array(subscribers.map(\.document))),
            .init("requestors", .array(requestors.map(\.document))),
            .init("integrations", .array(integrations.map { $0.document(providers: providers) })),
            .init("temp-pass", .array(temporaryPasses.map(\.document))), .init("resources", .strings(resources)),
        ])
    }
}
