import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import SAML
import TVWorld

/// A login request at a provider.
struct ProviderLogin: Sendable {
    let site: ProviderSite
    let request: AuthnRequest
    /// The requestor on whose behalf the service sends the request, in either of the two ways to specify it.
    let requestor: String?
    /// The state that is returned with the response.
    let relayState: String?
    /// The call that contained it or continues it.
    let call: APICall
    /// The query that contained it. The form repeats it, and it is verified again in each step.
    let query: String
}

extension ProviderController {
    /// `GET /mvpd/{provider}/saml/sso`: the login page, or, for a browser that the provider remembers, immediately the response.
    func showLogin(_ call: APICall) async throws -> Response {
        let login = try await read(call, query: call.request.uri.query ?? "")
        if !login.request.forceAuthn, let open = try await rememberedSession(call, at: login.site) {
            return try await answer(login, open).response
        }
        if !login.request.forceAuthn, let open = try await homeSession(call, login) {
            return try await answer(login, open, isAtHome: true).response
        }
        if login.request.isPassive {
            return try await answer(login, ResponseStatus.noPassiveCode, "The subscriber must be prompted.").response
        }
        return loginPage(login, call).response
    }

    /// Returns the session of a browser that the provider remembers.
    private func rememberedSession(_ call: APICall, at site: ProviderSite) async throws -> OpenLogin? {
        guard let cookie = call.cookie(site.cookieName) else { return nil }
        let (id, provider, now) = (hexadecimal(sha256(cookie)), site.provider.id, engine.clock.milliseconds())
        return try await engine.inspect { $0.loginSession(id, provider: provider, now: now) }
    }

    /// Returns the session of a browser that calls from home, if the provider supports home-based authentication.
    private func homeSession(_ call: APICall, _ login: ProviderLogin) async throws -> OpenLogin? {
        guard login.site.provider.isHomeBased else { return nil }
        return try await engine.send(
            .openHomeSession(
                provider: login.site.provider.id, requestor: login.requestor, address: call.clientAddress.text),
            requestID: call.requestID)
    }

    /// `POST /mvpd/{provider}/saml/sso`: the user's input.
    func submitLogin(_ call: APICall) async throws -> Response {
        let site = try site(call)
        try forms.require(call, purpose: site.formPurpose)
        let login = try await read(call, query: call.parameters["request"] ?? "")
        switch call.parameters["action"] {
        case "cancel": return try await answer(login, ResponseStatus.authnFailedCode, "The subscriber cancelled.").response
        case "login": return try await checkPassword(login, call)
        default:
            throw ServiceError.page(
                .badRequest, "This form cannot be used", "The form contains neither login nor cancel (action).",
                "Go back and use the buttons of the page.")
        }
    }

    private func read(_ call: APICall, query: String) async throws -> ProviderLogin {
        let site = try site(call)
        return try await read("login request", at: site.singleSignOnURL, of: site, in: call) { service, policy in
            let request = try AuthnRequest.verify(query: query, certificates: service.certificates, policy: policy)
            guard case .serviceProvider(request.message.assertionConsumerServiceURL, _) = service.role else {
                throw SAMLError(.wrongRecipient, "AssertionConsumerServiceURL: the one of the service's metadata")
            }
            let requestor =
                request.message.requesterIDs.first
                ?? OnBehalfOf.requester(in: request.message.issuer, of: service.entityID)
            return ProviderLogin(
                site: site, request: request.message, requestor: requestor, relayState: request.relayState, call: call,
                query: query)
        }
    }

    private func checkPassword(_ login: ProviderLogin, _ call: APICall) async throws -> Response {
        let provider = login.site.provider.id
        let username = String((call.parameters["username"] ?? "").prefix(256))
        let user = GuessThrottle.Origin.user(provider: provider, name: username)
        let origins = [user, .browser(call.peerAddress ?? "")]
        func throttled() async throws -> Response? {
            guard let seconds = try await loginThrottle.wait(for: origins, now: engine.clock.milliseconds()) else { return nil }
            var page = loginPage(
                login, call, username: username,
                error: "Too many wrong passwords were entered. Wait \(GuessThrottle.duration(seconds)), then try again.")
            page.status = .tooManyRequests
            page.headers[.retryAfter] = String(seconds)
            return page.response
        }
        if let refused = try await throttled() { return refused }
        let known = engine.read { $0.world.subscriber(provider: provider, username: username) }
        // Digests have equal lengths, so that the comparison takes constant time; unknown names are also compared.
        let isRight = isEqualInConstantTime(sha256(call.parameters["password"] ?? ""), sha256(known?.password ?? ""))
        let cookie = hexadecimal(engine.random.bytes(32))
        do {
            let open = try await engine.send(
                .openLoginSession(
                    provider: provider, username: username, isPasswordRight: isRight && known != nil,
                    cookieDigest: hexadecimal(sha256(cookie))),
                requestID: call.requestID)
            // Of many guesses at the same time, the right one gets an answer only if it is among the first.
            if let refused = try await throttled() { return refused }
            try await loginThrottle.forget(user)
            var page = try await answer(login, open)
            if !open.subscriber.isSuspended {
                page.cookies.append(
                    call.newCookie(
                        login.site.cookieName, cookie, path: login.site.path, lifetime: Int(LoginSession.lifetime / 1_000)))
            }
            return page.response
        } catch let refusal as Refusal {
            let isWithinLimits = try await loginThrottle.note(origins, now: engine.clock.milliseconds())
            if !isWithinLimits, let refused = try await throttled() { return refused }
            var page = loginPage(login, call, username: username, error: "\(refusal.message) Try again.")
            page.status = .forbidden
            return page.response
        }
    }

    private func loginPage(_ login: ProviderLogin, _ call: APICall, username: String = "", error: String? = nil) -> Page {
        let provider = login.site.provider
        let requestor = login.requestor.flatMap { id in engine.read { $0.world.requestor(id: id)?.name } }
        let testUsers = testUsers(of: provider.id)
        var page = Page(
            title: "Log in to \(provider.name)", template: PageFiles.providerLoginMustache,
            content: [
                "provider": .text(provider.name), "logo": .text(login.site.logoPath), "requestor": .optional(requestor),
                "action": .text(login.site.path + "/saml/sso"), "request": .text(login.query), "error": .optional(error),
                "username": .text(username), "hasUsername": .flag(!username.isEmpty),
                "testUsers": .list(testUsers), "hasTestUsers": .flag(!testUsers.isEmpty),
            ], styles: [.providers], scripts: [.sendOnce], look: ProviderLook(of: provider).bodyClass)
        forms.protect(&page, purpose: login.site.formPurpose, for: call, random: engine.random)
        return page
    }

    private static let testUserLimit = 20

    /// Returns the subscribers of a provider, for users who do not know the world's passwords; none unless this is configured.
    private func testUsers(of provider: String) -> [PageValue] {
        guard listsTestUsers else { return [] }
        return engine.read { $0.world.subscribers.lazy.filter { $0.provider == provider }.prefix(Self.testUserLimit) }.map {
            user in
            [
                "name": .text(user.username), "password": .text(user.password), "isSuspended": .flag(user.isSuspended),
                "channels": .text(user.channels.joined(separator: ", ")),
            ]
        }
    }
}
