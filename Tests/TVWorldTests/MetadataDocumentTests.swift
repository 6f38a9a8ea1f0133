import Testing

@testable import TVWorld

@Suite("User metadata and proxies in world documents")
struct MetadataDocumentTests {
    private func world(provider: String = "", requestor: String = "", integration: String = "") throws -> World {
        let text = """
            {"schema": "vsa-world/1", "providers": [{"id": "one.tv"\(provider)}], "requestors": [{"id": "R"\(requestor)}],
             "integrations": [{"requestor": "R", "provider": "one.tv"\(integration)}]}
            """
        return try World(document: Array(text.utf8))
    }

    @Test("a certificate with its padding, rules by key, a proxy; the document gives an equal world again")
    func taken() throws {
        let world = try world(
            provider: #", "proxy": "Clearinghouse""#,
            requestor: #", "metadata-encryption": {"certificate": "-----BEGIN C-----\nAAAA\n", "padding": "oaep"}"#,
            integration: #", "metadata": {"zip": {"encrypted": false}, "userID": {"enabled": false}, "language": {}}"#)
        #expect(world.providers[0].proxy == "Clearinghouse")
        #expect(
            world.requestors[0].metadataEncryption
                == MetadataEncryption(certificate: "-----BEGIN C-----\nAAAA\n", padding: .oaep))
        #expect(
            world.integrations[0].metadata
                == [
                    "zip": MetadataRule(isEncrypted: false), "userID": MetadataRule(isEnabled: false), "language": MetadataRule(),
                ])
        #expect(try World(document: Array(world.document.serialized.utf8)) == world)
    }

    @Test("PKCS#1 v1.5 by default")
    func padding() throws {
        let world = try world(requestor: #", "metadata-encryption": {"certificate": "AAAA"}"#)
        #expect(world.requestors[0].metadataEncryption?.padding == .pkcs1)
    }

    @Test(
        "wrong ones are rejected by field",
        arguments: [
            ("requestor", #", "metadata-encryption": {}"#, "requestors[0].metadata-encryption.certificate"),
            ("requestor", #", "metadata-encryption": "AAAA""#, "requestors[0].metadata-encryption"),
            ("requestor", #", "metadata-encryption": {"certificate": ""}"#, "requestors[0].metadata-encryption.certificate"),
            (
                "requestor", #", "metadata-encryption": {"certificate": "A", "padding": "PKCS1"}"#,
                "requestors[0].metadata-encryption.padding"
            ),
            (
                "requestor", #", "metadata-encryption": {"certificate": "A", "key": "B"}"#,
                "requestors[0].metadata-encryption.key"
            ),
            ("integration", #", "metadata": ["zip"]"#, "integrations[0].metadata"),
            ("integration", #", "metadata": {"zip": {"encrypted": 1}}"#, "integrations[0].metadata.zip.encrypted"),
            ("integration", #", "metadata": {"zip": {"plain": true}}"#, "integrations[0].metadata.zip.plain"),
            ("provider", #", "proxy": "a b""#, "providers[0].proxy"),
        ])
    func wrong(place: String, text: String, field: String) {
        let error = #expect(throws: WorldDocumentError.self) {
            try world(
                provider: place == "provider" ? text : "", requestor: place == "requestor" ? text : "",
                integration: place == "integration" ? text : "")
        }
        #expect(error?.field == field)
    }
}
