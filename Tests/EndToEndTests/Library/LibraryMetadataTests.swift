import DecisionTables
import Foundation
import Testing
import VSATesting

@Suite("Metadata through the library", .daemonLogs)
struct LibraryMetadataTests {
    private struct Certificate: Encodable {
        let requestor = "REF30"
        let certificate: String
        let encryptsMetadata = true
    }

    @Test("An encrypted field is a text that the programmer's private key decrypts; others are plain values")
    func encrypted() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let stage = try await LibraryStage(daemons: daemons)
            let (key, certificate) = ("\(stage.storage)/programmer.key", "\(stage.storage)/programmer.pem")
            try await daemons.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=programmer.example", "-days", "2", "-keyout",
                    key, "-out", certificate,
                ]
            ).checked()
            let pem = try String(contentsOfFile: certificate, encoding: .utf8)
            try await daemons.administration.send("POST", "/admin/v1/certificates", json: Certificate(certificate: pem))
                .expecting(201)
            let app = try stage.app()
            try await app.configure()
            let zip = try await app.callbacks(of: "getMetadata user zip", until: "setMetadataStatus")[0]
            #expect(zip.parameters["encrypted"] == .flag(true) && zip.integer("key") == 3)
            #expect(zip.parameters["arguments"] == .object(["opCode": .integer(3), "user_metadata_name": .text("zip")]))
            let value = try #require(zip.text("metadata").flatMap { Data(base64Encoded: $0) }, "\(zip)")
            try value.write(to: URL(fileURLWithPath: "\(stage.storage)/zip"))
            let decrypted = try await daemons.run(
                "openssl", ["pkeyutl", "-decrypt", "-inkey", key, "-in", "\(stage.storage)/zip"]
            ).checked()
            #expect(decrypted.output.hasPrefix("10001"), "\(decrypted)")
            let user = try await app.callbacks(of: "getMetadata user userID", until: "setMetadataStatus")[0]
            #expect(user.parameters["encrypted"] == .flag(false) && user.text("metadata") == "u-1001-alice")
            _ = try await app.quit()
        }
    }

    @Test("Times of expiry, the device's identifier, values of every kind, and none")
    func values() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let app = try await LibraryStage(daemons: daemons).app()
            try await app.configure()
            func value(_ arguments: String) async throws -> Value? {
                try await app.callbacks(of: "getMetadata \(arguments)", until: "setMetadataStatus")[0].parameters["metadata"]
            }
            let now = Int64(Date().timeIntervalSince1970 * 1_000)
            guard case .text(let expires)? = try await value("authn-ttl"), let end = Int64(expires) else {
                Issue.record("no time of expiry")
                return
            }
            #expect((now...now + 366 * 86_400_000).contains(end))
            #expect(try await value("authz-ttl news") == .null)
            _ = try await app.callbacks(of: "getAuthorization news", until: "setToken")
            guard case .text(let text)? = try await value("authz-ttl news"), let authorizationEnd = Int64(text) else {
                Issue.record("no time of expiry of the authorization")
                return
            }
            #expect((now...end).contains(authorizationEnd))
            #expect(try await value("device-id") == .null, "not allowed in the built-in world")
            #expect(try await value("user tokenSource") == .text("Apple"))
            #expect(try await value("user zip") == .list([.text("10001")]))
            #expect(try await value("user maxRating") == .object(["MPAA": .text("NC-17"), "VCHIP": .text("TV-MA")]))
            #expect(try await value("user nothing") == .null)
            _ = try await app.quit()
        }
    }
}
