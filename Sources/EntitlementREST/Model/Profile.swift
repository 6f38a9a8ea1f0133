import Foundation
import ServiceAccess

/// A user's sign-in to a provider.
public struct Profile: Sendable, Hashable, Identifiable {
    /// The provider.
    public let mvpd: String
    /// The period of validity.
    public let validity: Validity
    /// The issuer: the provider, `Apple` or `Adobe`.
    public let issuer: String
    /// The origin of the profile.
    public let type: ProfileType
    /// The user metadata by name; `userID` is always present.
    public let attributes: [String: ProfileAttribute]
    /// The profile as received.
    package let json: JSONValue

    /// The provider; a device has one profile for each provider.
    public var id: String { mvpd }

    init(mvpd: String, _ json: JSONValue) throws(EntitlementClientError) {
        let reader = try Reader(json, "the profile of \(mvpd.prefix(100))")
        self.mvpd = mvpd
        self.json = json
        validity = try reader.validity()
        issuer = try reader.text("issuer")
        type = ProfileType(try reader.text("type"))
        var attributes: [String: ProfileAttribute] = [:]
        for (name, value) in try reader.optional("attributes", \.object) ?? [:] {
            attributes[name] = try ProfileAttribute(value)
        }
        self.attributes = attributes
    }

    /// Reads the profiles of an answer.
    static func all(in json: JSONValue) throws(EntitlementClientError) -> [String: Profile] {
        let members = try Reader(json, "the answer").required("profiles", \.object)
        var profiles: [String: Profile] = [:]
        for (mvpd, json) in members { profiles[mvpd] = try Profile(mvpd: mvpd, json) }
        return profiles
    }

    /// Returns whether the profile is valid at a time.
    public func isValid(at time: Date) -> Bool { time < validity.notAfter }

    /// Whether it replaces the user's previous sign-in.
    var isSignIn: Bool { type != .degraded && type != .temporary }
}

/// The stored sign-in of the user.
public struct SignIn: Sendable, Hashable {
    /// The provider that the user chose.
    public internal(set) var mvpd: String
    /// The provider's name, if the configuration was read.
    public internal(set) var displayName: String?
    /// The provider's logo, if the configuration was read.
    public internal(set) var logoURL: URL?
    /// The profile at the last answer of the service; nil if there was none.
    public internal(set) var profile: Profile?
}

/// The origin of a profile.
public struct ProfileType: OpenVocabulary {
    /// A login at the provider.
    public static let regular = Self("regular")
    /// The system account of the device.
    public static let appleSSO = Self("appleSSO")
    /// The identity of the platform, from another app.
    public static let platformSSO = Self("platformSSO")
    /// A service token, from another app or device.
    public static let serviceTokenSSO = Self("serviceTokenSSO")
    /// A degradation rule: every user counts as signed in.
    public static let degraded = Self("degraded")
    /// A temporary pass.
    public static let temporary = Self("temporary")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word }
}

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

/// The period in which something is valid.
public struct Validity: Sendable, Hashable {
    /// The beginning.
    public let notBefore: Date
    /// The end.
    public let notAfter: Date

    /// Creates a period.
    public init(notBefore: Date, notAfter: Date) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}
