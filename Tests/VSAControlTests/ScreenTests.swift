import ArgumentParser
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@testable import VSAControl

/// What users see on a terminal, and programs that read the output do not.
@Suite("on a terminal")
struct ScreenTests {
    @Test("the help of vsactl fits on one screen, and has every command")
    func overview() {
        let lines = Overview.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24 && lines.allSatisfy { TextWidth.of(String($0)) <= 80 }, "\(lines)")
        let words = Set(Overview.text.split { $0.isWhitespace })
        let visible = VSACtl.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        #expect(visible.filter { !words.contains($0[...]) } == [])
        // They pass on what other programs write.
        #expect(Overview.text.contains("All but run,\nattach and service logs accept --json"))
        for arguments in [[], ["--help"], ["-h"], ["help"], ["--json"]] {
            #expect(Overview.isRequested(arguments), "\(arguments)")
        }
        for arguments in [["status"], ["help", "run"], ["--version"]] {
            #expect(!Overview.isRequested(arguments), "\(arguments)")
        }
    }

    @Test("an empty list is reported, and a long command shows its progress; pipes get neither")
    func remarks() async throws {
        try await Workspace.with { workspace in
            var environment = try workspace.environment(rootedAt: "home")
            let programs = URL(filePath: try Executables.find("vsactl")).deletingLastPathComponent().path
            environment["PATH"] = "\(programs):\(environment["PATH"] ?? "/usr/bin:/bin")"
            try await Tmux.with(environment: environment) { tmux in
                try await tmux.run("clear; vsactl instance list")
                try await tmux.see("No instances.")
                try await tmux.seeShell()
                try await tmux.run("clear; vsactl instance list 2>&1 | od -c | head -n 1; echo done")
                #expect(try await tmux.see("\ndone").contains("0000000"))
                try await tmux.seeShell()
                try await tmux.run("clear; vsactl wait ready --timeout 60s --address unix:path=/nobody")
                // The seconds change while a slow machine reads the screen.
                try await tmux.see("vsactl: waiting for the device and the service … ")
                try await tmux.press("C-c")
            }
        }
    }
}
