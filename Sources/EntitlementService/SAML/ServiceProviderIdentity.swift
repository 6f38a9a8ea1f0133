import EntitlementCore
import SAML
import Synchronization
import TVWorld

/// The service in its role as a SAML service provider: its metadata and its requests.
public final class ServiceProviderIdentity: Sendable {
    /// The service's entity identifier, which is also the `channel-identifier` of metadata requests.
    public static let entityID = "https://saml.sp.auth.adobe.com"

    private let key: SigningKey
    private let url = Mutex("http://127.0.0.1")

    /// Creates an identity. The URL of the service is unknown until it listens.
    init(key: SigningKey) { self.key = key }

    /// The public URL, or the listening address if none is configured. SAML messages to the service must be addressed to it,
    /// regardless of the request.
    public internal(set) var baseURL: String {
        get { url.withLock { $0 } }
        set { url.withLock { $0 = newValue } }
    }

    /// The URL to which responses are sent.
    public var assertionConsumerServiceURL: String { baseURL + "/sp/saml/SAMLAssertionConsumer" }

    /// The URL to which logout responses are sent.
    public var singleLogoutURL: String { baseURL + "/sp/saml/LogoutServiceHTTPRedirectResponse" }

    /// The service's metadata: `GET /saml/metadata`.
    var metadata: String {
        EntityDescriptor(
            entityID: Self.entityID,
            role: .serviceProvider(
                assertionConsumerServiceURL: assertionConsumerServiceURL, singleLogoutURL: singleLogoutURL),
            certificates: [key.certificate]
        ).xml()
    }

    /// Returns the entity identifier that the service uses at a provider on behalf of a requestor; responses name it as
    /// their audience.
    static func entityID(at provider: Provider, for requestor: String) -> String {
        switch provider.scoping {
        case .requesterID: entityID
        case .issuer: OnBehalfOf.issuer(entityID, requester: requestor)
        }
    }

    /// Returns an AuthnRequest to one of a provider's addresses. It names the requestor and, if another provider replaces this
    /// one, that provider. Users have one name for all requestors, in the service's own namespace.
    private func message(
        _ request: PendingRequest, to provider: Provider, at destination: String, isPassive: Bool = false,
        forceAuthn: Bool = false
    ) -> AuthnRequest {
        let requestor = request.key.requestor
        var message = AuthnRequest(
            id: request.id, issueInstant: request.createdAt / 1_000, issuer: Self.entityID(at: provider, for: requestor),
            destination: destination, assertionConsumerServiceURL: assertionConsumerServiceURL, forceAuthn: forceAuthn,
            isPassive: isPassive, requesterIDs: provider.scoping == .requesterID ? [requestor] : [])
        message.serviceNameQualifier = Self.entityID
        if provider.proxy != nil { message.providers = [ScopedProvider(id: provider.mvpd, name: provider.name)] }
        return message
    }

    /// Returns the payload of a profile request: the signed AuthnRequest, Base64-encoded on one line.
    func payload(of request: PendingRequest, to provider: Provider) throws(SAMLError) -> String {
        Base64.encode(try message(request, to: provider, at: provider.singleSignOnURL).signed(with: key))
    }

    /// Returns the signed AuthnRequest as a document with an XML declaration, Base64-encoded on one line: REST v2's form.
    func document(of request: PendingRequest, to provider: Provider) throws(SAMLError) -> String {
        let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"#
        return Base64.encode(
            declaration + (try message(request, to: provider, at: provider.singleSignOnURL).signed(with: key)))
    }

    /// Returns the login URL of a provider's web pages. The response returns the identifier of the request as `RelayState`.
    func loginURL(
        for request: PendingRequest, to provider: Provider, at descriptor: EntityDescriptor, isPassive: Bool = false,
        forceAuthn: Bool = false
    ) throws(SAMLError) -> String {
        guard case .identityProvider(let destination, _, _) = descriptor.role else {
            throw SAMLError(.invalidMetadata, "an IDPSSODescriptor is required")
        }
        return try message(request, to: provider, at: destination, isPassive: isPassive, forceAuthn: forceAuthn)
            .redirectURL(relayState: request.id, signedWith: key)
    }

    /// Returns the logout URL of a provider's web pages; nil if the provider does not support logout.
    func logoutURL(
        for request: PendingRequest, to provider: Provider, nameID: String, nameIDFormat: String?, sessionIndex: String?,
        at descriptor: EntityDescriptor
    ) throws(SAMLError) -> String? {
        guard case .identityProvider(_, let destination?, _) = descriptor.role else { return nil }
        return try LogoutRequest(
            id: request.id, issueInstant: request.createdAt / 1_000,
            issuer: Self.entityID(at: provider, for: request.key.requestor), destination: destination,
            nameID: nameID, nameQualifier: provider.proxy == nil ? nil : descriptor.entityID,
            nameIDFormat: nameIDFormat ?? NameIDFormat.persistent,
            sessionIndexes: sessionIndex.map { [$0] } ?? [], notOnOrAfter: request.expiresAt / 1_000
        ).redirectURL(relayState: request.id, signedWith: key)
    }
}
