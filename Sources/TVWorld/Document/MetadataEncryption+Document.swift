extension MetadataEncryption {
    /// Reads the member `metadata-encryption` of a requestor; nil when there is none.
    init?(_ requestor: DocumentObject) throws {
        guard requestor.has("metadata-encryption") else { return nil }
        let object = try DocumentObject(
            requestor.required("metadata-encryption"), at: requestor.field("metadata-encryption"),
            keys: ["certificate", "padding"])
        self.init(
            certificate: try object.text("certificate", .certificate),
            padding: try object.choice("padding", default: Padding.pkcs1))
    }

    /// The member that stands for it.
    var document: JSON {
        .object([.init("certificate", .string(certificate)), .init("padding", .string(padding.rawValue))])
    }
}

extension MetadataRule {
    /// Reads the member `metadata` of an integration: an object with a rule for each key; nil when there is none.
    static func rules(_ integration: DocumentObject) throws -> [String: MetadataRule]? {
        guard integration.has("metadata") else { return nil }
        let path = integration.field("metadata")
        let value = try integration.required("metadata")
        guard case .object(let members) = value else { throw DocumentObject.wrongType(path, "an object", value) }
        var rules: [String: MetadataRule] = [:]
        for member in members {
            let key = try DocumentObject.text(.string(member.key), .identifier, at: path)
            let object = try DocumentObject(member.value, at: "\(path).\(key)", keys: ["enabled", "encrypted"])
            rules[key] = MetadataRule(
                isEnabled: try object.flag("enabled", default: true),
                isEncrypted: object.has("encrypted") ? try object.flag("encrypted", default: false) : nil)
        }
        return rules
    }

    /// The rule in the member `metadata`.
    var document: JSON {
        var members: [JSON.Member] = [.init("enabled", .bool(isEnabled))]
        if let isEncrypted { members.append(.init("encrypted", .bool(isEncrypted))) }
        return .object(members)
    }
}
