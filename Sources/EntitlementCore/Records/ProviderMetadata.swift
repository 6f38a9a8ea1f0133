/// The SAML metadata of a trusted provider.
public struct ProviderMetadata: StoredRecord, Identifiable {
    public static let table = "provider"
    public static let isConfiguration = true
    public static let survivesReset = true

    /// The provider's platform identifier.
    public var id: String
    /// Its entity descriptor.
    public var xml: String
}
