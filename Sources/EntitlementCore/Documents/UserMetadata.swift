import TVWorld

/// The metadata of a user: the `usermetadata` response of REST v1.
public struct UserMetadata: Sendable, Equatable {
    /// The date of the last update, in Unix seconds.
    public var updated: Int64
    /// The values by key.
    public var data: [String: AttributeValue]
    /// The keys whose values are encrypted, in order.
    public var encrypted: [String] = []
    /// The encryption; not nil if any key is encrypted.
    public var encryption: MetadataEncryption?

    /// The keys that the documentation calls sensitive.
    static let sensitiveKeys: Set<String> = ["zip", "encryptedZip"]

    /// Returns the value of an attribute from the strings of a SAML attribute, with the type that the user-metadata table
    /// specifies for the key; `maxRating` is a JSON string.
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
