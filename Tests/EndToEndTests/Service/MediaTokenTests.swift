import Foundation
import MediaTokenVerifier
import PrivateSession
import ProjectTesting
import Testing

@Suite("Media tokens of the running service", .daemonLogs)
struct MediaTokenTests {
    /// A token for `news`, from `entitle`.
    private func token(_ daemons: Daemons, of user: String = "alice") async throws -> String {
        try await daemons.setAccess("com.example.player", "granted")
        try await daemons.signIn(user, at: "alpha.example")
        let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        let result = try await daemons.run(
            "entitle", ["--storage", storage, "setRequestor REF30", "getAuthorization news"]
        ).checked()
        let line = try #require(result.lines.first { $0.hasPrefix(#"{"callback":"setToken""#) }, "\(result)")
        return try #require(try PrintedCallback(line: line).text("token"))
    }

    private func certificate(_ daemons: Daemons) async throws -> String {
        try await ServiceClient(baseURL: daemons.serviceURL).send("GET", "/media-token/certificate").expecting(200).text
    }

    @Test("The program verifies a token for its requestor and resource, and no other")
    func program() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let token = try await token(daemons)
            let file = daemons.workspace.folder.path("media-\(UUID().uuidString).pem")
            try await certificate(daemons).write(toFile: file, atomically: true, encoding: .utf8)
            func verify(_ token: String, requestor: String = "REF30", resource: String = "news") async throws -> ToolResult {
                try await daemons.run(
                    "media-token-verifier", ["--certificate", file, "--requestor", requestor, "--resource", resource, token])
            }
            let good = try await verify(token)
            #expect(good.exit == .exited(0), "\(good)")
            #expect(good.output.contains("VALID_TOKEN") && !good.output.contains("INVALID"), "\(good)")
            let otherResource = try await verify(token, resource: "sports")
            #expect(otherResource.exit != .exited(0) && otherResource.output.contains("INVALID_RESOURCE_ID"), "\(otherResource)")
            let otherRequestor = try await verify(token, requestor: "REF60")
            #expect(otherRequestor.exit != .exited(0), "\(otherRequestor)")
            let text = String(decoding: try #require(Data(base64Encoded: token)), as: UTF8.self)
            #expect(text.contains("news"))
            let changed = try await verify(
                Data(text.replacing("news", with: "sports").utf8).base64EncodedString(), resource: "sports")
            #expect(changed.exit != .exited(0) && changed.output.contains("INVALID_SIGNATURE"), "\(changed)")
        }
    }

    @Test("The module does the same, and tells users apart, but not their sign-ins")
    func module() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let verifier = try MediaTokenVerifier(certificatePEM: try await certificate(daemons), requestorID: "REF30")
            var users: [String?] = []
            for user in ["alice", "bob", "alice"] {
                let verification = verifier.verify(try await token(daemons, of: user), resourceID: "news")
                #expect(verification.isValid, "\(verification)")
                #expect(verification.token?.mvpdID == "AlphaCable")
                #expect(verification.token?.timeToLive == 420_000)
                users.append(verification.token?.sessionGUID)
            }
            #expect(users[0] == users[2] && users[0] != users[1])
        }
    }
}
