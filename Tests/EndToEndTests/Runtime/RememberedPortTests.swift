import Foundation
import Glibc
import PrivateSession
import Testing
import VSATesting

@Suite("The service's address after a restart", .daemonLogs)
struct RememberedPortTests {
    private func start(_ workspace: Workspace, _ options: String...) async throws -> ServiceProcess {
        try await ServiceProcess.start(
            options, environment: try workspace.environment(rootedAt: "service"),
            log: "\(workspace.folder.makeFolder("logs"))/entitlementd.log")
    }

    private func withPlace(_ operation: (Workspace) async throws -> Void) async throws {
        try await withDaemonPlace { try await Workspace.with(operation) }
    }

    @Test("A service that was killed, or ended, has the same address again; one on the same folder beside it another one")
    func sameAddress() async throws {
        try await withPlace { workspace in
            let first = try await start(workspace)
            let beside = try await start(workspace)
            #expect(beside.url != first.url)
            first.process.send(signal: SIGKILL)
            await first.process.wait()
            await beside.process.terminate()
            let second = try await start(workspace)
            #expect(second.url == first.url)
            await second.process.terminate()
            let third = try await start(workspace)
            #expect(third.url == first.url)
            await third.process.terminate()
        }
    }

    @Test("When the port is in use it takes another one, says so, and keeps that; whoever names a port is taken at the word")
    func otherAddress() async throws {
        try await withPlace { workspace in
            let first = try await start(workspace)
            await first.process.terminate()
            let port = try #require(first.url.split(separator: ":").last)
            // A service of another folder takes the place.
            let other = try await Workspace.with { elsewhere in
                let other = try await start(elsewhere, "--listen", "127.0.0.1:\(port)")
                #expect(other.url == first.url)
                let second = try await start(workspace)
                #expect(second.url != first.url)
                try await second.waitForLog("vsactl service connect")
                let free = try await start(workspace, "--listen", "127.0.0.1:0")
                await second.process.terminate()
                await free.process.terminate()
                await other.process.terminate()
                return second
            }
            let third = try await start(workspace)
            #expect(third.url == other.url)
            await third.process.terminate()
        }
    }
}
