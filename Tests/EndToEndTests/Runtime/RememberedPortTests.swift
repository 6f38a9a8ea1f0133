import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("The service's address after a restart", .daemonLogs)
struct RememberedPortTests {
    private func start(_ workspace: Workspace, _ options: String...) async throws -> ServiceProcess {
        try await ServiceProcess.start(
            options, environment: try workspace.environment(rootedAt: "service"),
            log: "\(workspace.folder.makeFolder("logs"))/entitlementd.log")
    }

    @Test("A service that was killed, or ended, gets the same address again; a second one on the same folder gets another")
    func sameAddress() async throws {
        try await Workspace.withPlace { workspace in
            let first = try await start(workspace)
            let beside = try await start(workspace, "--instance", "beside")
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

    @Test("A second one with another state ends with 75, names the first, and leaves its runtime file; with a name it starts")
    func alreadyRunning() async throws {
        try await Workspace.withPlace { workspace in
            let first = try await start(workspace)
            let file = workspace.folder.path("service/runtime/vsasim/entitlementd.json")
            let before = try String(contentsOfFile: file, encoding: .utf8)
            let environment = try workspace.environment(rootedAt: "service")
            let state = try workspace.folder.makeFolder("other-state")
            let second = try await Tool.run(
                try Executables.find("entitlementd"), ["--state", state], environment: environment)
            #expect(second.exit == .exited(75), "\(second)")
            #expect(second.errorOutput.contains("already running: \(first.url), pid \(first.process.processID)"), "\(second)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: state).isEmpty)
            for option in [["--instance", "second"], ["--runtime-file", workspace.folder.path("second.json")]] {
                let named = try await ServiceProcess.start(
                    ["--state", state] + option, environment: environment, log: workspace.folder.path("named.log"))
                await named.process.terminate()
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
            let port = try #require(first.url.split(separator: ":").last)
            let taken = try await Tool.run(
                try Executables.find("entitlementd"), ["--instance", "third", "--listen", "127.0.0.1:\(port)"],
                environment: environment)
            #expect(taken.exit == .exited(1), "\(taken)")
            let owner = """
                127.0.0.1:\(port) is in use: entitlementd, pid \(first.process.processID). \
                Choose another port with --listen; port 0 uses a free one.
                """
            #expect(taken.errorOutput.contains(owner) && !taken.errorOutput.contains("its journal"), "\(taken)")
            // From any source of the address.
            let variables = environment.merging(["VSASIM_ENTITLEMENTD_LISTEN": "127.0.0.1:\(port)"]) { $1 }
            let configured = try await Tool.run(
                try Executables.find("entitlementd"), ["--instance", "third"], environment: variables)
            #expect(configured.exit == .exited(1) && configured.errorOutput.contains(owner), "\(configured)")
            let foreign = try await Tool.run(
                try Executables.find("entitlementd"), ["--instance", "third", "--listen", "192.0.2.1:0"],
                environment: environment)
            #expect(foreign.exit == .exited(1), "\(foreign)")
            #expect(foreign.errorOutput.contains("entitlementd: 192.0.2.1:0 is not an address of this machine."), "\(foreign)")
            await first.process.terminate()
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test("a folder as the runtime file is rejected before anything is written")
    func folderAsRuntimeFile() async throws {
        try await Workspace.withPlace { workspace in
            let (folder, state) = (try workspace.folder.makeFolder("runtime-file"), try workspace.folder.makeFolder("state"))
            let refused = try await Tool.run(
                try Executables.find("entitlementd"), ["--runtime-file", folder, "--state", state],
                environment: try workspace.environment(rootedAt: "service"))
            #expect(refused.exit == .exited(65) && refused.output.isEmpty, "\(refused)")
            #expect(refused.errorOutput.contains("The runtime file \(folder) cannot be written: Is a directory"), "\(refused)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: state).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: folder + ".lock"))
        }
    }

    @Test("If the port is in use it uses another one, reports it, and keeps that; an explicit port is used as given")
    func otherAddress() async throws {
        try await Workspace.withPlace { workspace in
            let first = try await start(workspace)
            await first.process.terminate()
            let port = try #require(first.url.split(separator: ":").last)
            // A service of another folder takes the port.
            let other = try await Workspace.with { elsewhere in
                let other = try await start(elsewhere, "--listen", "127.0.0.1:\(port)")
                #expect(other.url == first.url)
                let second = try await start(workspace)
                #expect(second.url != first.url)
                try await second.waitForLog("vsactl service connect")
                let free = try await start(workspace, "--instance", "free", "--listen", "127.0.0.1:0")
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
