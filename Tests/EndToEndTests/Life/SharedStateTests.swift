import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Two instances of entitlementd on one state folder", .daemonLogs)
struct SharedStateTests {
    /// A second instance with the state of the first and its own runtime folder.
    private func second(_ daemons: Daemons) async throws -> (process: ChildProcess, url: String) {
        var environment = try daemons.workspace.environment(rootedAt: "service")
        environment["XDG_RUNTIME_DIR"] = try daemons.workspace.environment(rootedAt: "second")["XDG_RUNTIME_DIR"]
        let process = try ChildProcess.start(
            try Executables.find("entitlementd"), arguments: ["serve", "--listen", "127.0.0.1:0"], environment: environment,
            standardOutput: .pipe, standardError: .file(daemons.workspace.folder.path("logs/entitlementd-second.log")))
        let line = try await within(defaultDeadline, "line of the second instance") { await process.standardOutput.next() }
        let prefix = "entitlementd listening on "
        return (process, String(try #require(line.flatMap { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : nil })))
    }

    @Test("a change at one is visible at the other at once; kill -9 of one while both write damages nothing")
    func shared() async throws {
        try await withDaemons { daemons in
            try await daemons.signIn("alice", at: "alpha.example")
            let second = try await second(daemons)
            // Registered at the first, known at the second. A response goes to the requesting instance, whose URL it contains.
            let first = try await ServiceDevice(daemons: daemons)
            let other = first.at(second.url)
            try await other.authenticationToken().expecting(404)
            let response = try await daemons.samlResponse(verificationToken: try await first.verificationToken())
            try await first.exchange(response).expecting(204)
            try await other.authenticationToken().expecting(200)
            try await daemons.administration.send(
                "PUT", "/admin/v1/integrations/REF30/AlphaCable", json: ["enabled": false]
            ).expecting(200)
            try await other.authenticationToken().expecting(404)
            try await daemons.administration.send(
                "PUT", "/admin/v1/integrations/REF30/AlphaCable", json: ["enabled": true]
            ).expecting(200)
            await write(at: [daemons.serviceURL, second.url], with: first) { second.process.send(signal: SIGKILL) }
            await second.process.wait()
            try await first.authenticationToken().expecting(200)
            _ = try await first.verificationToken()
            // A new one starts with the state that the killed one left: it checks the whole file first.
            let third = try await self.second(daemons)
            try await first.at(third.url).authenticationToken().expecting(200)
            await third.process.terminate(grace: defaultDeadline)
        }
    }

    /// Twenty requests of each of six clients, in turn of each instance; one instance is killed in the middle.
    private func write(at urls: [String], with device: ServiceDevice, kill: @escaping @Sendable () -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<6 {
                let device = device.at(urls[writer % urls.count])
                group.addTask {
                    for number in 0..<20 {
                        guard (try? await device.verificationToken()) != nil else { return }
                        if writer == 0, number == 10 { kill() }
                    }
                }
            }
        }
    }
}
