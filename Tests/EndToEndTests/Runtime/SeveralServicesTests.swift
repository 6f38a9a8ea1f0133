import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("Several concurrent services", .daemonLogs)
struct SeveralServicesTests {
    @Test("two entitlementd on one state folder: the library uses the one that responds first")
    func fastest() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let folder = daemons.workspace.folder
            var environment = try daemons.workspace.environment(rootedAt: "service")
            environment["XDG_RUNTIME_DIR"] = try folder.makeFolder("second-runtime")
            let second = try await ServiceProcess.start(
                ["--listen", "127.0.0.1:0"], environment: environment, log: folder.path("logs/second-entitlementd.log"))
            let urls = [daemons.serviceURL, second.url]
            // A stopped process never answers: the running one is the faster one.
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

    @Test("after the fastest has responded, everything about its MVPDs goes there although the other one runs again")
    func binding() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let folder = daemons.workspace.folder
            var environment = try daemons.workspace.environment(rootedAt: "service")
            environment["XDG_RUNTIME_DIR"] = try folder.makeFolder("third-runtime")
            let second = try await ServiceProcess.start(
                ["--listen", "127.0.0.1:0", "--log-level", "info"], environment: environment, log: folder.path("logs/third.log"))
            let app = try AppProcess(
                options: ["--storage", try folder.makeFolder("apps/\(UUID().uuidString)")], environment: daemons.environment,
                log: folder.path("logs/entitle.log"))
            func next(_ name: String) async throws -> PrintedCallback {
                while true {
                    let callback = try await app.next(name)
                    if callback.name == name { return callback }
                }
            }
            daemons.serviceProcess.send(signal: SIGSTOP)
            defer { daemons.serviceProcess.send(signal: SIGCONT) }
            try await app.send("setRequestor REF30 \(daemons.serviceURL) \(second.url)")
            #expect(try await next("setRequestorComplete").integer("status") == 1)
            daemons.serviceProcess.send(signal: SIGCONT)
            try await app.send("getAuthentication")
            _ = try await next("displayProviderDialog")
            try await app.send("setSelectedProvider GammaSat")
            let page = try await next("navigateToUrl")
            #expect(page.text("url")?.hasPrefix("\(second.url)/api/v1/authenticate?") == true, "\(page)")
            try await second.waitForLog("/regcode")
            #expect(try await app.quit().exit == .exited(0))
            await second.process.terminate()
        }
    }

    @Test("an unreachable service, a portal and the service: one service is enough; without it CFG404, once")
    func besideOthers() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let portal = try await FaultProxy.start(
                service: daemons.serviceURL, path: "/", status: 302, environment: daemons.workspace.environment)
            let others = "http://127.0.0.1:1 \(portal.url)"
            func run(_ commands: [String]) async throws -> ToolResult {
                let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
                return try await daemons.run("entitle", ["--storage", storage] + commands)
            }
            let result = try await run([
                "setRequestor REF30 \(others) \(daemons.serviceURL)", "wait setRequestorComplete status=1 60",
                "getAuthentication", "wait displayProviderDialog 60", "setSelectedProvider GammaSat", "wait navigateToUrl 60",
            ])
            #expect(result.exit == .exited(0), "\(result)")
            #expect(result.output.contains(#""url":"\#(daemons.serviceURL)/"#), "\(result)")
            let failure = try await run(["setRequestor REF30 \(others)", "wait setRequestorComplete status=0 60"])
            #expect(failure.exit == .exited(0), "\(failure)")
            #expect(failure.lines.count { $0.contains("CFG404") } == 1 && failure.lines.count == 2, "\(failure)")
        }
    }
}
