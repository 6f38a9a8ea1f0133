/// The service provider whose verification tokens the device's providers accept. It consists of public data: its SAML metadata.
public struct ServiceTrust: Sendable, Equatable {
    /// The service's entity identifier: the issuer of its tokens and the audience of responses.
    public var entityID: String
    /// The address at which the service accepts SAML responses.
    public var assertionConsumerServiceURL: String
    /// The `EntityDescriptor` as received.
    public var metadata: String

    /// Creates a trusted service.
    public init(entityID: String, assertionConsumerServiceURL: String, metadata: String) {
        self.entityID = entityID
        self.assertionConsumerServiceURL = assertionConsumerServiceURL
        self.metadata = metadata
    }
}
