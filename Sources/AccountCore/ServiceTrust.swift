/// The service provider whose verification tokens the device's providers accept. Only public data: its SAML metadata.
public struct ServiceTrust: Sendable, Equatable {
    /// The service's entity identifier: the issuer of its tokens and the audience of the answers.
    public var entityID: String
    /// Where it takes SAML responses.
    public var assertionConsumerServiceURL: String
    /// The `EntityDescriptor` as it was given.
    public var metadata: String

    /// A trusted service.
    public init(entityID: String, assertionConsumerServiceURL: String, metadata: String) {
        self.entityID = entityID
        self.assertionConsumerServiceURL = assertionConsumerServiceURL
        self.metadata = metadata
    }
}
