import DecisionTables
import Foundation
import ProjectTesting
import Testing

@Suite("Metadata through the library", .daemonLogs)
struct LibraryMetadataTests {
    private struct Certificate: Encodable {
        let requestor = "REF30"
        let certificate: String
        let encryptsMetadata = true
    }

    @Test("An encrypted field is a string that the programmer's private key decrypts; others are plain values")
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

    @Test(
        "The dictionary is returned complete: resources with blanks and quotation marks, entries of every kind, unknown opcodes")
    func arguments() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let app = try await LibraryStage(daemons: daemons).app()
            try await app.configure()
            func answer(_ arguments: String) async throws -> PrintedCallback {
                try await app.callbacks(of: "getMetadata \(arguments)", until: "setMetadataStatus")[0]
            }
            let document = #"<rss version="2.0"><channel><title>news</title></channel></rss>"#
            _ = try await app.callbacks(of: "getAuthorization \(document)", until: "setToken", "tokenRequestFailed")
            let expiry = try await answer("authz-ttl \(document)")
            #expect(expiry.parameters["arguments"] == .object(["opCode": .integer(1), "resource_id": .text(document)]))
            #expect(expiry.text("metadata").flatMap { Int64($0) } != nil, "\(expiry)")
            let whole = try await answer(
                #"opCode=3 user_metadata_name=userID 'list=[1,true,null,{"b":2,"a":1}]' number=7 flag=false none=null text='a b' empty="#
            )
            #expect(
                whole.line.hasSuffix(
                    #""key":3,"arguments":{"empty":"","flag":false,"list":[1,true,null,{"a":1,"b":2}],"none":null,"number":7,"#
                        + #""opCode":3,"text":"a b","user_metadata_name":"userID"}}"#), "\(whole)")
            #expect(whole.text("metadata") == "u-1001-alice")
            let unknown = try await answer("opCode=9 mark=x")
            #expect(unknown.parameters["metadata"] == .null && unknown.integer("key") == 9)
            #expect(unknown.parameters["arguments"] == .object(["opCode": .integer(9), "mark": .text("x")]))
            try await app.send("getMetadata user")
            #expect(try await "\(app.nextLine())".contains("KEY=VALUE"))
            _ = try await app.quit()
        }
    }

    @Test("SEC412 by the service: the login is removed, the app gets one status, and the next login works", .daemonLogs)
    func otherDevice() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let app = try await LibraryStage(daemons: daemons).app()
            try await app.configure()
            try await daemons.vsactl("fault", "add", "service.authorize", "--error", "device_id_mismatch", "--times", "1")
                .checked()
            let refused = try await app.callbacks(of: "getAuthorization news", until: "setToken", "tokenRequestFailed")
            #expect(refused.codes == ["SEC412", "N000"], "\(refused)")
            #expect(refused.last?.text("code") == ErrorText.userNotAuthenticated, "\(refused)")
            #expect(refused.filter { $0.name == "setAuthenticationStatus" }.map { $0.integer("status") } == [0], "\(refused)")
            let check = try await app.callbacks(of: "checkAuthentication", until: "setAuthenticationStatus")
            #expect(check.codes == ["N000"] && check.last?.integer("status") == 0, "\(check)")
            try await app.configure()
            let token = try await app.callbacks(of: "getAuthorization news", until: "setToken", "tokenRequestFailed")
            #expect(token.last?.name == "setToken", "\(token)")
            _ = try await app.quit()
        }
    }
}
