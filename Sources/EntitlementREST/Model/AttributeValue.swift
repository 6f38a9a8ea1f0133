import ServiceAccess

/// The value of a profile's attribute.
public enum AttributeValue: Sendable, Hashable {
    /// A string.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A Boolean.
    case flag(Bool)
    /// A list.
    case list([AttributeValue])
    /// A map.
    case map([String: AttributeValue])

    /// The string.
    public var text: String? { if case .text(let text) = self { text } else { nil } }

    /// Creates a value from JSON; nil for null.
    init?(_ json: JSONValue) {
        switch json {
        case .null: return nil
        case .flag(let flag): self = .flag(flag)
        case .integer(let integer): self = .integer(integer)
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .list(let list): self = .list(list.compactMap(AttributeValue.init))
        case .object(let object): self = .map(object.compactMapValues(AttributeValue.init))
        }
    }
}

/// An attribute of a profile: user metadata.
public struct ProfileAttribute: Sendable, Hashable {
    /// The value; nil if the service could not provide it. Encrypted values are Base64.
    public let value: AttributeValue?
    /// Whether the value is encrypted for the programmer's key.
    public let isEncrypted: Bool
    /// The reason for the missing value.
    public let error: ErrorCode?

    init(_ json: JSONValue) throws(EntitlementClientError) {
        let reader = try Reader(json, "an attribute")
        value = json["value"].flatMap(AttributeValue.init)
        isEncrypted = try reader.optionalText("state") == "enc"
        // A code in some answers, an error object in others.
        error = try reader.optional("error") { ($0.text ?? $0["code"]?.text).map(ErrorCode.init) }
    }
}
