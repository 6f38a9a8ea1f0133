import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// What users see on a terminal while a command takes more than a second.
@Suite("progress on a terminal", .daemonLogs)
struct ProgressTests {
    @Test(
        "vsactl shows what it does while the service keeps it waiting, and erases that at the end",
        arguments: [
            ("snapshot save state.json", "saving the snapshot"), ("scenario load sso-1.14-signed-in", "loading the scenario"),
            ("scenario export", "exporting the scenario"),
        ])
    func vsactl(command: String, shown: String) async throws {
        // Not those of the pool: a reset restores a scenario that was loaded.
        try await withDaemons { daemons in
            let path = "\(Executables.ownFolder):\(daemons.environment["PATH"] ?? "/usr/bin:/bin")"
            try await Tmux.with(environment: daemons.presentEnvironment.merging(["PATH": path]) { $1 }) { tmux in
                daemons.serviceProcess.send(signal: SIGSTOP)
                // Also after an error.
                defer { daemons.serviceProcess.send(signal: SIGCONT) }
                try await tmux.run("cd \(daemons.workspace.folder.path("home")); clear; vsactl \(command) >output")
                try await tmux.see("vsactl: \(shown) … 1 s")
                daemons.serviceProcess.send(signal: SIGCONT)
                try await tmux.seeShell()
                #expect(try await !tmux.screen().contains(shown))
            }
        }
    }

    @Test("a terminal that cannot erase text shows none")
    func dumbTerminal() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let path = "\(Executables.ownFolder):\(daemons.environment["PATH"] ?? "/usr/bin:/bin")"
            let environment = daemons.presentEnvironment.merging(["PATH": path]) { $1 }
            try await Tmux.with(environment: environment) { dumb in
                // The same command on a terminal that can erase text: it is started later, and shows when it is time to look.
                try await Tmux.with(environment: environment) { usual in
                    daemons.serviceProcess.send(signal: SIGSTOP)
                    // Also after an error.
                    defer { daemons.serviceProcess.send(signal: SIGCONT) }
                    try await dumb.run("clear; TERM=dumb vsactl scenario export >/dev/null")
                    try await usual.run("clear; vsactl scenario export >/dev/null")
                    try await usual.see("vsactl: exporting the scenario … 2 s")
                    // Not even the shell's prompt, which would mean that the command has ended.
                    let shown = try await dumb.screen()
                    #expect(shown.allSatisfy { $0.isWhitespace }, "\(shown)")
                    daemons.serviceProcess.send(signal: SIGCONT)
                    try await dumb.seeShell()
                    try await usual.seeShell()
                }
            }
        }
    }
}
