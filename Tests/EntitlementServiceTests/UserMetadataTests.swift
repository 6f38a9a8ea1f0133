import EntitlementCore
import Foundation
import HTTPTypes
import PrivateSession
import SAML
import Testing
import VSATesting

@testable import EntitlementService
@testable import TVWorld

@Suite("User metadata")
struct UserMetadataTests {
    private let uri = "/api/v1/tokens/usermetadata.json?requestor=REF30&deviceId=device-1"

    /// A fixture whose first requestor has the certificate of the test's provider key.
    private func fixture(
        _ padding: MetadataEncryption.Padding = .pkcs1, isDER: Bool = false, rules: [String: MetadataRule]? = nil
    ) async throws -> Fixture {
        let certificate = await TestKeys.stranger.value.certificate
        return try await Fixture { world in
            world.requestors[0].metadataEncryption = MetadataEncryption(
                certificate: isDER ? certificate.derBase64 : certificate.pem, padding: padding)
            world.integrations[0].metadata = rules
        }
    }

    /// The plain text that the owner of the private key gets, from another implementation.
    private func decrypted(_ text: String, _ padding: MetadataEncryption.Padding) async throws -> String {
        let folder = try TemporaryFolder.create(prefix: "vsasim-metadata-")
        defer { folder.remove() }
        let key = try folder.write(await TestKeys.stranger.value.pem, to: "key.pem")
        let value = folder.path("value")
        try #require(Data(base64Encoded: text)).write(to: URL(filePath: value))
        let result = try await Tool.run(
            "openssl", ["pkeyutl", "-decrypt", "-inkey", key, "-in", value, "-pkeyopt", "rsa_padding_mode:\(padding)"],
            environment: ProcessInfo.processInfo.environment)
        #expect(result.exit.isSuccess, "\(result)")
        return result.output
    }

    @Test(
        "the sensitive key is encrypted with the requestor's certificate, and openssl decrypts it",
        arguments: [(MetadataEncryption.Padding.pkcs1, false), (.oaep, true)])
    func encrypted(padding: MetadataEncryption.Padding, isDER: Bool) async throws {
        try await fixture(padding, isDER: isDER).testApp { client in
            try await client.signIn()
            let answer = try await client.get(uri)
            #expect(answer.status == 200 && answer.json["encrypted"] == ["zip"])
            #expect(answer.json["data"]?["userID"] == "u-1001-alice")
            let zip = try #require(answer.json["data"]?["zip"]?.text, "a list becomes a text")
            #expect(try await decrypted(zip, padding) == "10001")
            let again = try #require(try await client.get(uri).json["data"]?["zip"]?.text)
            #expect(again != zip, "random padding")
            let xml = try await client.get(uri.replacing(".json", with: ".xml")).text
            #expect(xml.contains("<encrypted><key>zip</key></encrypted>"))
        }
    }

    @Test("an integration decides which keys exist and which are encrypted, of any type")
    func rules() async throws {
        let rules = [
            "zip": MetadataRule(isEncrypted: false), "maxRating": MetadataRule(isEncrypted: true),
            "userID": MetadataRule(isEncrypted: true), "tokenSource": MetadataRule(isEnabled: false),
        ]
        try await fixture(rules: rules).testApp { client in
            try await client.signIn()
            let answer = try await client.get(uri)
            #expect(answer.json["encrypted"] == ["maxRating", "userID"])
            #expect(answer.json["data"]?["zip"] == ["10001"] && answer.json["data"]?["tokenSource"] == nil)
            let rating = try #require(answer.json["data"]?["maxRating"]?.text)
            #expect(try await decrypted(rating, .pkcs1) == #"{"MPAA":"R"}"#)
            let user = try #require(answer.json["data"]?["userID"]?.text)
            #expect(try await decrypted(user, .pkcs1) == "u-1001-alice")
        }
    }

    @Test("a key to encrypt without a certificate: invalid_configuration_user_metadata_certificate")
    func withoutCertificate() async throws {
        let change: @Sendable (inout World) -> Void = { $0.integrations[0].metadata = ["zip": MetadataRule(isEncrypted: true)] }
        try await Fixture(change: change).testApp { client in
            try await client.signIn()
            let answer = try await client.get(uri)
            #expect(answer.status == 500 && answer.code == "invalid_configuration_user_metadata_certificate")
            #expect(answer.json["action"] == "configuration" && answer.message?.contains("\"zip\"") == true)
        }
    }

    @Test(
        "a value that is too long for the key is the same error, with the limit; plain without enhanced errors",
        arguments: [true, false])
    func tooLong(isEnhanced: Bool) async throws {
        let certificate = await TestKeys.stranger.value.certificate.pem
        let fixture = try await Fixture { world in
            world.requestors[0].metadataEncryption = MetadataEncryption(certificate: certificate)
            world.requestors[0].hasEnhancedErrors = isEnhanced
            world.integrations[0].metadata = ["userID": MetadataRule(isEncrypted: true)]
        }
        try await fixture.testApp { client in
            try await client.signIn(String(repeating: "u", count: 246))
            let answer = try await client.get(uri)
            #expect(answer.status == 500)
            #expect(answer.code == (isEnhanced ? "invalid_configuration_user_metadata_certificate" : nil))
            #expect(answer.message?.contains("246 bytes") == true && answer.message?.contains("at most 245") == true)
        }
    }

    @Test("404 if no metadata is left, 412 without a session")
    func nothing() async throws {
        let keys = ["userID", "zip", "maxRating", "tokenSource"]
        let off = Dictionary(uniqueKeysWithValues: keys.map { ($0, MetadataRule(isEnabled: false)) })
        let fixture = try await Fixture { $0.integrations[0].metadata = off }
        try await fixture.testApp { client in
            #expect(try await client.get(uri).status == 412)
            try await client.signIn()
            let answer = try await client.get(uri)
            #expect(answer.status == 404 && answer.message?.contains("no metadata") == true)
        }
    }

    @Test("each key of the documents' table has its type")
    func types() {
        let texts = ["userID", "upstreamUserID", "householdID", "primaryOID", "typeID", "is_hoh", "encryptedZip", "language"]
        for key in texts { #expect(UserMetadata.value(of: key, texts: ["1"]) == .text("1"), "\(key)") }
        for key in ["hba_status", "allowMirroring", "onNet", "inHome"] {
            #expect(UserMetadata.value(of: key, texts: ["true"]) == .flag(true), "\(key)")
        }
        for key in ["zip", "channelID"] {
            #expect(UserMetadata.value(of: key, texts: ["a", "b"]) == .list(["a", "b"]), "\(key)")
        }
        let rating = #"{"MPAA":"PG-13","VCHIP":"TV-Y","URL":"http://exam.pl/e"}"#
        #expect(
            UserMetadata.value(of: "maxRating", texts: [rating])
                == .map(["MPAA": "PG-13", "VCHIP": "TV-Y", "URL": "http://exam.pl/e"]))
    }

    @Test("a service with an unusable certificate does not start, and names it")
    func wrongCertificate() async throws {
        let error = await #expect(throws: SetupFailure.self) {
            try await Fixture { $0.requestors[1].metadataEncryption = MetadataEncryption(certificate: "nonsense") }
        }
        #expect(error?.description.hasPrefix("requestors[1].metadata-encryption.certificate takes") == true)
        #expect(error?.exitCode == 65)
    }
}
