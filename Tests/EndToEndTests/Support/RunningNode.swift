import DatabaseServer
import Foundation
import PrivateSession
import ProjectTesting

/// A node of a service on PostgreSQL, and its administrator.
struct RunningNode {
    var service: ServiceProcess
    var administrator: ServiceClient

    private static let token = "a-token-of-the-tests"

    /// Runs a test with two nodes with a state folder each, on the test's own schema.
    static func withTwo(
        server: PostgreSQLServer? = nil, _ body: (Workspace, _ options: [String], [RunningNode]) async throws -> Void
    ) async throws {
        let url = if let server { server.url } else { try await PostgreSQLServer.shared.url }
        try await Workspace.withPlace { workspace in
            let options = try options(workspace, database: url)
            let nodes = [
                try await start(workspace, "first", options), try await start(workspace, "second", options),
            ]
            try await body(workspace, options, nodes)
            for node in nodes { await node.service.process.terminate() }
        }
    }

    /// The options of nodes that share their own schema.
    static func options(_ workspace: Workspace, database: String) throws -> [String] {
        [
            "--database", database, "--database-schema", "e2e_\(UInt64.random(in: 0 ... .max))",
            "--database-key-file", try workspace.folder.write("a-secret-of-the-tests\n", to: "key"),
            "--admin-token-file", try workspace.folder.write("\(token)\n", to: "token"),
            "--public-url", "http://tv.example", "--allowed-host", "127.0.0.1",
        ]
    }

    /// Starts a node.
    static func start(_ workspace: Workspace, _ name: String, _ options: [String]) async throws -> RunningNode {
        let service = try await ServiceProcess.start(
            options + ["--instance", name],
            environment: try workspace.environment(rootedAt: name),
            log: workspace.folder.path("\(name).log"))
        return RunningNode(
            service: service,
            administrator: ServiceClient(baseURL: service.url, headers: ["Authorization": "Bearer \(token)"]))
    }

    /// Issues a software statement for the requestor of ``device()``.
    func statement() async throws -> String {
        struct Statement: Decodable { let statement: String }
        return try await administrator.send("POST", "/admin/v1/statements", json: ["requestor": "REF30"])
            .expecting(201).decoded(as: Statement.self).statement
    }

    /// Registers a device's app at this node.
    func device() async throws -> ServiceDevice {
        try await ServiceDevice(at: service.url, statement: try await statement())
    }

    /// An integration that tests change at one node and read at another.
    static let integration = "/admin/v1/integrations/REF30/AlphaCable"

    func isEnabled() async throws -> Bool {
        try await administrator.send("GET", Self.integration).expecting(200).text.contains(#""enabled":true"#)
    }

    func setEnabled(_ isEnabled: Bool) async throws {
        _ = try await administrator.send("PUT", Self.integration, json: ["enabled": isEnabled]).expecting(200)
    }
}

extension ServiceClient {
    /// A JSON body, exactly as written in the test.
    static func json(_ text: String) -> (type: String, data: Data) { ("application/json", Data(text.utf8)) }
}
