import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import SAML
import TVWorld

extension ProviderController {
    /// Returns the response about a user whom the provider knows.
    ///
    /// - Parameter isAtHome: Whether the browser's home address identified the user; the response then contains `hba_status`.
    func answer(_ login: ProviderLogin, _ open: OpenLogin, isAtHome: Bool = false) async throws -> Page {
        guard !open.subscriber.isSuspended else {
            return try await answer(login, ResponseStatus.requestDeniedCode, "The account is suspended.")
        }
        let now = engine.clock.seconds()
        let provider = login.site.provider
        var seen: Set<String> = []
        var attributes = provider.attributes.compactMap { name -> Attribute? in
            guard let value = open.subscriber.attributes[name], seen.insert(name).inserted else { return nil }
            return Attribute(name: name, values: value.texts)
        }
        if isAtHome {
            attributes.removeAll { $0.name == "hba_status" }
            attributes.append(Attribute(name: "hba_status", values: ["true"]))
        }
        let assertion = Assertion(
            id: "_" + engine.random.uuid(), issuer: login.site.entityID, subjectNameID: open.subscriber.userID,
            nameQualifier: provider.proxy == nil ? nil : login.site.entityID, sessionIndex: open.session.sessionIndex,
            authnInstant: open.session.authenticatedAt / 1_000, notBefore: now,
            notOnOrAfter: now + 300, audience: login.request.issuer, attributes: attributes)
        return try await page(login, .success, assertion)
    }

    /// Returns a response without a user.
    func answer(_ login: ProviderLogin, _ subcode: String, _ message: String) async throws -> Page {
        try await page(login, .failure(code: ResponseStatus.responderCode, subcode: subcode, message: message), nil)
    }

    /// Returns the page that carries a signed answer to the service (SAML bindings, section 3.5).
    private func page(_ login: ProviderLogin, _ status: ResponseStatus, _ assertion: Assertion?) async throws -> Page {
        let destination = login.request.assertionConsumerServiceURL
        let answer = SAML.Response(
            id: "_" + engine.random.uuid(), issueInstant: engine.clock.seconds(), inResponseTo: login.request.id,
            destination: destination, issuer: login.site.entityID, status: status, assertion: assertion)
        let xml = try await signed(answer, for: login)
        var fields: [PageValue] = [["name": "SAMLResponse", "value": .text(Base64.encode(xml))]]
        if let relayState = login.relayState { fields.append(["name": "RelayState", "value": .text(relayState)]) }
        let isSuccess = status == .success
        var page = Page(
            title: isSuccess ? "You are logged in" : "Back to the app", template: PageFiles.forwardMustache,
            content: [
                "provider": .text(login.site.provider.name), "logo": .text(login.site.logoPath), "action": .text(destination),
                "text": .text(
                    isSuccess ? "One more step takes you back to the app." : "This takes you back to where you came from."),
                "fields": .list(fields),
            ], styles: [.providers], scripts: [.submit], look: ProviderLook(of: login.site.provider).bodyClass)
        page.formTargets = try await formTargets(destination, login.request.id)
        return page
    }

    /// Returns the response as signed XML, with the effect of any fault at `mvpd.saml`.
    private func signed(_ answer: SAML.Response, for login: ProviderLogin) async throws -> String {
        let key = try await sites.key(of: login.site)
        guard engine.faults.concerns(.providerSAML, includingEverywhere: false) else { return try answer.signed(with: key) }
        let names = engine.faults.namesApplications ? try await engine.names(ofRequest: login.request.id) : []
        let strike = try await engine.strike(
            at: .providerSAML, names: names, requestID: login.call.requestID, includingEverywhere: false)
        guard let strike else { return try answer.signed(with: key) }
        guard try await engine.recipientOutlasts(strike, at: .providerSAML, login.call.context.channel) else {
            throw ServiceError(.none)
        }
        switch strike.effect {
        case .none, .hang: return try answer.signed(with: key)
        case .disconnect: throw ServiceError(.none)
        case .status(let code): throw ServiceError(.bare(HTTPResponse.Status(code: code)))
        case .error(let name): throw FaultPoint.providerSAML.error(name, isEnhanced: true)
        case .saml(let fault):
            let defect = ResponseDefect(rawValue: fault.rawValue)
            let signer = defect == .untrustedKey ? try await sites.keys.stranger(now: engine.clock.seconds()) : key
            return try answer.signed(with: signer, defect: defect)
        }
    }

    /// Returns the form's targets: the service, and the app after the service's redirect. Browsers apply `form-action` to both.
    private func formTargets(_ destination: String, _ request: String) async throws -> [String] {
        let pending = try await engine.inspect { $0.pendingRequests[request] }
        var addresses = [destination]
        if case .web(_, let redirectURL)? = pending?.sentBy { addresses.append(redirectURL) }
        return addresses.compactMap(Self.source)
    }

    /// Returns an address as a source of a Content-Security-Policy: its origin, or its scheme.
    static func source(_ address: String) -> String? {
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = address[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else { return scheme + ":" }
        let authority = address[colon...].dropFirst(3).prefix { !"/?#".contains($0) }
        let isPlain = authority.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-._:[]".utf8.contains($0) }
        return authority.isEmpty || !isPlain ? nil : "\(scheme)://\(authority)"
    }
}
