import Foundation
import PrivateSession
@_spi(Testing) import SAML
import Testing
import VSATesting

/// Other projects' programs read what this module writes, and vice versa.
///
/// The Python libraries are those of Tests/interop/requirements.txt; `VSASIM_TEST_PYTHON` names the interpreter that has them.
@Suite("Interoperability")
struct InteroperabilityTests {
    private static let python = ProcessInfo.processInfo.environment["VSASIM_TEST_PYTHON"]

    @Test("xmlsec1 verifies both signatures, and rejects changed ones")
    func xmlsec1() async throws {
        let folder = try TemporaryFolder.create(prefix: "vsasim-saml-")
        defer { folder.remove() }
        let certificate = try folder.write(Fixture.providerKey.certificate.pem, to: "certificate.pem")
        let signed = try Hostile.signed()
        for name in ["Response", "Assertion"] {
            let good = try folder.write(signed, to: "good.xml")
            let accepted = try await xmlsec1(verify: name, in: good, with: ["--pubkey-cert-pem", certificate])
            #expect(accepted.exit.isSuccess, "\(name): \(accepted.errorOutput)")
            let changed = signed.replacingFirst(">alice</saml:NameID>", with: ">mallory</saml:NameID>")
            let bad = try folder.write(changed, to: "bad.xml")
            let refused = try await xmlsec1(verify: name, in: bad, with: ["--pubkey-cert-pem", certificate])
            #expect(!refused.exit.isSuccess)
        }
    }

    @Test("xmlsec1 verifies a request")
    func xmlsec1Request() async throws {
        let folder = try TemporaryFolder.create(prefix: "vsasim-saml-")
        defer { folder.remove() }
        let certificate = try folder.write(Fixture.serviceKey.certificate.pem, to: "certificate.pem")
        let request = try folder.write(try Hostile.signedRequest(), to: "request.xml")
        let accepted = try await xmlsec1(verify: "AuthnRequest", in: request, with: ["--pubkey-cert-pem", certificate])
        #expect(accepted.exit.isSuccess, "\(accepted.errorOutput)")
    }

    /// Else the case of the forged HMAC would prove nothing.
    @Test("xmlsec1 accepts the forged HMAC with the certificate as a secret")
    func forgedHMAC() async throws {
        let folder = try TemporaryFolder.create(prefix: "vsasim-saml-")
        defer { folder.remove() }
        let secret = try folder.write(Fixture.providerKey.certificate.pem, to: "secret")
        let forged = try folder.write(try ForgedHMAC.response(), to: "forged.xml")
        let accepted = try await xmlsec1(verify: "Response", in: forged, with: ["--hmackey", secret])
        #expect(accepted.exit.isSuccess, "\(accepted.errorOutput)")
    }

    @Test("pysaml2 and signxml accept a response")
    func pythonReads() async throws {
        let folder = try TemporaryFolder.create(prefix: "vsasim-saml-")
        defer { folder.remove() }
        let now = Int64(Date().timeIntervalSince1970)
        let text = try InteroperabilityTests.response(now: now).signed(with: Fixture.providerKey)
        let accepted = try await checkWithPython(text, in: folder)
        #expect(accepted.exit.isSuccess, "\(accepted.errorOutput)")
        let read = try JSONDecoder().decode(ReadByPython.self, from: Data(accepted.output.utf8))
        #expect(read.name == "alice")
        #expect(read.format == NameIDFormat.persistent)
        #expect(read.issuer == Fixture.provider)
        #expect(read.inResponseTo == Fixture.pendingRequest)
        #expect(read.session == "_session")
        #expect(read.attributes["channelID"] == ["news", "sports"])
        #expect(read.attributes["maxRating"] == [#"{"MPAA": "pg-13", "VCHIP": "tv-14"}"#])
    }

    static let faults = ["tampered", "stranger", "expired", "wrong audience", "unknown request"]

    /// Python's results for a response without a fault, and for one with each: in one process, because its libraries take most of
    /// a second to load.
    private static let verdicts = Task { () -> (lines: [Substring], errors: String) in
        let folder = try TemporaryFolder.create(prefix: "vsasim-saml-")
        defer { folder.remove() }
        let texts = try ([nil] + faults).map { try response(with: $0) }
        let paths = try texts.enumerated().map { try configuration(for: $1, named: "\($0)-", in: folder) }
        let result = try await runPython("check_response.py", paths)
        return (result.output.split(separator: "\n"), "\(result)")
    }

    private static func response(with fault: String?) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        var response = response(now: fault == "expired" ? now - 7200 : now)
        if fault == "wrong audience" { response.assertion?.audience = "https://other.example" }
        if fault == "unknown request" { response.inResponseTo = "_never" }
        let text = try response.signed(with: fault == "stranger" ? Fixture.strangerKey : Fixture.providerKey)
        return fault == "tampered" ? text.replacingFirst(">alice</saml:NameID>", with: ">mallory</saml:NameID>") : text
    }

    @Test("pysaml2 rejects what this module rejects", arguments: faults)
    func pythonRefuses(fault: String) async throws {
        let (lines, errors) = try await Self.verdicts.value
        let index = try #require(Self.faults.firstIndex(of: fault))
        try #require(lines.count == Self.faults.count + 1, "\(errors)")
        #expect(lines[0] != "null" && lines[index + 1] == "null", "\(lines)\n\(errors)")
    }

    @Test("a response of pysaml2 is accepted")
    func pythonWrites() async throws {
        let folder = try TemporaryFolder.create(prefix: "vsasim-saml-")
        defer { folder.remove() }
        let service = EntityDescriptor(
            entityID: Fixture.service, role: .serviceProvider(assertionConsumerServiceURL: Fixture.consumer),
            certificates: [Fixture.serviceKey.certificate])
        let configuration = WrittenByPython(
            serviceMetadata: try folder.write(service.xml(), to: "service.xml"),
            key: try folder.write(Fixture.providerKey.pem, to: "key.pem"),
            certificate: try folder.write(Fixture.providerKey.certificate.pem, to: "certificate.pem"), provider: Fixture.provider,
            service: Fixture.service, consumer: Fixture.consumer, request: Fixture.pendingRequest, name: "bob",
            attributes: ["zip": ["94110"], "channelID": ["news", "kids"]])
        let path = try Self.write(configuration, named: "configuration.json", in: folder)
        let written = try await Self.runPython("make_response.py", [path])
        #expect(written.exit.isSuccess, "\(written.errorOutput)")
        var policy = Fixture.responsePolicy()
        policy.now = Int64(Date().timeIntervalSince1970)
        let verified = try Fixture.verify(written.output.utf8, policy: policy)
        #expect(verified.assertion?.subjectNameID == "bob")
        #expect(verified.assertion?.values(of: "zip") == ["94110"])
        #expect(verified.assertion?.values(of: "channelID") == ["news", "kids"])
    }

    private static func response(now: Int64) -> Response {
        Fixture.response {
            $0.issueInstant = now
            $0.assertion?.authnInstant = now
            $0.assertion?.notBefore = now
            $0.assertion?.notOnOrAfter = now + 300
        }
    }

    private func xmlsec1(verify element: String, in path: String, with key: [String]) async throws -> ToolResult {
        try await Tool.run(
            "xmlsec1",
            ["--verify"] + key + [
                "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:protocol:Response",
                "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:protocol:AuthnRequest",
                "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:assertion:Assertion",
                "--node-xpath", "//*[local-name()='\(element)']/*[local-name()='Signature']", path,
            ], environment: ProcessInfo.processInfo.environment)
    }

    private func checkWithPython(_ response: String, in folder: TemporaryFolder) async throws -> ToolResult {
        try await Self.runPython("check_response.py", [try Self.configuration(for: response, named: "", in: folder)])
    }

    /// Writes the input of `check_response.py`.
    ///
    /// - Parameter prefix: The prefix of its file names.
    private static func configuration(
        for response: String, named prefix: String, in folder: TemporaryFolder
    ) throws -> String {
        let provider = EntityDescriptor(
            entityID: Fixture.provider, role: .identityProvider(singleSignOnURL: Fixture.singleSignOn),
            certificates: [Fixture.providerKey.certificate])
        let configuration = CheckedByPython(
            response: try folder.write(response, to: "\(prefix)response.xml"),
            providerMetadata: try folder.write(provider.xml(), to: "\(prefix)provider.xml"),
            certificate: try folder.write(Fixture.providerKey.certificate.pem, to: "\(prefix)certificate.pem"),
            service: Fixture.service, consumer: Fixture.consumer, request: Fixture.pendingRequest)
        return try write(configuration, named: "\(prefix)configuration.json", in: folder)
    }

    private static func write(
        _ configuration: some Encodable, named name: String, in folder: TemporaryFolder
    ) throws -> String {
        try folder.write(String(decoding: try JSONEncoder().encode(configuration), as: UTF8.self), to: name)
    }

    private static func runPython(_ script: String, _ paths: [String]) async throws -> ToolResult {
        let interop = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../interop/\(script)")
        return try await Tool.run(
            try #require(
                python,
                "VSASIM_TEST_PYTHON must name a Python with the packages of Tests/interop/requirements.txt; make test sees to it"
            ), [interop.standardizedFileURL.path(percentEncoded: false)] + paths,
            environment: ProcessInfo.processInfo.environment)
    }
}

/// The scripts' configurations and answers.
private struct CheckedByPython: Encodable {
    let response, providerMetadata, certificate, service, consumer, request: String
}

private struct WrittenByPython: Encodable {
    let serviceMetadata, key, certificate, provider, service, consumer, request, name: String
    let attributes: [String: [String]]
}

private struct ReadByPython: Decodable {
    let name, format, issuer, inResponseTo, session: String
    let attributes: [String: [String]]
}
