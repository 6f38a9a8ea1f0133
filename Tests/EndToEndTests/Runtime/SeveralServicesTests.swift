import Foundation
import Glibc
import PrivateSession
import Testing
import VSATesting

@Suite("Several services side by side", .daemonLogs)
struct SeveralServicesTests {
    @Test("two entitlementd on one state folder: the library takes the one that answers first, and works with it")
    func fastest() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let folder = daemons.workspace.folder
            var environment = try daemons.workspace.environment(rootedAt: "service")
            environment["XDG_RUNTIME_DIR"] = try folder.makeFolder("second-runtime")
            let second = try await ServiceProcess.start(
                ["--listen", "127.0.0.1:0"], environment: environment, log: folder.path("logs/second-entitlementd.log"))
            let urls = [daemons.serviceURL, second.url]
            // A process that stands still never answers: whoever runs is the faster one.
            for (stopped, runs) in [(daemons.serviceProcess, 1), (second.process, 0)] {
                stopped.send(signal: SIGSTOP)
                defer { stopped.send(signal: SIGCONT) }
                let result = try await daemons.run(
                    "entitle",
                    [
                        "--storage", try folder.makeFolder("apps/\(UUID().uuidString)"),
                        "setRequestor REF30 \(urls.joined(separator: " "))",
                        "wait setRequestorComplete status=1 60", "checkAuthentication", "wait setAuthenticationStatus 60",
                    ])
                #expect(result.exit == .exited(0), "\(urls[runs]) runs: \(result)")
            }
            await second.process.terminate()
        }
    }
}
