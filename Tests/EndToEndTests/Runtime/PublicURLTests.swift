import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("A service for other machines", .daemonLogs)
struct PublicURLTests {
    private struct Registration: Decodable {
        struct Information: Decodable { let registrationURL: String }
        let info: Information
        let code: String
    }

    /// A call as it arrives through a proxy, or from a client that pretends to be one.
    private static let forwarded = ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"]

    @Test("--listen 0.0.0.0 --public-url: codes and SAML follow it, doctor reports a stale URL, service connect updates it")
    func publicURL() async throws {
        try await withDaemons { daemons in
            let port = try #require(daemons.serviceURL.split(separator: ":").last)
            let publicURL = "http://localhost:\(port)"
            let consumer = "/sp/saml/SAMLAssertionConsumer"
            let before = daemons.serviceURL
            #expect(try await daemons.vsactl("doctor").exit == .exited(0))
            #expect(await daemons.serviceProcess.terminate() == .exited(0))
            try await daemons.restartService(listen: "0.0.0.0:\(port)", options: ["--public-url", publicURL])
            // Programs of this machine keep using the listening address.
            #expect(daemons.serviceURL == before)
            #expect(try await daemons.document("service", "status")["service"]["url"].text == publicURL)

            let metadata = try await daemons.administration.send("GET", "/saml/metadata", headers: Self.forwarded).text
            #expect(metadata.contains(#"Location="\#(publicURL)\#(consumer)""#), "\(metadata)")
            #expect(metadata.contains(#"entityID="https://saml.sp.auth.adobe.com""#), "\(metadata)")
            let device = try await ServiceDevice(daemons: daemons)
            for headers in [[:], Self.forwarded] {
                let code = try await device.client.send(
                    "POST", "/reggie/v1/REF30/regcode", headers: headers,
                    body: ("application/x-www-form-urlencoded", Data("deviceId=tv-1".utf8))
                ).expecting(201).decoded(as: Registration.self)
                #expect(code.info.registrationURL == publicURL + "/activate")
                // From the listening address, the pages lead to the public one.
                let done = try await daemons.document("activate", code.code, "--as", "alice")
                #expect(done["sessions"].elements.count == 1)
            }

            let stale = try await daemons.vsactl("doctor")
            #expect(stale.exit == .exited(1), "\(stale)")
            #expect(
                stale.output.contains("the device has a stale URL of the service: \(before)\(consumer) instead of \(publicURL)"),
                "\(stale)")
            #expect(stale.output.contains("vsactl service connect"), "\(stale)")
            try await daemons.vsactl("service", "connect").checked()
            let mended = try await daemons.vsactl("doctor")
            #expect(mended.exit == .exited(0), "\(mended)")

            try await daemons.signIn("alice", at: "alpha.example")
            try await daemons.setAccess("com.example.player", "granted")
            let app = try await daemons.run(
                "entitle",
                [
                    "setRequestor REF30", "wait setRequestorComplete status=1 60", "checkAuthentication",
                    "wait setAuthenticationStatus status=1 60",
                ])
            #expect(app.exit == .exited(0), "\(app)")
        }
    }

    @Test("--listen 0.0.0.0 alone: codes follow the request's Host if it is the service's own, and a trusted proxy")
    func requests() async throws {
        try await withDaemons { daemons in
            func registrationURL(at base: String, _ headers: [String: String] = [:]) async throws -> String {
                try await ServiceDevice(daemons: daemons).at(base).client.send(
                    "POST", "/reggie/v1/REF30/regcode", headers: headers,
                    body: ("application/x-www-form-urlencoded", Data("deviceId=tv-1".utf8))
                ).expecting(201).decoded(as: Registration.self).info.registrationURL
            }
            let port = try #require(daemons.serviceURL.split(separator: ":").last)
            #expect(await daemons.serviceProcess.terminate() == .exited(0))
            try await daemons.restartService(listen: "0.0.0.0:\(port)")
            // 0.0.0.0 also leads a client to its own machine, but does not name a machine.
            for (host, expected) in [("localhost", "localhost"), ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1")] {
                for headers in [[:], Self.forwarded] {
                    #expect(
                        try await registrationURL(at: "http://\(host):\(port)", headers) == "http://\(expected):\(port)/activate")
                }
            }
            let log = try String(contentsOfFile: daemons.workspace.folder.path("logs/entitlementd.log"), encoding: .utf8)
            #expect(log.contains("public-url"), "\(log)")

            #expect(await daemons.serviceProcess.terminate() == .exited(0))
            try await daemons.restartService(
                listen: "0.0.0.0:\(port)", options: ["--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "127.0.0.1"])
            #expect(try await registrationURL(at: daemons.serviceURL, Self.forwarded) == "https://evil.example/activate")
            let malformed = try await daemons.administration.send("GET", "/health", headers: ["X-Forwarded-Proto": "gopher"])
            #expect(malformed.status == 400 && malformed.text.contains("X-Forwarded-Proto"), "\(malformed.text)")
        }
    }
}
