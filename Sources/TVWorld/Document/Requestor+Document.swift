extension Requestor {
    private static let documentKeys = [
        "id", "name", "domains", "custom-schemes", "authn-ttl", "authz-ttl", "media-ttl", "enhanced-errors", "denial-limit",
        "device-id-metadata", "metadata-encryption", "default-redirect-url",
    ]

    /// Reads an element of `requestors`.
    init(_ value: JSON, at path: String) throws {
        let object = try DocumentObject(value, at: path, keys: Self.documentKeys)
        let id = try object.text("id", .identifier)
        // The configuration's path ends with it, where .json and .xml ask for a format.
        guard ![".json", ".xml"].contains(where: id.lowercased().hasSuffix) else {
            throw WorldDocumentError(
                object.field("id"), "must not end with .json or .xml, as does \(WorldDocumentError.quoted(id))")
        }
        self.init(
            id: id, name: try object.text("name", .plain, default: id), domains: try object.texts("domains", .identifier),
            customSchemes: try object.texts("custom-schemes", .scheme))
        authenticationLifetime = try object.lifetime("authn-ttl", default: authenticationLifetime)
        authorizationLifetime = try object.lifetime("authz-ttl", default: authorizationLifetime)
        mediaTokenLifetime = try object.lifetime("media-ttl", default: mediaTokenLifetime)
        hasEnhancedErrors = try object.flag("enhanced-errors", default: hasEnhancedErrors)
        tellsDeviceID = try object.flag("device-id-metadata", default: tellsDeviceID)
        metadataEncryption = try MetadataEncryption(object)
        if object.has("default-redirect-url") { defaultRedirectURL = try object.text("default-redirect-url", .url) }
        if object.has("denial-limit") {
            let limit = try DocumentObject(
                object.required("denial-limit"), at: object.field("denial-limit"), keys: ["count", "per"])
            denialLimit = Int(try limit.integer("count", in: 1...1_000_000, default: Int64(denialLimit)))
            denialPeriod = try limit.lifetime("per", default: denialPeriod)
        }
    }

    /// The element of `requestors` that stands for the requestor.
    var document: JSON {
        var members: [JSON.Member] = [
            .init("id", .string(id)), .init("name", .string(name)), .init("domains", .strings(domains)),
            .init("custom-schemes", .strings(customSchemes)), .init("authn-ttl", .integer(authenticationLifetime)),
            .init("authz-ttl", .integer(authorizationLifetime)), .init("media-ttl", .integer(mediaTokenLifetime)),
            .init("enhanced-errors", .bool(hasEnhancedErrors)),
            .init("denial-limit", .object([.init("count", .integer(denialLimit)), .init("per", .integer(denialPeriod))])),
            .init("device-id-metadata", .bool(tellsDeviceID)),
        ]
        if let metadataEncryption { members.append(.init("metadata-encryption", metadataEncryption.document)) }
        if let defaultRedirectURL { members.append(.init("default-redirect-url", .string(defaultRedirectURL))) }
        return .object(members)
    }
}
