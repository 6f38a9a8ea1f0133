import TVWorld
import Testing

@testable import AccountCore

@Suite("enqueue without interruption: the provider's step")
struct ProviderStepTests {
    private static let saml = ProviderResponse(authenticationScheme: .saml, status: "ok", body: "<Response/>")
    private static let attributes = request {
        $0.attributeNames = ["userID", "zip", "maxRating", "nothing", "userID", "channelID"]
        $0.includeAccountProviderIdentifier = true
    }

    @Test("E7, P1 valid session and attributes: the provider answers, SAML body in both keys")
    func attributesOfValidSession() throws {
        let contact = try #require(decide(Self.attributes, in: device()).contact)
        #expect(contact.refusal == nil)
        #expect(contact.renewedUntil == nil)
        #expect(contact.scheme == .saml)
        let metadata = try MetadataQuery.finish(contact, with: Self.saml)
        #expect(metadata.accountProviderIdentifier == "alpha.example")
        #expect(metadata.authenticationExpirationDate == nil)
        #expect(metadata.verificationData?.count == 32)
        #expect(metadata.accountProviderResponse == Self.saml)
        #expect(metadata.samlAttributeQueryResponse == "<Response/>")
    }

    @Test("E7 the attributes are the requested ones that the subscriber has, each once, in the request's order")
    func releasedAttributes() throws {
        let contact = try #require(decide(Self.attributes, in: device()).contact)
        #expect(contact.attributes.map { $0.name } == ["userID", "zip", "maxRating", "channelID"])
        #expect(
            contact.attributes.map { $0.values } == [
                ["u-1001-alice"], ["10001"], [#"{"MPAA":"NC-17","VCHIP":"TV-MA"}"#], ["news", "sports", "kids", "movies"],
            ])
    }

    @Test("E7 scheme API: the answer is forwarded, the SAML key stays empty")
    func schemeAPI() throws {
        let world = try world(changing: "alpha.example") { $0.authenticationSchemes = [.api] }
        let asked = request {
            $0.attributeNames = ["userID"]
            $0.supportedAuthenticationSchemes = ["SAML", "API"]
        }
        let contact = try #require(decide(asked, in: device(world: world)).contact)
        #expect(contact.scheme == .api)
        let metadata = try MetadataQuery.finish(contact, with: contact.applicationInterfaceResponse)
        #expect(metadata.samlAttributeQueryResponse == nil)
        #expect(metadata.accountProviderResponse?.authenticationScheme == .api)
        #expect(metadata.accountProviderResponse?.status == "success")
        #expect(metadata.accountProviderResponse?.body == #"{"attributes":{"userID":["u-1001-alice"]}}"#)
    }

    @Test("E7 scheme API: the world's answer for the provider is returned verbatim; a rejection has none")
    func literalAnswer() throws {
        let world = try world(changing: "alpha.example") {
            $0.authenticationSchemes = [.api]
            $0.applicationInterfaceBody = "<entitled>\n"
        }
        let asked = request {
            $0.attributeNames = ["userID"]
            $0.supportedAuthenticationSchemes = ["API"]
        }
        var contact = try #require(decide(asked, in: device(world: world)).contact)
        #expect(
            contact.applicationInterfaceResponse
                == ProviderResponse(authenticationScheme: .api, status: "success", body: "<entitled>\n"))
        contact.refusal = .accountSuspended
        #expect(
            contact.applicationInterfaceResponse
                == ProviderResponse(authenticationScheme: .api, status: "rejected", body: nil))
    }

    @Test("The app's order of schemes decides", arguments: [["SAML", "API"], ["API", "SAML"]])
    func schemeOrder(schemes: [String]) throws {
        let world = try world(changing: "alpha.example") { $0.authenticationSchemes = [.api, .saml] }
        let asked = request {
            $0.attributeNames = ["userID"]
            $0.supportedAuthenticationSchemes = schemes
        }
        #expect(decide(asked, in: try device(world: world)).contact?.scheme.rawValue == schemes[0])
    }

    @Test("P3 the provider requires the user, who must not be prompted: code 4")
    func providerWantsPerson() throws {
        let contact = try #require(decide(request { $0.forceAuthentication = true }, in: device()).contact)
        #expect(contact.refusal == .authenticationNeeded)
        #expect(
            try #require(throws: VSError.self) { try MetadataQuery.finish(contact, with: Self.saml) }.code == .providerRejected)
    }

    @Test("P4 expired session, attributes, the provider renews silently: success with the new date")
    func silentRenewal() throws {
        let world = try world(changing: "alpha.example") { $0.hasSilentRenewal = true }
        var asked = Self.attributes
        asked.includeAuthenticationExpirationDate = true
        let contact = try #require(decide(asked, in: device(expiresAt: now, world: world)).contact)
        #expect(contact.refusal == nil)
        #expect(contact.renewedUntil == now + Scenario.Account.defaultLifetime)
        let end = try MetadataQuery.finish(contact, with: Self.saml).authenticationExpirationDate
        #expect(end == now + Scenario.Account.defaultLifetime)
    }

    @Test("P6 expired session, attributes, no silent renewal: code 4 with the provider's response")
    func noSilentRenewal() throws {
        let contact = try #require(decide(Self.attributes, in: device(expiresAt: now)).contact)
        #expect(contact.refusal == .authenticationNeeded)
        let error = try #require(throws: VSError.self) { try MetadataQuery.finish(contact, with: Self.saml) }
        #expect(error.code == .providerRejected)
        #expect(error.accountProviderResponse == Self.saml)
    }

    @Test("P7 forced authentication takes the silent path first, also without attributes")
    func forcedSilently() throws {
        let world = try world(changing: "alpha.example") { $0.hasSilentRenewal = true }
        let contact = try #require(decide(request { $0.forceAuthentication = true }, in: device(world: world)).contact)
        #expect(contact.refusal == nil)
        #expect(contact.attributes.isEmpty)
        #expect(contact.renewedUntil == now + Scenario.Account.defaultLifetime)
        #expect(try MetadataQuery.finish(contact, with: Self.saml).accountProviderResponse == Self.saml)
    }

    @Test("P8 suspended subscriber: code 4 with the provider's response, session valid or not", arguments: [now + 1, now - 1])
    func suspended(expiresAt: Int64) throws {
        let world = try world(changing: "alpha.example") { $0.hasSilentRenewal = true }
        let state = try device(subscriber: "carol", expiresAt: expiresAt, world: world)
        let contact = try #require(decide(Self.attributes, in: state).contact)
        #expect(contact.refusal == .accountSuspended)
        #expect(contact.renewedUntil == nil)
        let error = try #require(throws: VSError.self) { try MetadataQuery.finish(contact, with: Self.saml) }
        #expect(error.code == .providerRejected)
        #expect(error.accountProviderResponse == Self.saml)
    }

    @Test("P8 a suspended subscriber's stored account is returned while nothing is requested from the provider")
    func suspendedStoredAccount() throws {
        #expect(decide(request(), in: try device(subscriber: "carol")).metadata != nil)
    }

    @Test("P11 an answer in a scheme that the request did not name: code 1 with the provider, underlying -20")
    func answerInOtherScheme() throws {
        let contact = try #require(decide(Self.attributes, in: device()).contact)
        let answer = ProviderResponse(authenticationScheme: .api, status: nil, body: nil)
        let error = try #require(throws: VSError.self) { try MetadataQuery.finish(contact, with: answer) }
        #expect(error.code == .unsupportedProvider)
        #expect(error.unsupportedProviderIdentifier == "alpha.example")
        #expect(error.underlyingCode == .noCommonScheme)
    }

    @Test("Without a token the audience is the channel identifier, else the trusted service")
    func audience() throws {
        var state = try device()
        state.trust = ServiceTrust(entityID: "https://sp.example", assertionConsumerServiceURL: "http://a/b", metadata: "<m/>")
        var asked = request { $0.attributeNames = ["userID"] }
        #expect(decide(asked, in: state).contact?.audience == "https://sp.example")
        asked.channelIdentifier = "https://channel.example"
        #expect(decide(asked, in: state).contact?.audience == "https://channel.example")
    }
}
