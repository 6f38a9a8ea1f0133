/// The SAML metadata of a trusted provider.
public struct ProviderMetadata: StoredRecord, Identifiable {
    public static let table = "provider"
    public static let isConfiguration = true
    public static let survivesReset = true

    /// The provider's platform identifier.
    public var id: String
    /// Its entity descriptor.
    public var xml: String

    /// Creates the metadata of a provider.
    public init(id: String, xml: String) {
        self.id = id
        self.xml = xml
    }

    public var recordKey: String { id }
}
