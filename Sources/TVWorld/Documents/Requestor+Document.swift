extension Requestor {
    static let documentKeys = [
        "id", "name", "domains", "custom-schemes", "authn-ttl", "authz-ttl", "media-ttl", "enhanced-errors", "denial-limit",
        "device-id-metadata", "metadata-encryption", "default-redirect-url", "profiles",
    ]

    static let denialLimitKeys = ["count", "per"]

    /// Reads an element of `requestors`.
    init(_ object: DocumentObject) {
        let id = object.text("id", .identifier)
        // The identifier is the last part of the configuration's path, where .json and .xml select a format.
        if [".json", ".xml"].contains(where: id.lowercased().hasSuffix) {
            object.report("id", "must not end with .json or .xml, as does \(WorldDocumentError.quoted(id))")
        }
        let isStored = object.problems.isStored
        self.init(
            id: id, name: object.text("name", .plain, default: id),
            domains: object.texts("domains", isStored ? .identifier : .domain, ignoringCase: !isStored),
            customSchemes: object.texts("custom-schemes", isStored ? .scheme : .appScheme, ignoringCase: !isStored))
        (authenticationLifetime, platformAuthenticationLifetimes) = Platform.lifetimes(
            object, "authn-ttl", default: authenticationLifetime)
        (authorizationLifetime, platformAuthorizationLifetimes) = Platform.lifetimes(
            object, "authz-ttl", default: authorizationLifetime)
        mediaTokenLifetime = object.lifetime("media-ttl") ?? mediaTokenLifetime
        if mediaTokenLifetime > Self.longestMediaTokenLifetime { object.report("media-ttl", "takes at most 365d") }
        hasEnhancedErrors = object.flag("enhanced-errors", default: hasEnhancedErrors)
        tellsDeviceID = object.flag("device-id-metadata", default: tellsDeviceID)
        metadataEncryption = MetadataEncryption(object)
        defaultRedirectURL = object.optionalText("default-redirect-url", isStored ? .url : .redirectURL)
        if let limit = object.object("denial-limit", keys: Self.denialLimitKeys) {
            denialLimit = Int(limit.integer("count", in: Self.denialLimits) ?? Int64(denialLimit))
            denialPeriod = limit.lifetime("per") ?? denialPeriod
        }
        // The dashboard's profiles have no settings here; the key accepts only the empty object.
        _ = object.object("profiles", keys: [])
    }

    var document: JSON {
        .filled([
            "id": .string(id), "name": .string(name), "domains": .strings(domains), "custom-schemes": .strings(customSchemes),
            "authn-ttl": Platform.document(authenticationLifetime, platformAuthenticationLifetimes),
            "authz-ttl": Platform.document(authorizationLifetime, platformAuthorizationLifetimes),
            "media-ttl": .integer(mediaTokenLifetime), "enhanced-errors": .bool(hasEnhancedErrors),
            "denial-limit": .filled(["count": .integer(denialLimit), "per": .integer(denialPeriod)]),
            "device-id-metadata": .bool(tellsDeviceID), "metadata-encryption": metadataEncryption?.document,
            "default-redirect-url": defaultRedirectURL.map { .string($0) },
        ])
    }
}

extension MetadataEncryption {
    static let documentKeys = ["certificate", "padding", "fields"]

    /// The value of `certificate` for no encryption.
    package static let noCertificate = "none"

    /// Reads the member `metadata-encryption` of a requestor; nil if it is missing, or its certificate is `none`.
    init?(_ requestor: DocumentObject) {
        guard let object = requestor.object("metadata-encryption", keys: Self.documentKeys) else { return nil }
        self.init(
            certificate: object.text("certificate", .certificate), padding: object.choice("padding", default: Padding.pkcs1))
        if object.has("fields") { fields = object.texts("fields", .identifier) }
        if certificate == Self.noCertificate { return nil }
    }

    var document: JSON {
        .filled([
            "certificate": .string(certificate), "padding": .string(padding.rawValue), "fields": fields.map { .strings($0) },
        ])
    }
}
