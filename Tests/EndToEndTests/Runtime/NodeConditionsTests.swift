import DatabaseServer
import Foundation
import PrivateSession
import Testing
import VSATesting

@Suite("What a node on PostgreSQL needs", .daemonLogs)
struct NodeConditionsTests {
    @Test(
        "a node whose clock differs by more than a second from the server's is not ready, and says so",
        arguments: [("-3s", false), ("+1.5s", false), ("+0.5s", true), ("-0.5s", true)])
    func clocks(offset: String, isReady: Bool) async throws {
        // The server's clock is the wrong one: Swift's programs lose their arguments with libfaketime.
        let server = try await PostgreSQLServer.start(clockOffset: offset)
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                let node = try await RunningNode.start(
                    workspace, "wrong", RunningNode.options(workspace, database: server.url))
                let answer = try await node.administrator.send("GET", "/readyz").expecting(isReady ? 200 : 503)
                #expect(isReady || answer.text.contains("The clock of this machine differs"), "\(answer)")
                _ = try await node.administrator.send("GET", "/healthz").expecting(200)
                await node.service.process.terminate()
            }
        }
        await server.stop()
    }

    @Test("a pooler in transaction mode is refused with a message; behind one in session mode a node works")
    func poolers() async throws {
        let server = try await PostgreSQLServer.shared
        for mode in [ConnectionPooler.Mode.transaction, .session] {
            let pooler = try await ConnectionPooler.start(before: server, mode: mode)
            try await withDaemonPlace {
                try await Workspace.with { workspace in
                    let options = try RunningNode.options(workspace, database: pooler.url)
                    if mode == .session {
                        let node = try await RunningNode.start(workspace, "pooled", options)
                        _ = try await node.administrator.send("GET", "/readyz").expecting(200)
                        await node.service.process.terminate()
                    } else {
                        let refused = try await Tool.run(
                            try Executables.find("entitlementd"), ["serve"] + options,
                            environment: try workspace.environment(rootedAt: "pooled"))
                        #expect(refused.exit == .exited(1) && refused.errorOutput.contains("session mode"), "\(refused)")
                    }
                }
            }
            await pooler.stop()
        }
    }
}
