import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import PrivateSession
import ProjectTesting
import ServiceAccess
import Testing

@testable import AccessEnabler

/// TLS against services whose identity is in doubt. The certificates and the servers are openssl's.
@Suite("Transport over TLS")
struct TransportTLSTests {
    /// An authority with the certificates that it has signed.
    private struct Authority {
        let workspace: Workspace
        var file: String { workspace.folder.path("ca.pem") }

        init(_ workspace: Workspace) async throws {
            self.workspace = workspace
            try await openssl(["req", "-x509", "-days", "2", "-subj", "/CN=An authority", "-out", file] + key("ca"))
        }

        /// Signs a certificate, and starts a server that shows it.
        func serve(_ name: String, days: Int, host: String) async throws -> (server: ChildProcess, port: String) {
            let path = workspace.folder.path(name)
            try workspace.folder.write("subjectAltName=\(host)\n", to: "\(name).ext")
            try await openssl(["req", "-subj", "/CN=\(name)", "-out", "\(path).csr"] + key(name))
            try await openssl([
                "x509", "-req", "-in", "\(path).csr", "-CA", file, "-CAkey", workspace.folder.path("ca.key"), "-set_serial", "7",
                "-days", "\(days)", "-extfile", "\(path).ext", "-out", "\(path).pem",
            ])
            let server = try ChildProcess.start(
                "openssl",
                arguments: ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "\(path).pem", "-key", "\(path).key"],
                environment: workspace.environment, standardInput: .pipe, standardOutput: .pipe, standardError: .null)
            let port = try await within(defaultDeadline, "the port of openssl") {
                while let line = await server.standardOutput.next() {
                    if line.hasPrefix("ACCEPT ") { return line.split(separator: ":").last.map(String.init) }
                }
                return nil
            }
            return (server, try #require(port))
        }

        private func key(_ name: String) -> [String] {
            [
                "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                workspace.folder.path("\(name).key"),
            ]
        }

        private func openssl(_ arguments: [String]) async throws {
            try await Tool.run("openssl", arguments, environment: workspace.environment).checked()
        }
    }

    private func outcome(_ service: String, trusting file: String?) async throws -> TransportTests.Kind {
        let client = HTTPTransport.makeClient(trust: ServiceTrust.configuration(environment: ["SSL_CERT_FILE": file ?? ""]))
        let outcome = await HTTPTransport(client: client, limit: .seconds(30)).send(HTTPRequest(service: service, path: "/"))
        try await client.shutdown()
        return TransportTests.Kind(outcome)
    }

    @Test(
        "only a valid certificate of a trusted authority for the host is accepted", .timeLimit(.minutes(10)),
        arguments: [
            ("good", 2, "IP:127.0.0.1", true, TransportTests.Kind.answer(200)),
            ("unknown authority", 2, "IP:127.0.0.1", false, .insecure), ("expired", -1, "IP:127.0.0.1", true, .insecure),
            ("another host", 2, "DNS:other.example", true, .insecure),
        ])
    func identity(name: String, days: Int, host: String, isTrusted: Bool, kind: TransportTests.Kind) async throws {
        try await Workspace.with { workspace in
            let authority = try await Authority(workspace)
            let (server, port) = try await authority.serve("server", days: days, host: host)
            let outcome = try await outcome("https://127.0.0.1:\(port)", trusting: isTrusted ? authority.file : nil)
            #expect(outcome == kind, "\(name)")
            await server.terminate()
        }
    }

    @Test(
        "a port without TLS is not the service; one that is silent or closes is a service that does not respond",
        .timeLimit(.minutes(10)),
        arguments: [
            (
                [HostileServer.Step.read, .send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")],
                TransportTests.Kind.insecure
            ),
            ([.read], .interrupted), ([.read, .reset], .interrupted), ([.read, .hold], .unreachable),
        ])
    func handshake(steps: [HostileServer.Step], kind: TransportTests.Kind) async throws {
        let server = try HostileServer(steps)
        defer { server.stop() }
        let outcome = await HTTPTransport(limit: kind == .unreachable ? .milliseconds(300) : .seconds(30)).send(
            HTTPRequest(service: "https://127.0.0.1:\(server.port)", path: "/"))
        #expect(TransportTests.Kind(outcome) == kind, "\(outcome)")
    }

    @Test("TLS to a port without TLS gets no response")
    func reverse() async throws {
        try await Workspace.with { workspace in
            let (server, port) = try await Authority(workspace).serve("server", days: 2, host: "IP:127.0.0.1")
            let outcome = try await outcome("http://127.0.0.1:\(port)", trusting: nil)
            #expect([.unreachable, .interrupted].contains(outcome))
            await server.terminate()
        }
    }
}
