import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// `entitle` as a user types its commands, in a real terminal.
@Suite("the line editor of entitle", .daemonLogs)
struct LineEditorTests {
    @Test("commands are completed, remembered and discarded; callbacks appear above the line; the terminal is as it was found")
    func editing() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let programs = URL(filePath: try Executables.find("entitle")).deletingLastPathComponent().path
            let path = "\(programs):\(daemons.environment["PATH"] ?? "/usr/bin:/bin")"
            try await Tmux.with(environment: daemons.presentEnvironment.merging(["PATH": path]) { $1 }) { tmux in
                let before = try await tmux.settings()
                try await tmux.run("clear; entitle")
                try await tmux.see("entitle>")
                try await tmux.type("setR")
                try await tmux.press("Tab")
                try await tmux.type(" REF30")
                try await tmux.press("Enter")
                try await tmux.see(#"{"callback":"setRequestorComplete""#)
                try await tmux.type("wait setMe")
                try await tmux.press("Tab")
                try await tmux.see("entitle> wait setMetadataStatus")
                try await tmux.press("C-c", "Up")
                try await tmux.see("entitle> setRequestor REF30")
                try await tmux.press("C-c")
                try await tmux.type("getAuth")
                try await tmux.press("Tab")
                let list = try await tmux.see("getAuthentication  getAuthorization")
                #expect(!list.contains("checkAuthentication"))
                try await tmux.press("C-c")
                try await tmux.run("nonsense")
                try await tmux.see("Unknown command nonsense")
                try await tmux.press("C-d")
                #expect(try await tmux.settings() == before)
            }
        }
    }

    @Test("without a terminal, the editor is not even loaded")
    func pipe() async throws {
        try await Workspace.with { workspace in
            let environment = workspace.environment.merging(["LD_DEBUG": "libs"]) { $1 }
            let result = try await Tool.run(
                try Executables.find("entitle"), ["--app-id", "com.example.player"], environment: environment, input: "help\n")
            #expect(result.errorOutput.contains("find library=libc.so.6") && !result.errorOutput.contains("libedit"))
            #expect(result.output.isEmpty && result.errorOutput.contains("Commands:"))
        }
    }
}
