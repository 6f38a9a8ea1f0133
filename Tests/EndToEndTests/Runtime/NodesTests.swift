import DatabaseServer
import Foundation
import Glibc
import PrivateSession
import Testing
import VSATesting

@Suite("Several nodes on PostgreSQL", .daemonLogs)
struct NodesTests {
    private static let integration = "/admin/v1/integrations/REF30/AlphaCable"

    private static func json(_ text: String) -> (type: String, data: Data) { ("application/json", Data(text.utf8)) }

    private func isEnabled(_ node: RunningNode) async throws -> Bool {
        try await node.administrator.send("GET", Self.integration).expecting(200).text.contains(#""enabled":true"#)
    }

    private func setEnabled(_ isEnabled: Bool, _ node: RunningNode) async throws {
        _ = try await node.administrator.send("PUT", Self.integration, json: ["enabled": isEnabled]).expecting(200)
    }

    @Test("what one node answers after an acknowledged write every node answers: faults, clock, throttling, logins, journal")
    func everythingIsShared() async throws {
        try await RunningNode.withTwo { workspace, _, nodes in
            let (one, two) = (nodes[0].administrator, nodes[1].administrator)
            for round in 0..<6 {
                let (writer, reader) = round % 2 == 0 ? (nodes[0], nodes[1]) : (nodes[1], nodes[0])
                try await setEnabled(round % 2 == 1, writer)
                #expect(try await isEnabled(reader) == (round % 2 == 1))
            }
            // A fault takes effect on the other node, as often as it says in all.
            let fault = #"{"id":"f","at":"service.register","status":503,"times":3}"#
            _ = try await one.send("POST", "/admin/v1/faults", body: Self.json(fault)).expecting(201)
            var refused = 0
            for number in 0..<6 {
                let client = ServiceClient(baseURL: nodes[number % 2].service.url)
                if try await client.send("POST", "/o/client/register", json: ["software_statement": "x"]).status == 503 {
                    refused += 1
                }
            }
            #expect(refused == 3)
            #expect(try await two.send("GET", "/admin/v1/faults").expecting(200).text.contains(#""struck":3"#))
            _ = try await two.send("DELETE", "/admin/v1/faults/f").expecting(204)
            #expect(try await !one.send("GET", "/admin/v1/faults").expecting(200).text.contains(#""id":"f""#))
            _ = try await two.send("PUT", "/admin/v1/clock", json: ["specification": "frozen:1900000000"]).expecting(200)
            #expect(try await one.send("GET", "/admin/v1/clock").expecting(200).text.contains("1900000000"))
            _ = try await one.send("PUT", "/admin/v1/throttling", body: Self.json(#"{"enabled":true,"burst":3}"#))
                .expecting(200)
            #expect(try await two.send("GET", "/admin/v1/throttling").expecting(200).text.contains(#""burst":3"#))
            // One call a second and three more, by both nodes together: the clock stands still.
            var admitted = 0
            for number in 0..<10 {
                let client = ServiceClient(baseURL: nodes[number % 2].service.url, headers: ["X-Forwarded-For": "192.0.2.1"])
                if try await client.send("GET", "/api/v1/config/REF30").status != 429 { admitted += 1 }
            }
            #expect(admitted == 4)
            let link = try await one.send("POST", "/admin/v1/dashboard-links").expecting(201).text
            let path = try #require(link.firstMatch(of: /"path":"([^"]+)"/)?.output.1)
            // The cookie belongs to the host and not to a port.
            let jar = workspace.folder.path("cookies")
            for (url, cookies, status) in [
                (nodes[1].service.url + String(path), "-c", "303"), (nodes[0].service.url + "/dashboard", "-b", "200"),
            ] {
                let opened = try await Tool.run(
                    "/usr/bin/curl", ["-sS", "-o", "/dev/null", cookies, jar, "-w", "%{http_code}", url],
                    environment: ["PATH": "/usr/bin:/bin"])
                #expect(opened.output == status, "\(opened)")
            }
            let journal = try await two.send("GET", "/admin/v1/journal").expecting(200).text
            #expect(journal.contains(#""node":"first""#) && journal.contains(#""node":"second""#))
        }
    }

    @Test("a login begins on one node and goes on at the other; a code is redeemed once")
    func loginOnBoth() async throws {
        struct Answer: Decodable {
            let statement: String?
            let clientID: String?
            let clientSecret: String?
            let accessToken: String?
            let code: String?

            enum CodingKeys: String, CodingKey {
                case statement, code
                case clientID = "client_id"
                case clientSecret = "client_secret"
                case accessToken = "access_token"
            }
        }
        try await RunningNode.withTwo { _, _, nodes in
            let information = Data(#"{"model":"AppleTV","osName":"tvOS","osVersion":"26.0","version":"18,1"}"#.utf8)
            let headers = ["X-Device-Info": information.base64EncodedString(), "Accept": "application/json"]
            let clients = nodes.map { ServiceClient(baseURL: $0.service.url, headers: headers) }
            let statement = try await nodes[0].administrator.send("POST", "/admin/v1/statements", json: ["requestor": "REF30"])
                .expecting(201).decoded(as: Answer.self)
            let registered = try await clients[1].send(
                "POST", "/o/client/register", json: ["software_statement": statement.statement ?? ""]
            ).expecting(201).decoded(as: Answer.self)
            let token = try await clients[0].post(
                "/o/client/token",
                form: [
                    "client_id": registered.clientID ?? "", "client_secret": registered.clientSecret ?? "",
                    "grant_type": "client_credentials",
                ]
            ).expecting(200, 201).decoded(as: Answer.self)
            let bearer = ["Authorization": "Bearer \(token.accessToken ?? "")"]
            let code = try await clients[1].send(
                "POST", "/reggie/v1/REF30/regcode", headers: bearer,
                body: ("application/x-www-form-urlencoded", Data("deviceId=ZGV2aWNl".utf8))
            ).expecting(201, 200).decoded(as: Answer.self)
            let found = try await clients[0].send(
                "GET", "/reggie/v1/REF30/regcode/\(code.code ?? "")", headers: bearer
            ).expecting(200)
            #expect(found.text.contains(code.code ?? "none"))
            // Deleted on both at the same moment: exactly one deletes it.
            let path = "/reggie/v1/REF30/regcode/\(code.code ?? "")"
            async let first = clients[0].send("DELETE", path, headers: bearer).status
            async let second = clients[1].send("DELETE", path, headers: bearer).status
            let statuses = [try await first, try await second].sorted()
            #expect(statuses == [204, 404])
            _ = try await clients[0].send("GET", path, headers: bearer).expecting(404)
        }
    }

    @Test("kill -9 of a node loses nothing that was acknowledged, and the other one goes on; so does one that joins later")
    func kill() async throws {
        try await RunningNode.withTwo { workspace, options, nodes in
            try await setEnabled(false, nodes[0])
            nodes[0].service.process.send(signal: SIGKILL)
            await nodes[0].service.process.wait()
            #expect(try await !isEnabled(nodes[1]))
            // Waits until the dead node's entry has expired.
            try await setEnabled(true, nodes[1])
            let third = try await RunningNode.start(workspace, "third", options)
            #expect(try await isEnabled(third))
            try await setEnabled(false, third)
            #expect(try await !isEnabled(nodes[1]))
            await third.service.process.terminate()
        }
    }

    @Test("while the server is away every call gets 503 within two seconds; both nodes return by themselves, with everything")
    func serverAway() async throws {
        let server = try await PostgreSQLServer.start()
        try await RunningNode.withTwo(server: server) { _, _, nodes in
            try await setEnabled(false, nodes[0])
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
                #expect(try await !isEnabled(node))
            }
            try await setEnabled(true, nodes[1])
            #expect(try await isEnabled(nodes[0]))
        }
        await server.stop()
    }

    private struct Call: Sendable {
        var client: ServiceClient
        var method: String
        var path: String
        var body: (type: String, data: Data)?

        /// Expects that the database does not answer, and that the caller is told in time.
        func expectAway() async throws {
            let start = ContinuousClock.now
            let answer = try await client.send(method, path, body: body)
            // Two seconds, and what a busy machine adds.
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
        let credentials = "grant_type=client_credentials&client_id=a&client_secret=b"
        let login = "mvpd=AlphaCable&domainName=example.com&redirectUrl=adbe.example%3A%2F%2Fdone"
        return [
            Call(client: app, method: "GET", path: "/api/v1/authorize?requestor=REF30&resource=news&deviceId=ZGV2aWNl"),
            Call(client: app, method: "GET", path: "/api/v2/REF30/profiles"),
            Call(client: administrator, method: "GET", path: "/admin/v1/sessions"),
            Call(client: administrator, method: "PUT", path: Self.integration, body: Self.json(#"{"enabled":false}"#)),
            Call(client: app, method: "POST", path: code, body: form("deviceId=ZGV2aWNl")),
            Call(client: administrator, method: "GET", path: "/admin/v1/journal"),
            Call(client: app, method: "POST", path: "/o/client/token", body: form(credentials)),
            Call(client: app, method: "GET", path: "\(code)/\(session)"),
            Call(client: app, method: "POST", path: "/api/v2/REF30/sessions", body: form(login)),
            Call(client: app, method: "GET", path: "/api/v2/authenticate/REF30/\(session)"),
            Call(client: administrator, method: "POST", path: "/admin/v1/statements", body: Self.json(#"{"requestor":"REF30"}"#)),
            Call(client: app, method: "POST", path: "/o/client/register", body: Self.json(registration)),
        ]
    }

    @Test("while the server accepts connections and does not answer, every kind of call gets 503 in time; the node returns")
    func silentServer() async throws {
        let server = try await PostgreSQLServer.start()
        try await RunningNode.withTwo(server: server) { _, _, nodes in
            let all = try await calls(nodes[0])
            // As many at once as the client has connections.
            for start in stride(from: 0, to: all.count, by: 6) {
                let burst = all[start..<min(start + 6, all.count)]
                try await server.whilePaused {
                    // First, the node only learns that nobody answers.
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
                try await setEnabled(value, nodes[0])
                #expect(try await isEnabled(nodes[1]) == value)
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
            try await setEnabled(false, nodes[0])
            _ = try await holder.checked()
            #expect(await process.wait(atMost: defaultDeadline) == .exited(0))
            #expect(try await !isEnabled(nodes[1]))
        }
    }

    @Test("a node with another secret for the keys is refused")
    func otherSecret() async throws {
        try await RunningNode.withTwo { workspace, options, _ in
            var options = options
            let index = try #require(options.firstIndex(of: "--database-key-file"))
            options[index + 1] = try workspace.folder.write("another-secret-of-the-tests\n", to: "other-key")
            let refused = try await Tool.run(
                try Executables.find("entitlementd"), ["serve"] + options,
                environment: try workspace.environment(rootedAt: "third"))
            #expect(refused.exit == .exited(1) && refused.errorOutput.contains("another secret"), "\(refused)")
        }
    }

    @Test("vsactl run --database: single sign-on with its service on PostgreSQL; its schema is gone at the end")
    func privateSession() async throws {
        let server = try await PostgreSQLServer.start()
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                let script = """
                    vsactl access set com.example.player granted && vsactl account sign-in alpha.example --subscriber alice &&
                    entitle --storage "$1" "setRequestor REF30" "getAuthorization news" "wait setToken resource=news 60" &&
                    entitlementd database status --database "$0" --database-schema "$(psql -Atd "$0" -c "
                    SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE 'vsasim_session_%'" | tail -1)"
                    """
                let result = try await Tool.run(
                    try Executables.find("vsactl"),
                    ["run", "--database", server.url, "--", "sh", "-c", script, server.url, workspace.folder.path("app")],
                    environment: try workspace.environment(rootedAt: "caller"))
                #expect(result.exit == .exited(0) && result.output.contains("authentication: 1"), "\(result)")
                #expect(try await server.sessionSchemas() == 0)
            }
        }
        await server.stop()
    }
}
