import Encodings

/// The world document: JSON with the same keys as a scenario file. See docs/world.md.
extension World {
    /// The value of `schema` in a world document.
    public static let documentSchema = "vsa-world/1"

    /// The maximum size of a world document in bytes: 16 MiB.
    public static let documentLimit = 16 << 20

    /// The error for a larger document.
    public static let tooLarge = WorldDocumentError("", "is larger than \(documentLimit >> 20) MiB")

    /// Reads a whole world from the bytes of an untrusted document.
    ///
    /// - Throws: `WorldDocumentError` if the document is not JSON or too large, or for any violation of the format.
    public init(document bytes: [UInt8]) throws {
        guard bytes.count <= Self.documentLimit else { throw Self.tooLarge }
        let value: JSON
        do throws(JSONError) {
            value = try JSON(parsing: bytes)
        } catch {
            let before = bytes.prefix(error.offset)
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
            throw WorldDocumentError("", "is not JSON: \(error.reason) (line \(line), byte \(column))")
        }
        try self.init(document: value)
    }

    /// Reads a whole world from an untrusted document. Elements that are not listed do not exist; missing members have the
    /// default of the types' initializers.
    ///
    /// - Parameter isStored: Whether it was stored, and may be one that only an earlier version accepted.
    /// - Throws: `WorldDocumentError` for any violation of the format, including references to missing elements.
    public init(document value: JSON, isStored: Bool = false) throws(WorldDocumentError) {
        let problems = DocumentProblems(isStored: isStored)
        let root = DocumentObject(value, at: "", keys: ["schema"] + Self.documentKeys, in: problems)
        root.require(schema: Self.documentSchema)
        self.init(root)
        if let first = problems.errors.first { throw first }
    }

    /// All keys of a world document except `schema`.
    static let documentKeys = [
        "region", "supported-regions", "providers", "subscribers", "requestors", "integrations", "temp-pass", "resources",
    ]

    /// Reads the members of a document that describe a world.
    init(_ root: DocumentObject) {
        let problems = root.problems
        let region = root.text("region", .region, default: "US")
        self.init(region: region, supportedRegions: root.texts("supported-regions", .region, default: [region]))
        readProviders(root)
        let known = platformProviderIDs
        let subscribers = root.read("subscribers", keys: Subscriber.documentKeys) { Subscriber($0, providers: known) }
        self.subscribers = subscribers.compactMap(\.value)
        // Pairs as lists: a separator could also occur in the values.
        problems.requireUnique(subscribers, "username") { [$0.provider, $0.username] }
        problems.requireUnique(subscribers, "attributes.userID") { [$0.provider, $0.userID] }
        let requestors = root.read("requestors", keys: Requestor.documentKeys) { Requestor($0) }
        self.requestors = requestors.compactMap(\.value)
        problems.requireUnique(requestors, "id") { $0.id.isEmpty ? nil : $0.id }
        let integrations = root.read("integrations", keys: Integration.documentKeys) { Integration($0, of: self) }
        self.integrations = integrations.compactMap(\.value)
        problems.requireUnique(integrations, "provider") { [$0.requestor, $0.mvpd] }
        let passes = root.read("temp-pass", keys: TemporaryPass.documentKeys) { TemporaryPass($0, of: self) }
        temporaryPasses = passes.compactMap(\.value)
        problems.requireUnique(passes, "mvpd") { [$0.requestor, $0.mvpd] }
        resources = Self.resources(of: root, subscribers)
    }

    private mutating func readProviders(_ root: DocumentObject) {
        let providers = root.read("providers", keys: Provider.documentKeys, renamed: Provider.renamedKeys) { Provider($0) }
        self.providers = providers.compactMap(\.value)
        root.problems.requireUnique(providers, "id") { $0.id.isEmpty ? nil : $0.id }
        // Duplicate identifiers have already been reported.
        var seen: Set<String> = []
        root.problems.requireUnique(providers, "mvpd") { $0.mvpd.isEmpty || !seen.insert($0.id).inserted ? nil : $0.mvpd }
    }

    /// Returns the listed resources, or else all resources of the subscribers' channels, in that order.
    private static func resources(
        of root: DocumentObject, _ subscribers: [(path: String, value: Subscriber?)]
    ) -> [String] {
        guard root.has("resources") else {
            var seen: Set<String> = []
            return subscribers.flatMap { $0.value?.channels ?? [] }.filter { seen.insert($0).inserted }
        }
        let resources = root.texts("resources", .resource)
        let known = Set(resources)
        for (path, subscriber) in subscribers {
            for (place, channel) in (subscriber?.channels ?? []).enumerated() where !known.contains(channel) {
                root.problems.report(
                    dangling: .unknown("\(path).channels[\(place)]", "the resource", channel, known: resources))
            }
        }
        return resources
    }

    /// The world's document; reading it returns an equal world.
    public var document: JSON {
        [
            "schema": .string(Self.documentSchema), "region": .string(region), "supported-regions": .strings(supportedRegions),
            "providers": .array(providers.map(\.document)), "subscribers": .array(subscribers.map(\.document)),
            "requestors": .array(requestors.map(\.document)),
            "integrations": .array(integrations.map { $0.document(providers: providers) }),
            "temp-pass": .array(temporaryPasses.map(\.document)), "resources": .strings(resources),
        ]
    }
}

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
