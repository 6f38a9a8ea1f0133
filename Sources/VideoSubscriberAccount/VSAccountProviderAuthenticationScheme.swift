/// The form of a provider's answer. Mirrors `VSAccountProviderAuthenticationScheme` of VideoSubscriberAccount, raw values
/// included.
public struct VSAccountProviderAuthenticationScheme: RawRepresentable, Hashable, Sendable {
    /// The scheme's name.
    public let rawValue: String

    /// The scheme with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The scheme with a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A SAML response, raw value `SAML`.
    public static let saml = VSAccountProviderAuthenticationScheme(rawValue: "SAML")
    /// A provider-defined answer, raw value `API`.
    public static let api = VSAccountProviderAuthenticationScheme(rawValue: "API")
}
