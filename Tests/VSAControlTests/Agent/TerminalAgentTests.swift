import Foundation
import PrivateSession
import TVWorld
import Testing
import VSATesting

@testable import VSAControl

/// The terminal agent in a real terminal, with a real shell and a real device.
@Suite("the terminal agent in a terminal")
struct TerminalAgentTests {
    /// Runs a test with an agent that waits in a terminal.
    private func with(
        columns: Int = 80, rows: Int = 24, _ arguments: String = "", _ test: (RealDevice, Tmux) async throws -> Void
    ) async throws {
        try await RealDevice.with { device in
            let tmux = try await Tmux(columns: columns, rows: rows, environment: device.environment)
            let before = try await tmux.settings()
            do {
                try await tmux.run("clear; vsactl agent run --tty \(arguments)")
                try await tmux.see("waits for prompts")
                try await until("the agent is registered") { try await !device.control.agents().isEmpty }
                try await test(device, tmux)
                #expect(try await tmux.settings() == before, "the terminal is as it was found")
            } catch {
                await tmux.close()
                throw error
            }
            await tmux.close()
        }
    }

    private func access(_ device: RealDevice) throws -> ChildProcess {
        try device.start("request", "access", "--app", "com.example.player", "--usage-description", "To let you watch")
    }

    @Test("a person grants access; the answer is in the shell's scrollback afterwards")
    func grants() async throws {
        try await with { device, tmux in
            let app = try access(device)
            let screen = try await tmux.see("May com.example.player use")
            #expect(screen.contains("To let you watch"))
            #expect(screen.contains("> 1  Allow"))
            try await tmux.press("Enter")
            #expect(await app.wait() == .exited(0))
            #expect(await app.standardOutput.all() == ["granted"])
            try await tmux.see("access  com.example.player  granted")
            try await tmux.press("C-c")
        }
    }

    @Test("a person searches the provider, types a wrong password, then the right one; no password is ever on the screen")
    func signsIn() async throws {
        try await with { device, tmux in
            _ = try await device.control.setAccess(.granted, application: "com.example.player")
            let app = try device.start("request", "--app", "com.example.player", "--video-title", "The Big Game")
            #expect(try await tmux.see("Choose your TV provider").contains("To watch: The Big Game"))
            try await tmux.type("alpha")
            try await tmux.see("1 found")
            try await tmux.press("Enter")
            try await tmux.see("Sign in to Alpha Cable")
            try await tmux.type("alice")
            try await tmux.press("Tab")
            try await tmux.type("geheim")
            #expect(try await tmux.see("******").contains("geheim") == false)
            try await tmux.press("Enter")
            let again = try await tmux.see("! Password")
            #expect(again.contains("User name  alice"))
            try await tmux.type("alice")
            try await tmux.see("*****")
            try await tmux.press("Enter")
            #expect(await app.wait() == .exited(0))
            let account = try #require(try await device.control.account())
            #expect(account.provider == "alpha.example")
            #expect(account.subscriber == "alice")
            try await tmux.see("sign-in  com.example.player  alice")
            try await tmux.press("C-c")
        }
    }

    @Test("the app gives up: the prompt leaves the screen, and the next one comes")
    func withdrawn() async throws {
        try await with { device, tmux in
            let first = try access(device)
            try await tmux.see("> 1  Allow")
            first.send(signal: SIGINT)
            #expect(await first.wait() == .exited(130))
            try await tmux.see("was withdrawn")
            let second = try access(device)
            try await tmux.see("> 1  Allow")
            try await tmux.press("Down", "Enter")
            #expect(await second.wait() == .exited(4))
            #expect(await second.standardOutput.all() == ["denied"])
            try await tmux.press("C-c")
        }
    }

    @Test("Ctrl-C at a prompt: the agent leaves, the request ends as if nobody had answered")
    func leaves() async throws {
        try await with { device, tmux in
            let app = try access(device)
            try await tmux.see("> 1  Allow")
            try await tmux.press("C-c")
            #expect(await app.wait() == .exited(5))
            try await until("the agent is gone") { try await device.control.agents().isEmpty }
        }
    }

    @Test("Escape dismisses: nothing is decided")
    func dismisses() async throws {
        try await with { device, tmux in
            let app = try access(device)
            try await tmux.see("> 1  Allow")
            try await tmux.press("Escape")
            #expect(await app.wait() == .exited(1))
            #expect(try await device.control.application("com.example.player").access == "not-determined")
            try await tmux.press("C-c")
        }
    }

    @Test("Ctrl-Z and fg: the shell in between is usable, the prompt comes back")
    func suspended() async throws {
        try await with { device, tmux in
            let app = try access(device)
            try await tmux.see("> 1  Allow")
            try await tmux.press("C-z")
            try await tmux.see("Stopped")
            try await tmux.seeShell()
            try await tmux.run("echo usable $((6 * 7))")
            try await tmux.see("usable 42")
            try await tmux.run("fg")
            try await tmux.see("> 1  Allow")
            try await tmux.press("Down", "Enter")
            #expect(await app.wait() == .exited(4))
            try await tmux.press("C-c")
        }
    }

    @Test("Ctrl-Z and fg while no prompt is open")
    func suspendedWaiting() async throws {
        try await with { device, tmux in
            try await tmux.press("C-z")
            try await tmux.see("Stopped")
            try await tmux.seeShell()
            try await tmux.run("fg")
            let app = try access(device)
            try await tmux.see("> 1  Allow")
            try await tmux.press("Enter")
            #expect(await app.wait() == .exited(0))
            try await tmux.press("C-c")
        }
    }

    @Test("the window changes its size: the selected row stays in sight")
    func resized() async throws {
        try await with { device, tmux in
            _ = try await device.control.setAccess(.granted, application: "com.example.player")
            let app = try device.start("request", "--app", "com.example.player")
            try await tmux.see("Other TV Provider")
            try await tmux.press("End")
            try await tmux.resize(columns: 40, rows: 7)
            let small = try await tmux.see(">")
            #expect(small.split(separator: "\n", omittingEmptySubsequences: false).count <= 7)
            try await tmux.see("Other TV Provider")
            try await tmux.resize(columns: 100, rows: 30)
            try await tmux.see("Ctrl-C quits")
            try await tmux.press("Escape")
            #expect(await app.wait() == .exited(1))
            try await tmux.press("C-c")
        }
    }

    @Test("SIGTERM at a prompt: the terminal is as it was", arguments: ["TERM", "HUP", "INT", "QUIT"])
    func terminated(signal: String) async throws {
        try await with { device, tmux in
            let app = try access(device)
            try await tmux.see("> 1  Allow")
            let agent = try #require(try await device.control.agents().first)
            kill(Int32(agent.processID), ["TERM": SIGTERM, "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT][signal] ?? SIGTERM)
            #expect(await app.wait() == .exited(5))
            try await tmux.missSight(of: "> 1  Allow")
            try await tmux.seeShell()
            try await tmux.run("echo code $?")
            try await tmux.see("code 0")
        }
    }

    @Test("a crash of the agent itself: the terminal is as it was")
    func crashed() async throws {
        try await with { device, tmux in
            let app = try access(device)
            try await tmux.see("> 1  Allow")
            let agent = try #require(try await device.control.agents().first)
            kill(Int32(agent.processID), SIGSEGV)
            #expect(await app.wait() == .exited(5))
            try await tmux.missSight(of: "> 1  Allow")
        }
    }

    @Test("the device dies at a prompt: the terminal is as it was, and the agent ends with 8")
    func deviceDied() async throws {
        try await with { device, tmux in
            let app = try access(device)
            try await tmux.see("> 1  Allow")
            kill(Int32(try await device.control.status().processID), SIGKILL)
            #expect(await app.wait() == .exited(8))
            try await tmux.see("the device (vsad) has left the bus")
            try await tmux.seeShell()
            try await tmux.run("echo code $?")
            try await tmux.see("code 8")
        }
    }

    @Test("a dumb terminal: line by line, the password is not shown")
    func dumb() async throws {
        try await RealDevice.with { device in
            let tmux = try await Tmux(environment: device.environment)
            let before = try await tmux.settings()
            try await tmux.run("clear; TERM=dumb vsactl agent run --tty --times 2")
            try await tmux.see("waits for prompts")
            try await until("the agent is registered") { try await !device.control.agents().isEmpty }
            _ = try await device.control.setAccess(.granted, application: "com.example.player")
            let app = try device.start("request", "--app", "com.example.player")
            try await tmux.see("Number, name or cancel:")
            try await tmux.run("alpha")
            try await tmux.see("User name or cancel:")
            try await tmux.run("alice")
            try await tmux.see("Password:")
            try await tmux.run("alice")
            #expect(await app.wait() == .exited(0))
            let screen = try await tmux.see("sign-in  com.example.player  alice")
            #expect(screen.contains("Password: alice") == false)
            #expect(try await tmux.settings() == before)
            await tmux.close()
        }
    }
}
