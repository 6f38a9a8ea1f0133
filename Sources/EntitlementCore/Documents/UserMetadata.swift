import TVWorld

/// What the service tells about a user: the `usermetadata` answer of REST v1.
public struct UserMetadata: Sendable, Equatable {
    /// When it was last set, in Unix seconds.
    public var updated: Int64
    /// The values by key.
    public var data: [String: AttributeValue]
    /// The keys whose values leave the service encrypted, in order.
    public var encrypted: [String] = []
    /// With what; there is one if any key is encrypted.
    public var encryption: MetadataEncryption?

    /// The keys that the documents call sensitive.
    static let sensitiveKeys: Set<String> = ["zip", "encryptedZip"]

    /// The value of an attribute, from the texts of a SAML attribute, in the type that the user-metadata table gives the key;
    /// `maxRating` comes as JSON text.
    public static func value(of key: String, texts: [String]) -> AttributeValue {
        let text = texts.first ?? ""
        switch key {
        case "zip", "channelID", "authorized_resources": return .list(texts)
        case "hba_status", "allowMirroring", "onNet", "inHome":
            return ["true": .flag(true), "false": .flag(false)][text.lowercased()] ?? .text(text)
        case "maxRating":
            guard case .object(let members)? = try? JSON(parsing: text.utf8) else { return .text(text) }
            return .map(
                Dictionary(uniqueKeysWithValues: members.compactMap { member in member.value.text.map { (member.key, $0) } }))
        default: return texts.count > 1 ? .list(texts) : .text(text)
        }
    }
}
