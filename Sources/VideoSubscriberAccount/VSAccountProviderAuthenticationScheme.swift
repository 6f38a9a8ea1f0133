/// The form of a provider's response. Mirrors `VSAccountProviderAuthenticationScheme` of VideoSubscriberAccount, including its
/// raw values.
public struct VSAccountProviderAuthenticationScheme: RawRepresentable, Hashable, Sendable {
    /// The scheme's name.
    public let rawValue: String

    /// Creates a scheme with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a scheme with a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A SAML response, raw value `SAML`.
    public static let saml = VSAccountProviderAuthenticationScheme(rawValue: "SAML")
    /// A provider-defined response, raw value `API`.
    public static let api = VSAccountProviderAuthenticationScheme(rawValue: "API")
}
