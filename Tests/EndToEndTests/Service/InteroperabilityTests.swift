import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The SAML of the running daemons, read by other programs.
@Suite("SAML of the running daemons, checked by other implementations", .daemonLogs)
struct InteroperabilityTests {
    /// Files with a response of alice, and the certificates of its provider and of the service.
    private struct Evidence {
        let folder: TemporaryFolder
        let response: String
        let certificate: String
        let metadata: String
        /// The service's metadata, and the identifier of its request that the response answers.
        let service: String
        let request: String
        let device: ServiceDevice
    }

    private static let serviceEntityID = "https://saml.sp.auth.adobe.com"

    private func consumer(_ daemons: Daemons) -> String { "\(daemons.serviceURL)/sp/saml/SAMLAssertionConsumer" }

    private func collect(_ daemons: Daemons) async throws -> Evidence {
        try await daemons.signIn("alice", at: "alpha.example")
        let device = try await ServiceDevice(daemons: daemons)
        let token = try await device.verificationToken()
        let request = String(decoding: try #require(Data(base64Encoded: token)), as: UTF8.self)
        let response = try await daemons.samlResponse(
            verificationToken: token,
            attributes: ["userID", "householdID", "zip", "maxRating", "channelID"])
        let folder = TemporaryFolder(existing: try daemons.workspace.folder.makeFolder("saml-\(UUID().uuidString)"))
        let metadata = try await daemons.vsactl("provider", "show", "alpha.example", "--metadata").checked().output
        return Evidence(
            folder: folder, response: try folder.write(response, to: "response.xml"),
            certificate: try folder.write(try Self.certificate(in: metadata), to: "provider.pem"),
            metadata: try folder.write(metadata, to: "provider.xml"),
            service: try folder.write(
                try await daemons.administration.send("GET", "/saml/metadata").expecting(200).text, to: "service.xml"),
            request: String(try #require(request.firstMatch(of: /\ ID="([^"]+)"/)).1), device: device)
    }

    /// The certificate of a SAML metadata document, in PEM.
    private static func certificate(in metadata: String) throws -> String {
        let match = try #require(metadata.firstMatch(of: /X509Certificate[^>]*>([^<]+)</))
        let text = match.1.filter { !$0.isWhitespace }
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        return "-----BEGIN CERTIFICATE-----\n\(lines.joined(separator: "\n"))\n-----END CERTIFICATE-----\n"
    }

    private func xmlsec(_ daemons: Daemons, _ evidence: Evidence, file: String, signature: String) async throws -> ToolResult {
        try await daemons.run(
            "xmlsec1",
            [
                "--verify", "--enabled-reference-uris", "same-doc", "--pubkey-cert-pem", evidence.certificate,
                "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:protocol:Response",
                "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:assertion:Assertion", "--node-xpath", signature, file,
            ])
    }

    private static let signatures = [
        "/*[local-name()='Response']/*[local-name()='Signature']",
        "/*[local-name()='Response']/*[local-name()='Assertion']/*[local-name()='Signature']",
    ]

    @Test(
        "xmlsec1 --verify accepts the signatures of response and assertion, and rejects them after a change",
        arguments: signatures)
    func xmlsec1(_ signature: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let evidence = try await collect(daemons)
            let good = try await xmlsec(daemons, evidence, file: evidence.response, signature: signature)
            #expect(good.exit == .exited(0), "\(good)")
            #expect((good.output + good.errorOutput).contains("OK"), "\(good)")
            let text = try String(contentsOfFile: evidence.response, encoding: .utf8)
            let changed = try evidence.folder.write(text.replacing("h-1001", with: "h-1002"), to: "changed.xml")
            let bad = try await xmlsec(daemons, evidence, file: changed, signature: signature)
            #expect(bad.exit != .exited(0), "\(bad)")
        }
    }

    @Test("xmlsec1 --verify accepts the service's signed request")
    func request() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await ServiceDevice(daemons: daemons)
            let data = try #require(Data(base64Encoded: try await device.verificationToken()))
            let folder = TemporaryFolder(existing: try daemons.workspace.folder.makeFolder("saml-\(UUID().uuidString)"))
            let metadata = try await daemons.administration.send("GET", "/saml/metadata").expecting(200).text
            let certificate = try folder.write(try Self.certificate(in: metadata), to: "service.pem")
            let file = try folder.write(String(decoding: data, as: UTF8.self), to: "request.xml")
            let result = try await daemons.run(
                "xmlsec1",
                [
                    "--verify", "--enabled-reference-uris", "same-doc", "--pubkey-cert-pem", certificate, "--id-attr:ID",
                    "urn:oasis:names:tc:SAML:2.0:protocol:AuthnRequest", file,
                ])
            #expect(result.exit == .exited(0), "\(result)")
        }
    }

    /// The input of Tests/interop/check_response.py.
    private struct Check: Encodable {
        let response: String
        let providerMetadata: String
        let certificate: String
        let service: String
        let consumer: String
        let request: String
    }

    /// Its output.
    private struct Reading: Decodable {
        let name: String
        let issuer: String
        let inResponseTo: String
        let attributes: [String: [String]]
    }

    private func python(
        _ daemons: Daemons, _ script: String, _ configuration: some Encodable, in folder: TemporaryFolder
    ) async throws -> ToolResult {
        let interpreter = try #require(
            ProcessInfo.processInfo.environment["VSASIM_TEST_PYTHON"],
            "VSASIM_TEST_PYTHON must name a Python with the packages of Tests/interop/requirements.txt; make test sees to it")
        let file = try folder.write(
            String(decoding: try JSONEncoder().encode(configuration), as: UTF8.self), to: "\(script).json")
        return try await daemons.run(interpreter, [Repository.root.appending(path: "Tests/interop/\(script)").path, file])
    }

    @Test("pysaml2 and signxml accept the response and read the attributes; changed, they reject it")
    func pythonReads() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let evidence = try await collect(daemons)
            func check(_ response: String) async throws -> ToolResult {
                let configuration = Check(
                    response: response, providerMetadata: evidence.metadata, certificate: evidence.certificate,
                    service: Self.serviceEntityID, consumer: consumer(daemons), request: evidence.request)
                return try await python(daemons, "check_response.py", configuration, in: evidence.folder)
            }
            let reading = try await check(evidence.response).decoded(as: Reading.self)
            #expect(reading.name == "u-1001-alice")
            #expect(reading.issuer == "https://alpha.example/saml/metadata")
            #expect(reading.inResponseTo == evidence.request)
            #expect(reading.attributes["householdID"] == ["h-1001"])
            #expect(reading.attributes["channelID"] == ["news", "sports", "kids", "movies"])
            let text = try String(contentsOfFile: evidence.response, encoding: .utf8)
            let changed = try evidence.folder.write(text.replacing("h-1001", with: "h-1002"), to: "changed.xml")
            let refused = try await check(changed)
            #expect(refused.exit == .exited(1), "\(refused)")
        }
    }

    /// The input of Tests/interop/make_response.py.
    private struct Making: Encodable {
        let serviceMetadata: String
        let key: String
        let certificate: String
        let provider: String
        let service: String
        let consumer: String
        let request: String
        let name: String
        let attributes: [String: [String]]
    }

    @Test("The service accepts a response that pysaml2 signed with the provider's key, and rejects one with another's")
    func pythonWrites() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let evidence = try await collect(daemons)
            let keys = daemons.workspace.folder.path("device/state/vsasim/vsad-keys")
            _ = try await daemons.vsactl("provider", "show", "delta.example", "--metadata").checked()
            for (owner, status) in [("delta.example", 400), ("alpha.example", 204)] {
                let making = Making(
                    serviceMetadata: evidence.service, key: "\(keys)/\(owner).pem", certificate: evidence.certificate,
                    provider: "https://alpha.example/saml/metadata", service: Self.serviceEntityID,
                    consumer: consumer(daemons), request: evidence.request, name: "u-1001-alice",
                    attributes: ["userID": ["u-1001-alice"], "householdID": ["h-1001"]])
                let made = try await python(daemons, "make_response.py", making, in: evidence.folder).checked()
                try await evidence.device.exchange(made.output, asItIs: true).expecting(status)
            }
        }
    }
}
