import EntitlementCore
import SAML
import Synchronization
import TVWorld

/// The service in its role as SAML service provider: its metadata, its requests.
public final class ServiceProviderIdentity: Sendable {
    /// The service's entity identifier, which is also the `channel-identifier` of metadata requests.
    public static let entityID = "https://saml.sp.auth.adobe.com"

    private let key: SigningKey
    private let url: Mutex<String>

    /// An identity; the service's URL is not known before it listens.
    init(key: SigningKey, baseURL: String = "http://127.0.0.1") {
        self.key = key
        url = Mutex(baseURL)
    }

    /// Where the service is reached.
    public var baseURL: String {
        get { url.withLock { $0 } }
        set { url.withLock { $0 = newValue } }
    }

    /// Where responses are addressed to.
    public var assertionConsumerServiceURL: String { baseURL + "/sp/saml/SAMLAssertionConsumer" }

    /// The service's metadata: `GET /saml/metadata`.
    var metadata: String {
        EntityDescriptor(
            entityID: Self.entityID,
            role: .serviceProvider(assertionConsumerServiceURL: assertionConsumerServiceURL),
            certificates: [key.certificate]
        ).xml()
    }

    /// The payload of a profile request: the signed AuthnRequest in Base64, one line.
    func payload(of request: PendingRequest, to provider: Provider) throws(SAMLError) -> String {
        let message = AuthnRequest(
            id: request.id, issueInstant: request.createdAt / 1_000, issuer: Self.entityID,
            destination: provider.singleSignOnURL, assertionConsumerServiceURL: assertionConsumerServiceURL,
            requesterIDs: [request.key.requestor])
        return Base64.encode(try message.signed(with: key))
    }
}
