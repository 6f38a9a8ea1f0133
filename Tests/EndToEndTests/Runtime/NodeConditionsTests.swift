import DatabaseServer
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("What a node on PostgreSQL needs", .daemonLogs)
struct NodeConditionsTests {
    @Test(
        "a node whose clock differs by more than a second from the server's is not ready, and reports that",
        arguments: [("-3s", false), ("+1.5s", false), ("+0.5s", true), ("-0.5s", true)])
    func clocks(offset: String, isReady: Bool) async throws {
        // The server's clock is the wrong one, because Swift programs lose their arguments with libfaketime.
        let server = try await PostgreSQLServer.start(clockOffset: offset)
        try await Workspace.withPlace { workspace in
            let node = try await RunningNode.start(
                workspace, "wrong", RunningNode.options(workspace, database: server.url))
            let answer = try await node.administrator.send("GET", "/readyz").expecting(isReady ? 200 : 503)
            #expect(isReady || answer.text.contains("The clock of this machine differs"), "\(answer)")
            _ = try await node.administrator.send("GET", "/healthz").expecting(200)
            await node.service.process.terminate()
        }
        await server.stop()
    }

    @Test("codes and access tokens expire by the server's clock, not by the node's")
    func expiry() async throws {
        struct Code: Decodable { let code: String }
        let server = try await PostgreSQLServer.start()
        try await Workspace.withPlace { workspace in
            let node = try await RunningNode.start(
                workspace, "node", RunningNode.options(workspace, database: server.url))
            let client = try await node.device().client
            let code = try await client.post("/reggie/v1/REF30/regcode", form: ["deviceId": "ZGV2aWNl"])
                .expecting(201).decoded(as: Code.self).code
            let path = "/reggie/v1/REF30/regcode/\(code)"
            _ = try await client.send("GET", path).expecting(200)
            // Only the server's clock moves: first past the code's half an hour, then past the token's six hours.
            for (offset, status) in [("+1h", 404), ("+1d", 401)] {
                await server.stop()
                try await server.start(clockOffset: offset)
                try await until("the call gets \(status)") { try await client.send("GET", path).status == status }
            }
            await node.service.process.terminate()
        }
        await server.stop()
    }

    @Test("a node whose clock is ahead keeps the certificates of media tokens that are valid by the server's clock")
    func retiredCertificates() async throws {
        let server = try await PostgreSQLServer.start(clockOffset: "-1d")
        try await Workspace.withPlace { workspace in
            let path = "/admin/v1/media-certificates"
            let options = try RunningNode.options(workspace, database: server.url)
            let node = try await RunningNode.start(workspace, "first", options)
            let certificates = try await node.administrator.send("POST", path + "/roll").expecting(200).text
            #expect(certificates.matches(of: /"fingerprint"/).count == 2)
            await node.service.process.terminate()
            let next = try await RunningNode.start(workspace, "second", options)
            #expect(try await next.administrator.send("GET", path).expecting(200).text == certificates)
            await next.service.process.terminate()
        }
        await server.stop()
    }

    @Test("a pooler in transaction mode is rejected with a message; with one in session mode a node works")
    func poolers() async throws {
        let server = try await PostgreSQLServer.shared
        for mode in [ConnectionPooler.Mode.transaction, .session] {
            let pooler = try await ConnectionPooler.start(before: server, mode: mode)
            try await Workspace.withPlace { workspace in
                let options = try RunningNode.options(workspace, database: pooler.url)
                if mode == .session {
                    let node = try await RunningNode.start(workspace, "pooled", options)
                    _ = try await node.administrator.send("GET", "/readyz").expecting(200)
                    await node.service.process.terminate()
                } else {
                    let refused = try await Tool.run(
                        try Executables.find("entitlementd"), ["serve"] + options,
                        environment: try workspace.environment(rootedAt: "pooled"))
                    #expect(refused.exit == .exited(65) && refused.errorOutput.contains("session mode"), "\(refused)")
                }
            }
            await pooler.stop()
        }
    }
}
