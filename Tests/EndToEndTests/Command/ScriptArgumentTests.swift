import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Arguments of scripts")
struct ScriptArgumentTests {
    @Test(
        "wrong arguments are rejected with those that are accepted, before anything is done",
        arguments: [
            ("install", ["/usr"], "usage: scripts/install BINARIES PREFIX DESTDIR"),
            ("uninstall", ["/usr"], "usage: scripts/uninstall PREFIX DESTDIR"),
            ("image", ["--tset"], "image: unknown argument --tset; known: --test"),
            ("deb", ["--binaries"], "deb: --binaries requires a FOLDER"),
            ("manual-options", ["/nowhere", "vsad"], "manual-options: /nowhere lacks vsad; build the programs with make build"),
            ("dbus-docs", ["--chek"], "usage: scripts/dbus-docs [--check]"),
            ("code-docs", ["--chek"], "usage: scripts/code-docs [--check]"),
        ])
    func rejections(_ name: String, _ arguments: [String], _ message: String) async throws {
        let script = Repository.root.appending(path: "scripts/\(name)").path
        let answer = try await Tool.run(script, arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": "/nowhere"])
        #expect(answer.exit != .exited(0) && answer.errorOutput == message, "\(answer)")
    }
}
