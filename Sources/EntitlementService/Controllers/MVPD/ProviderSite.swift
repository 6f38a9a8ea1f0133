import EntitlementCore
import Hummingbird
import SAML
import TVWorld

/// A provider's web pages: their addresses, and the provider's SAML identifiers.
struct ProviderSite: Sendable, Equatable {
    let provider: Provider
    /// The service's URL, the base of the provider's pages.
    let baseURL: String

    /// The path of all its pages, and of its cookie.
    var path: String { "/mvpd/\(provider.id)" }
    /// The cookie of a browser that logged in.
    var cookieName: String { Cookie.name("vsasim_mvpd_\(provider.id)", at: baseURL) }
    /// Its SAML entity identifier, the URL of its metadata. It differs from that of the same provider on the device.
    var entityID: String { "\(baseURL)\(path)/saml/metadata" }
    /// The address for AuthnRequests.
    var singleSignOnURL: String { "\(baseURL)\(path)/saml/sso" }
    /// The address for LogoutRequests.
    var singleLogoutURL: String { "\(baseURL)\(path)/saml/slo" }
    var logoPath: String { "\(path)/logo.svg" }
    /// The purpose of its forms, for their tokens.
    var formPurpose: String { "login at \(provider.id)" }

    func metadata(_ certificate: Certificate) -> String {
        EntityDescriptor(
            entityID: entityID,
            role: .identityProvider(
                singleSignOnURL: singleSignOnURL, singleLogoutURL: provider.hasSingleLogout ? singleLogoutURL : nil,
                binding: .redirect),
            certificates: [certificate]
        ).xml()
    }
}

/// The web pages of all providers, as known to the service and the providers.
struct ProviderSites: Sendable {
    let engine: EntitlementEngine
    let identity: ServiceProviderIdentity
    let keys: ProviderKeys
    /// The parsed metadata of the service and the providers.
    let descriptors: RememberedResults<String, EntityDescriptor>

    func site(of provider: Provider) -> ProviderSite { ProviderSite(provider: provider, baseURL: identity.baseURL) }

    func key(of site: ProviderSite) async throws -> SigningKey {
        try await keys.key(of: site.provider, now: engine.clock.seconds())
    }

    /// Returns the public metadata of a provider's web pages, which is all that the service, as SAML service provider, knows
    /// about them.
    func descriptor(of provider: Provider) async throws -> EntityDescriptor {
        let site = site(of: provider)
        let metadata = site.metadata(try await key(of: site).certificate)
        return try descriptors.result(for: metadata, EntityDescriptor.init(xml:))
    }

    /// Sends a browser to a provider's login page, with a request of the service that is recorded in the journal.
    func redirect(
        with request: PendingRequest, to provider: Provider, isPassive: Bool = false, forceAuthn: Bool = false, for call: APICall
    ) async throws -> Response {
        let url = try identity.loginURL(
            for: request, to: provider, at: try await descriptor(of: provider), isPassive: isPassive, forceAuthn: forceAuthn)
        engine.note("AuthnRequest", .sent, provider, in: url, requestID: call.requestID)
        return .redirect(to: url)
    }
}
