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
