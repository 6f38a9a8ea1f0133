import DatabaseServer
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization

@testable import EntitlementService

/// Two nodes on their own schema, which answer requests alternately.
final class TwoNodes: TestClientProtocol {
    private let clients: [any TestClientProtocol]
    private let environments: [ServiceEnvironment]
    private let count = Atomic(0)

    var port: Int? { nil }

    init(clients: [any TestClientProtocol], environments: [ServiceEnvironment]) {
        self.clients = clients
        self.environments = environments
    }

    /// Returns the stores of two nodes; nil unless the tests run with two.
    static func stores() async throws -> (PostgreSQLTokenStore, PostgreSQLTokenStore)? {
        guard ProcessInfo.processInfo.environment["VSASIM_TEST_NODES"] != nil else { return nil }
        let (url, schema) = (try await PostgreSQLServer.shared.url, "nodes \(UUID().uuidString)")
        func store(_ name: String) throws -> PostgreSQLTokenStore {
            try PostgreSQLTokenStore(target: url, schema: schema, connections: 2, patience: .seconds(60), nodeName: name)
        }
        return (try store("one"), try store("two"))
    }

    /// Runs a test while both are nodes of the service, and then removes the schema.
    func run(_ body: () async throws -> Void) async throws {
        for environment in environments { try await environment.engine.join() }
        let members = environments.map { environment in
            Task {
                guard let node = environment.engine.shared?.node else { return }
                try await NodeMembership(engine: environment.engine, node: node, logger: Logger(label: "nodes")).run()
            }
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        for member in members { member.cancel() }
        for member in members { _ = await member.result }
        try await environments[0].engine.shared?.drop()
        try result.get()
    }

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        let turn = count.wrappingAdd(1, ordering: .relaxed).newValue
        let response = try await clients[turn % 2].executeRequest(uri: uri, method: method, headers: headers, body: body)
        // Other nodes see the journal's entry slightly later than the answer.
        for number in [turn, turn + 1] { try await environments[number % 2].engine.exchange() }
        return response
    }
}
