import DatabaseServer
import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("Nodes on PostgreSQL when something fails or ends", .daemonLogs)
struct NodeFailureTests {
    @Test("kill -9 of a node loses nothing that was acknowledged, and the other one continues; so does one that joins later")
    func kill() async throws {
        try await RunningNode.withTwo { workspace, options, nodes in
            try await nodes[0].setEnabled(false)
            nodes[0].service.process.send(signal: SIGKILL)
            await nodes[0].service.process.wait()
            #expect(try await !nodes[1].isEnabled())
            // Waits until the dead node's entry has expired.
            try await nodes[1].setEnabled(true)
            let third = try await RunningNode.start(workspace, "third", options + ["--log-level", "info"])
            #expect(try await third.isEnabled())
            try await third.setEnabled(false)
            #expect(try await !nodes[1].isEnabled())
            // Every line of its log contains its name.
            try await third.service.waitForLog(" node=third")
            let lines = try String(contentsOfFile: third.service.log, encoding: .utf8).split(separator: "\n")
            #expect(lines.allSatisfy { $0.contains(" node=third") }, "\(lines)")
            await third.service.process.terminate()
        }
    }

    /// The codes whose creation was acknowledged, with the device that may read each.
    private actor Acknowledged {
        private(set) var codes: [(device: ServiceDevice, code: String)] = []

        /// Returns their current number.
        func add(_ code: String, of device: ServiceDevice) -> Int {
            codes.append((device, code))
            return codes.count
        }
    }

    /// Registers devices and creates codes until the node has ended.
    ///
    /// - Parameter added: Called with the number of codes after each one.
    private static func write(
        to node: RunningNode, _ statement: String, _ acknowledged: Acknowledged, added: (Int) async -> Void
    ) async {
        for _ in 0..<10_000 {
            do {
                let device = try await ServiceDevice(at: node.service.url, statement: statement)
                let code = try await device.createSession()
                let count = await acknowledged.add(code, of: device)
                await added(count)
            } catch is UnexpectedAnswer {
                // It was not acknowledged.
            } catch { return }
        }
    }

    @Test(
        "kill -9 of all nodes at once under load, and of the server with them, loses nothing that was acknowledged",
        arguments: [false, true])
    func killAll(withServer: Bool) async throws {
        let server = if withServer { try await PostgreSQLServer.start() } else { try await PostgreSQLServer.shared }
        try await RunningNode.withTwo(server: server) { workspace, options, nodes in
            let statement = try await nodes[0].statement()
            let acknowledged = Acknowledged()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        await Self.write(to: nodes[number % 2], statement, acknowledged) { count in
                            guard count == 64 else { return }
                            if withServer { await server.stop(SIGQUIT) }
                            for node in nodes { node.service.process.send(signal: SIGKILL) }
                        }
                    }
                }
            }
            for node in nodes {
                // It is still running if the calls failed for another reason.
                node.service.process.send(signal: SIGKILL)
                await node.service.process.wait()
            }
            if withServer { try await server.start() }
            let codes = await acknowledged.codes
            #expect(codes.count >= 64)
            for name in ["first", "second"] {
                let node = try await RunningNode.start(workspace, name, options)
                for (device, code) in codes {
                    _ = try await device.at(node.service.url).rest("sessions/\(code)").expecting(200)
                }
                await node.service.process.terminate()
            }
        }
        if withServer { await server.stop() }
    }

    @Test("while the server is unavailable every call gets 503 within two seconds; both nodes recover without loss")
    func serverAway() async throws {
        let server = try await PostgreSQLServer.start()
        try await RunningNode.withTwo(server: server) { _, _, nodes in
            try await nodes[0].setEnabled(false)
            await server.stop(SIGQUIT)
            for node in nodes {
                let start = ContinuousClock.now
                let answer = try await node.administrator.send("GET", "/admin/v1/sessions").expecting(503)
                #expect(answer.headers["retry-after"] == "1" && ContinuousClock.now < start + .seconds(2), "\(answer)")
                _ = try await node.administrator.send("GET", "/readyz").expecting(503)
                _ = try await node.administrator.send("GET", "/healthz").expecting(200)
            }
            try await server.start()
            for node in nodes {
                try await until("the node is ready again") { try await node.administrator.send("GET", "/readyz").status == 200 }
                #expect(try await !node.isEnabled())
            }
            try await nodes[1].setEnabled(true)
            #expect(try await nodes[0].isEnabled())
        }
        await server.stop()
    }

    private struct Call: Sendable {
        var client: ServiceClient
        var method: String
        var path: String
        var body: (type: String, data: Data)?

        /// Expects that the database does not answer, and that the caller gets an error in time.
        func expectAway() async throws {
            let start = ContinuousClock.now
            let answer = try await client.send(method, path, body: body)
            // Two seconds, and the delay of a busy machine.
            #expect(ContinuousClock.now < start + .seconds(3), "\(method) \(path)")
            #expect(answer.status == 503 && answer.headers["retry-after"] == "1", "\(method) \(path): \(answer)")
            #expect(answer.text.contains("database cannot be reached"), "\(method) \(path): \(answer)")
        }
    }

    /// Calls of all kinds.
    private func calls(_ node: RunningNode) async throws -> [Call] {
        func form(_ text: String) -> (type: String, data: Data) { ("application/x-www-form-urlencoded", Data(text.utf8)) }
        let device = try await node.device()
        let session = try await device.createSession()
        let statement = try await node.statement()
        let registration = #"{"software_statement":"\#(statement)"}"#
        var app = device.client
        app.headers["AP-Device-Identifier"] = "fingerprint \(device.deviceID)"
        let (administrator, code) = (node.administrator, "/reggie/v1/REF30/regcode")
        let (disabled, requestor) = (#"{"enabled":false}"#, #"{"requestor":"REF30"}"#)
        let credentials = "grant_type=client_credentials&client_id=a&client_secret=b"
        let login = "mvpd=AlphaCable&domainName=example.com&redirectUrl=adbe.example%3A%2F%2Fdone"
        return [
            Call(client: app, method: "GET", path: "/api/v1/authorize?requestor=REF30&resource=news&deviceId=ZGV2aWNl"),
            Call(client: app, method: "GET", path: "/api/v2/REF30/profiles"),
            Call(client: administrator, method: "GET", path: "/admin/v1/sessions"),
            Call(client: administrator, method: "PUT", path: RunningNode.integration, body: ServiceClient.json(disabled)),
            Call(client: app, method: "POST", path: code, body: form("deviceId=ZGV2aWNl")),
            Call(client: administrator, method: "GET", path: "/admin/v1/journal"),
            Call(client: app, method: "POST", path: "/o/client/token", body: form(credentials)),
            Call(client: app, method: "GET", path: "\(code)/\(session)"),
            Call(client: app, method: "POST", path: "/api/v2/REF30/sessions", body: form(login)),
            Call(client: app, method: "GET", path: "/api/v2/authenticate/REF30/\(session)"),
            Call(client: administrator, method: "POST", path: "/admin/v1/statements", body: ServiceClient.json(requestor)),
            Call(client: app, method: "POST", path: "/o/client/register", body: ServiceClient.json(registration)),
        ]
    }

    @Test("while the server accepts connections and does not answer, every kind of call gets 503 in time; the node recovers")
    func silentServer() async throws {
        let server = try await PostgreSQLServer.start()
        try await RunningNode.withTwo(server: server) { _, _, nodes in
            let all = try await calls(nodes[0])
            // As many concurrent calls as the client has connections.
            for start in stride(from: 0, to: all.count, by: 6) {
                let burst = all[start..<min(start + 6, all.count)]
                try await server.whilePaused {
                    // At first, the node only finds that the server does not answer.
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for call in burst { group.addTask { try await call.expectAway() } }
                        try await group.waitForAll()
                    }
                    for call in burst { try await call.expectAway() }
                    _ = try await nodes[0].administrator.send("GET", "/healthz").expecting(200)
                    _ = try await nodes[0].administrator.send("GET", "/readyz").expecting(503)
                }
                for node in nodes {
                    try await until("the node is ready again") {
                        try await node.administrator.send("GET", "/readyz").status == 200
                    }
                }
            }
            for value in [true, false] {
                try await nodes[0].setEnabled(value)
                #expect(try await nodes[1].isEnabled() == value)
            }
        }
        await server.stop()
    }

    @Test("a call that is in progress at SIGTERM is completed and gets its answer; then the node ends with code 0")
    func drain() async throws {
        let url = try await PostgreSQLServer.shared.url
        try await RunningNode.withTwo { _, options, nodes in
            let index = try #require(options.firstIndex(of: "--database-schema"))
            let (table, process) = ("\(options[index + 1]).integration", nodes[0].service.process)
            @Sendable func psql(_ script: String) async throws -> ToolResult {
                try await Tool.run(
                    "/usr/bin/psql", ["-XAtq", "-v", "ON_ERROR_STOP=1", "-d", url], environment: ["PATH": "/usr/bin:/bin"],
                    input: script)
            }
            // Keeps the call waiting from before the signal until the node accepts no connections any more.
            let holding = #"""
                SET statement_timeout = '60s';
                BEGIN;
                LOCK TABLE \#(table) IN SHARE MODE;
                DO $$ BEGIN
                    WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = '\#(table)'::regclass) LOOP
                        PERFORM pg_sleep(0.005);
                    END LOOP;
                END $$;
                \! kill -TERM \#(process.processID); while curl -s \#(nodes[0].service.url)/healthz; do sleep 0.01; done
                COMMIT;
                """#
            async let holder = psql(holding)
            let locks = "SELECT count(*) FROM pg_locks WHERE granted AND mode = 'ShareLock' AND relation = '\(table)'::regclass;"
            try await until("the table is locked") { try await psql(locks).checked().lines.first == "1" }
            try await nodes[0].setEnabled(false)
            _ = try await holder.checked()
            #expect(await process.wait(atMost: defaultDeadline) == .exited(0))
            #expect(try await !nodes[1].isEnabled())
        }
    }

    @Test("when the server fails, a node continues with the copy that its URL also names")
    func failover() async throws {
        let (server, copy) = (try await PostgreSQLServer.start(), try await PostgreSQLServer.start())
        let url = "postgresql:///postgres?host=\(server.folder),\(copy.folder)&user=postgres&target_session_attrs=read-write"
        try await Workspace.withPlace { workspace in
            let node = try await RunningNode.start(workspace, "only", RunningNode.options(workspace, database: url))
            try await node.setEnabled(false)
            // Instead of a standby that is promoted.
            let script = #"pg_dump --dbname "$0" | psql --quiet --set ON_ERROR_STOP=1 --dbname "$1""#
            try await Tool.run(
                "/bin/sh", ["-c", script, server.url, copy.url], environment: ["PATH": "/usr/bin:/bin"]
            ).checked()
            await server.stop(SIGQUIT)
            // Each of the connections may answer one call with 503 before it is opened again.
            try await until("the node reads again") { (try? await node.isEnabled()) == false }
            try await until("the node writes again") { (try? await node.setEnabled(true)) != nil }
            try await until("what it wrote is there") { (try? await node.isEnabled()) == true }
            await node.service.process.terminate()
        }
        await copy.stop()
    }
}
