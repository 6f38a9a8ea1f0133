import DatabaseServer
import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("Several nodes on PostgreSQL", .daemonLogs)
struct NodesTests {
    @Test("what one node answers after an acknowledged write every node answers: faults, clock, throttling, logins, journal")
    func everythingIsShared() async throws {
        try await RunningNode.withTwo { workspace, _, nodes in
            let (one, two) = (nodes[0].administrator, nodes[1].administrator)
            for round in 0..<6 {
                let (writer, reader) = round % 2 == 0 ? (nodes[0], nodes[1]) : (nodes[1], nodes[0])
                try await writer.setEnabled(round % 2 == 1)
                #expect(try await reader.isEnabled() == (round % 2 == 1))
            }
            // A fault takes effect on the other node; its count is the total of both nodes.
            let fault = #"{"id":"f","at":"service.register","status":503,"times":3}"#
            _ = try await one.send("POST", "/admin/v1/faults", body: ServiceClient.json(fault)).expecting(201)
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
            _ = try await one.send("PUT", "/admin/v1/throttling", body: ServiceClient.json(#"{"enabled":true,"burst":3}"#))
                .expecting(200)
            #expect(try await two.send("GET", "/admin/v1/throttling").expecting(200).text.contains(#""burst":3"#))
            // One call per second and three more, for both nodes together: the clock is stopped.
            var admitted = 0
            for number in 0..<10 {
                let client = ServiceClient(baseURL: nodes[number % 2].service.url, headers: ["X-Forwarded-For": "192.0.2.1"])
                if try await client.send("GET", "/api/v1/config/REF30").status != 429 { admitted += 1 }
            }
            #expect(admitted == 4)
            let link = try await one.send("POST", "/admin/v1/dashboard-links").expecting(201).text
            let path = try #require(link.firstMatch(of: /"path":"([^"]+)"/)?.output.1)
            // As behind a proxy, both nodes get the Host that the browser sends; the cookie belongs to its port.
            let jar = workspace.folder.path("cookies")
            for (url, cookies, status) in [
                (nodes[1].service.url + String(path), "-c", "303"), (nodes[0].service.url + "/dashboard", "-b", "200"),
            ] {
                let opened = try await Tool.run(
                    "/usr/bin/curl",
                    ["-sS", "-H", "Host: 127.0.0.1:8080", "-o", "/dev/null", cookies, jar, "-w", "%{http_code}", url],
                    environment: ["PATH": "/usr/bin:/bin"])
                #expect(opened.output == status, "\(opened)")
            }
            let journal = try await two.send("GET", "/admin/v1/journal").expecting(200).text
            #expect(journal.contains(#""node":"first""#) && journal.contains(#""node":"second""#))
        }
    }

    @Test("a login starts on one node and continues on the other; a code is redeemed once")
    func loginOnBoth() async throws {
        try await RunningNode.withTwo { _, _, nodes in
            let device = try await nodes[1].device()
            let (first, second) = (device.at(nodes[0].service.url).client, device.client)
            struct Code: Decodable { let code: String }
            let codes = "/reggie/v1/REF30/regcode"
            let code = try await second.post(codes, form: ["deviceId": device.deviceID]).expecting(200, 201)
                .decoded(as: Code.self).code
            let path = "\(codes)/\(code)"
            let found = try await first.send("GET", path).expecting(200)
            #expect(found.text.contains(code))
            // Deleted on both at the same moment: exactly one deletes it.
            async let one = first.send("DELETE", path).status
            async let other = second.send("DELETE", path).status
            let statuses = [try await one, try await other].sorted()
            #expect(statuses == [204, 404])
            _ = try await first.send("GET", path).expecting(404)
        }
    }

    @Test("a node with another secret for the keys is rejected")
    func otherSecret() async throws {
        try await RunningNode.withTwo { workspace, options, _ in
            var options = options
            let index = try #require(options.firstIndex(of: "--database-key-file"))
            options[index + 1] = try workspace.folder.write("another-secret-of-the-tests\n", to: "other-key")
            let refused = try await Tool.run(
                try Executables.find("entitlementd"), ["serve"] + options,
                environment: try workspace.environment(rootedAt: "third"))
            #expect(refused.exit == .exited(65) && refused.errorOutput.contains("another secret"), "\(refused)")
        }
    }

    @Test("vsactl run --database: single sign-on with its service on PostgreSQL; its schema is removed at the end")
    func privateSession() async throws {
        let server = try await PostgreSQLServer.start()
        try await Workspace.withPlace { workspace in
            let script = """
                vsactl access set com.example.player granted && vsactl account sign-in alpha.example --subscriber alice &&
                entitle --storage "$1" "setRequestor REF30" "getAuthorization news" "wait setToken resource=news 60" &&
                entitlementd database status --database "$0" --database-schema "$(psql -Atd "$0" -c "
                SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE 'vsasim_session_%'" | tail -1)"
                """
            let result = try await workspace.vsactl(
                ["run", "--database", server.url, "--", "sh", "-c", script, server.url, workspace.folder.path("app")],
                environment: try workspace.environment(rootedAt: "caller"))
            #expect(result.exit == .exited(0) && result.output.contains("authentication: 1"), "\(result)")
            #expect(try await server.sessionSchemas() == 0)
        }
        await server.stop()
    }
}
