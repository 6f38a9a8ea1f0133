import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import SAML
import TVWorld

/// The web pages of providers. They act in a provider's role: the provider knows subscribers and signs with its own key, and all
/// that it knows about the service is its metadata.
struct ProviderController: Sendable {
    let engine: EntitlementEngine
    let verification: MessageVerification
    let sites: ProviderSites
    let forms: FormGuard
    let loginThrottle: GuessThrottle
    let listsTestUsers: Bool

    var routes: [Route] {
        [
            Route(.get, "/mvpd/{provider}/saml/sso", audience: .browser, fault: .providerPages) {
                try await showLogin($0)
            }.withoutHead(),
            Route(.post, "/mvpd/{provider}/saml/sso", audience: .browser, fault: .providerPages) { try await submitLogin($0) },
            Route(.get, "/mvpd/{provider}/saml/slo", audience: .browser, fault: .providerPages) {
                try await logOutAtProvider($0)
            }.withoutHead(),
            Route(.get, "/mvpd/{provider}/saml/metadata", audience: .browser, fault: .providerPages) { call in
                let site = try site(call)
                return .content(.ok, "application/samlmetadata+xml", site.metadata(try await sites.key(of: site).certificate))
            },
            Route(.get, "/mvpd/{provider}/logo.svg", audience: .browser, fault: .providerPages) { call in
                var response = Response.svg(ProviderLook(of: try site(call).provider).logo)
                response.headers[.cacheControl] = "public, max-age=3600"
                return response
            },
        ]
    }

    /// Returns the provider of a call's path.
    func site(_ call: APICall) throws(ServiceError) -> ProviderSite {
        let id = call.part("provider")
        guard let provider = engine.read({ $0.world.provider(id: id) }), !provider.isTemporaryPass else {
            throw ServiceError.page(
                .notFound, "Unknown TV provider", "The URL of this page contains a TV provider that does not exist.",
                "Go back to the app and choose a TV provider there.")
        }
        return sites.site(of: provider)
    }

    /// Reads a message that the service sent to one of a provider's addresses.
    ///
    /// - Parameters:
    ///   - kind: The kind of message, for the log.
    ///   - read: Verifies the message, with the service's metadata, which is public and all that a provider needs to know about
    ///     the service.
    /// - Throws: ``ServiceError`` with a page if the message cannot be accepted.
    func read<Message: Sendable>(
        _ kind: String, at address: String, of site: ProviderSite, in call: APICall,
        _ read: @escaping @Sendable (EntityDescriptor, RequestPolicy) throws -> Message
    ) async throws -> Message {
        do {
            let service = try sites.descriptors.result(for: sites.identity.metadata, EntityDescriptor.init(xml:))
            // Users may leave a login page open for a while before they enter anything.
            var policy = RequestPolicy(
                now: engine.clock.seconds(), maximumAge: PendingRequest.webLifetime / 1_000, expectedIssuer: service.entityID,
                expectedDestination: address)
            policy.takesOnBehalfOf = site.provider.scoping == .issuer
            return try await verification.perform { [policy] in try read(service, policy) }
        } catch let error as SAMLError {
            call.logger.notice("\(kind) rejected", metadata: ["provider": "\(site.provider.id)", "reason": "\(error)"])
            throw refusal(error, at: site)
        }
    }

    /// Returns the refusal of a message that cannot be accepted.
    private func refusal(_ error: SAMLError, at site: ProviderSite) -> ServiceError {
        let name = site.provider.name
        var page =
            switch error.code {
            case .tooOld:
                ErrorPage(
                    title: "This login has expired",
                    paragraphs: [
                        "The app's request to \(name) is too old.",
                        "Go back to the app and start again, or get a new code on your TV.",
                    ],
                    // The request does not show whether an app or a TV waits for the login.
                    links: [.init(label: "Enter a code", address: "/activate")])
            case .missingField:
                ErrorPage(
                    title: "This page is opened by an app",
                    paragraphs: [
                        "\(name) logs you in or out when an app or your TV requests it.",
                        "Start in the app: choose \(name) as your TV provider there, or log out.",
                    ])
            default:
                ErrorPage(
                    title: "This link cannot be used",
                    paragraphs: [
                        "\(name) did not accept the request: it was modified, or comes from another sender.",
                        "Go back to the app and start again. (\(error.code.rawValue))",
                    ])
            }
        page.look = ProviderLook(of: site.provider).bodyClass
        page.logo = site.logoPath
        return ServiceError(.badRequest, page)
    }

    private func logOutAtProvider(_ call: APICall) async throws -> Response {
        let site = try site(call)
        guard site.provider.hasSingleLogout else {
            throw ServiceError.page(
                .notFound, "Logout not supported", "\(site.provider.name) does not end its session when an app requests it.",
                "Close the browser to be logged out, then go back to the app.")
        }
        let (request, destination) = try await read("logout request", at: site.singleLogoutURL, of: site, in: call) {
            service, policy in
            guard case .serviceProvider(_, let destination?) = service.role else {
                throw SAMLError(.invalidMetadata, "the service has no SingleLogoutService")
            }
            let query = call.request.uri.query ?? ""
            return (try LogoutRequest.verify(query: query, certificates: service.certificates, policy: policy), destination)
        }
        _ = try await engine.send(
            .closeLoginSession(
                provider: site.provider.id, nameID: request.message.nameID, sessionIndexes: request.message.sessionIndexes,
                cookieDigest: call.cookie(site.cookieName).map { hexadecimal(sha256($0)) }),
            requestID: call.requestID)
        // A session that has already ended also counts as success.
        let answer = LogoutResponse(
            id: "_" + engine.random.uuid(), issueInstant: engine.clock.seconds(), issuer: site.entityID,
            destination: destination, inResponseTo: request.message.id)
        var response = Response.redirect(
            to: try answer.redirectURL(relayState: request.relayState, signedWith: try await sites.key(of: site)))
        response.setCookie(call.newCookie(site.cookieName, "", path: site.path, lifetime: 0))
        return response
    }
}
