import DBus
import DeviceInterfaces
import Foundation
import ProjectTesting
import Testing

@testable import VideoSubscriberAccount

@Suite("enqueue")
struct MetadataTests {
    @Test("every field of the request is sent under its key")
    func request() async throws {
        try await FakeDevice.with { device, manager in
            let request = VSAccountMetadataRequest()
            request.channelIdentifier = "https://saml.sp.auth.adobe.com"
            request.supportedAccountProviderIdentifiers = ["alpha.example", "beta.example"]
            request.featuredAccountProviderIdentifiers = ["beta.example"]
            request.verificationToken = "dG9rZW4="
            request.includeAccountProviderIdentifier = true
            request.includeAuthenticationExpirationDate = true
            request.localizedVideoTitle = "Evening News"
            request.forceAuthentication = true
            request.attributeNames = ["userID", "zip"]
            request.supportedAuthenticationSchemes = [.saml, .api]
            request.accountProviderAuthenticationToken = "given"
            request.applicationAccountProviders = [.init(localizedDisplayName: "My TV", identifier: "my.example")]
            _ = try await manager.metadataAndError(request)
            let details = try await device.calls.next().details
            #expect(details["channel-identifier"] == BusVariant("https://saml.sp.auth.adobe.com"))
            #expect(details["supported-account-provider-identifiers"] == BusVariant(["alpha.example", "beta.example"]))
            #expect(details["featured-account-provider-identifiers"] == BusVariant(["beta.example"]))
            #expect(details["verification-token"] == BusVariant("dG9rZW4="))
            #expect(details["include-account-provider-identifier"] == BusVariant(true))
            #expect(details["include-authentication-expiration-date"] == BusVariant(true))
            #expect(details["localized-video-title"] == BusVariant("Evening News"))
            #expect(details["force-authentication"] == BusVariant(true))
            #expect(details["attribute-names"] == BusVariant(["userID", "zip"]))
            #expect(details["supported-authentication-schemes"] == BusVariant(["SAML", "API"]))
            #expect(details["account-provider-authentication-token"] == BusVariant("given"))
            #expect(details["application-account-providers"] == BusVariant([BusStructure("my.example", "My TV")]))
            #expect(details["error-info"] == BusVariant(true))
            #expect(details.count == 13)
        }
    }

    @Test("a plain request sends only the scheme")
    func plainRequest() async throws {
        try await FakeDevice.with { device, manager in
            _ = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(
                try await device.calls.next().details == [
                    "supported-authentication-schemes": BusVariant(["SAML"]), "error-info": BusVariant(true),
                ])
        }
    }

    @Test("every key of the reply is stored in its field")
    func answer() async throws {
        try await FakeDevice.with { device, manager in
            device.answerMetadata { _ in
                let response: VariantDictionary = [
                    "authentication-scheme": BusVariant("SAML"), "status": BusVariant("success"),
                    "body": BusVariant("<Response/>"),
                ]
                return [
                    "account-provider-identifier": BusVariant("alpha.example"),
                    "authentication-expiration-date": BusVariant(Int64(1_767_225_600)),
                    "saml-attribute-query-response": BusVariant("<Response/>"),
                    "verification-data": BusVariant([UInt8(1), 2, 3]), "account-provider-response": BusVariant(response),
                    "a-key-of-a-later-version": BusVariant(true),
                ]
            }
            let (metadata, error) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(error == nil)
            #expect(
                metadata
                    == AccountMetadata(
                        provider: "alpha.example", expirationDate: Date(timeIntervalSince1970: 1_767_225_600),
                        verificationData: Data([1, 2, 3]), samlResponse: "<Response/>",
                        providerResponse: .init(scheme: "SAML", status: "success", body: "<Response/>")))
        }
    }

    @Test("E5: nobody signed in is success with every field nil")
    func nobodySignedIn() async throws {
        try await FakeDevice.with { _, manager in
            let (metadata, error) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(error == nil)
            #expect(metadata == AccountMetadata())
        }
    }

    @Test("a reply of the wrong type is an error, not a partial result")
    func wrongType() async throws {
        try await FakeDevice.with { device, manager in
            device.answerMetadata { _ in ["account-provider-identifier": BusVariant(UInt32(7))] }
            let (metadata, error) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(metadata == nil)
            #expect(error?.code == .serviceTemporarilyUnavailable)
            #expect(error?.localizedDescription.contains("account-provider-identifier") == true)
        }
    }

    @Test(
        "each of the device's errors has Apple's code",
        arguments: Vocabulary.errors.map {
            (String($0.key.string.dropFirst(SubscriberAccountInterface.errorPrefix.count)), $0.value)
        })
    func codes(name: String, code: VSError.Code) async throws {
        try await FakeDevice.with { device, manager in
            device.answerMetadata { _ in
                throw try FakeDevice.error(name, "because", info: ["underlying-code": BusVariant(Int32(-7))])
            }
            let (metadata, error) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(metadata == nil)
            #expect(error?.code == code)
            #expect(error?.localizedDescription == "because")
            let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(underlying?.domain == VSPrivateErrorDomain)
            #expect(underlying?.code == -7)
        }
    }

    @Test("P8: a rejection contains the provider's response under Apple's keys")
    func providerRejected() async throws {
        try await FakeDevice.with { device, manager in
            device.answerMetadata { _ in
                let response: VariantDictionary = ["authentication-scheme": BusVariant("SAML"), "status": BusVariant("Denied")]
                throw try FakeDevice.error(
                    "ProviderRejected",
                    info: [
                        "saml-response": BusVariant("<Response/>"), "saml-response-status": BusVariant("Denied"),
                        "account-provider-response": BusVariant(response),
                    ])
            }
            let (_, error) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(error?.code == .providerRejected)
            #expect(error?.userInfo["VSErrorInfoKeySAMLResponse"] as? String == "<Response/>")
            #expect(error?.userInfo["VSErrorInfoKeySAMLResponseStatus"] as? String == "Denied")
            let response = error?.userInfo["VSErrorInfoKeyAccountProviderResponse"] as? VSAccountProviderResponse
            #expect(response?.status == "Denied")
            #expect(response?.body == nil)
        }
    }

    @Test("E8: an unsupported provider is named, \"Other TV Provider\" is not")
    func unsupportedProvider() async throws {
        try await FakeDevice.with { device, manager in
            device.answerMetadata { _ in
                throw try FakeDevice.error(
                    "UnsupportedProvider", info: ["unsupported-provider-identifier": BusVariant("beta.example")])
            }
            let (_, named) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(named?.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String == "beta.example")
            device.answerMetadata { _ in throw try FakeDevice.error("UnsupportedProvider") }
            let (_, unnamed) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(unnamed?.code == .unsupportedProvider)
            #expect(unnamed?.userInfo.keys.contains(VSErrorInfoKeyUnsupportedProviderIdentifier) == false)
        }
    }

    @Test("a value that the device rejects, and an error unknown to Apple, become rejected with the cause")
    func otherErrors() async throws {
        try await FakeDevice.with { device, manager in
            device.answerMetadata { _ in
                throw ErrorReply("org.freedesktop.DBus.Error.InvalidArgs", message: "attribute-names: as")
            }
            let (_, refused) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(refused?.code == .rejected)
            #expect(refused?.localizedDescription == "attribute-names: as")
            device.answerMetadata { _ in throw try FakeDevice.error("SomethingNew") }
            let (_, unknown) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(unknown?.code == .rejected)
            #expect(unknown?.userInfo[NSUnderlyingErrorKey] is NSError)
        }
    }
}
