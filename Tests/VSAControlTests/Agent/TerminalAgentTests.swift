import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

@testable import VSAControl

/// The terminal agent in a real terminal, with a real shell and a real device.
@Suite("the terminal agent in a terminal")
struct TerminalAgentTests {
    /// Runs a test with an agent that waits in a terminal.
    private func with(_ arguments: String = "", _ test: (RealDevice, Tmux) async throws -> Void) async throws {
        try await RealDevice.with { device in
            try await Tmux.with(environment: device.environment) { tmux in
                let before = try await tmux.settings()
                try await tmux.run("clear; vsactl agent run --tty \(arguments)")
                try await tmux.see("is waiting for prompts")
                try await until("the agent is registered") { try await !device.control.agents().isEmpty }
                try await test(device, tmux)
                #expect(try await tmux.settings() == before, "the terminal is as it was found")
            }
        }
    }

    private func access(_ device: RealDevice, _ app: String = "com.example.player") throws -> ChildProcess {
        try device.start("request", "access", "--app", app, "--usage-description", "To let you watch")
    }

    /// An app whose user has reached the password.
    private func signIn(_ device: RealDevice, _ tmux: Tmux) async throws -> ChildProcess {
        _ = try await device.control.setAccess(.granted, application: "com.example.player")
        let app = try device.start("request", "--app", "com.example.player", "--video-title", "The Big Game")
        let screen = try await tmux.see("Number, name or cancel:")
        #expect(screen.contains("Choose your TV provider"))
        #expect(screen.contains("To watch: The Big Game"))
        try await tmux.run("alpha")
        try await tmux.see("Sign in to Alpha Cable")
        try await tmux.see("User name or cancel:")
        try await tmux.run("alice")
        try await tmux.see("Password:")
        return app
    }

    private func code(_ code: Int, _ tmux: Tmux) async throws {
        try await tmux.seeShell()
        try await tmux.run("echo code $?")
        try await tmux.see("code \(code)")
    }

    @Test("a user grants access")
    func grants() async throws {
        try await with { device, tmux in
            let app = try access(device)
            let screen = try await tmux.see("1, 2 or dismiss:")
            #expect(screen.contains("May com.example.player use"))
            #expect(screen.contains("To let you watch"))
            #expect(screen.contains("1  Allow"))
            try await tmux.run("1")
            #expect(await app.wait() == .exited(0))
            #expect(await app.standardOutput.all() == ["granted"])
            try await tmux.see("access  com.example.player  granted")
            try await tmux.press("C-c")
        }
    }

    @Test("a user searches the provider, types a wrong password, then the right one; no password is ever on the screen")
    func signsIn() async throws {
        try await with("--times 3") { device, tmux in
            let app = try await signIn(device, tmux)
            try await tmux.run("geheim")
            try await tmux.see("User name [alice] or cancel:")
            try await tmux.press("Enter")
            try await tmux.see("! Password:")
            try await tmux.run("alice")
            #expect(await app.wait() == .exited(0))
            let account = try #require(try await device.control.account())
            #expect(account.provider == "alpha.example")
            #expect(account.subscriber == "alice")
            let screen = try await tmux.see("sign-in  com.example.player  alice\nshell$")
            #expect(!screen.contains("geheim"))
            #expect(!screen.contains("Password: alice"))
        }
    }

    @Test("the app cancels: the next prompt appears")
    func withdrawn() async throws {
        try await with { device, tmux in
            let first = try access(device)
            try await tmux.see("1, 2 or dismiss:")
            first.send(signal: SIGINT)
            #expect(await first.wait() == .exited(130))
            try await tmux.see("was withdrawn")
            let second = try access(device, "com.example.other")
            try await tmux.see("May com.example.other use")
            try await tmux.see("dismiss:\nvsactl: the prompt access of com.example.player was withdrawn\nMay")
            try await prompts(2, tmux)
            try await tmux.run("2")
            #expect(await second.wait() == .exited(4))
            #expect(await second.standardOutput.all() == ["denied"])
            try await tmux.press("C-c")
        }
    }

    private func prompts(_ count: Int, _ tmux: Tmux) async throws {
        try await until("\(count) prompts are there") {
            try await tmux.screen().split(separator: "1, 2 or dismiss:", omittingEmptySubsequences: false).count == count + 1
        }
    }

    @Test("two apps at once: one prompt after the other")
    func waiting() async throws {
        try await with("--times 2") { device, tmux in
            let first = try access(device)
            try await prompts(1, tmux)
            let second = try access(device, "com.example.other")
            try await until("both wait") { try await device.control.requests().count == 2 }
            try await tmux.run("1")
            #expect(await first.wait() == .exited(0))
            try await prompts(2, tmux)
            try await tmux.run("2")
            #expect(await second.wait() == .exited(4))
        }
    }

    @Test("input before a prompt does not answer it")
    func typedAhead() async throws {
        try await with("--times 1") { device, tmux in
            try await tmux.run("2")
            try await tmux.type("1")
            let app = try access(device)
            try await prompts(1, tmux)
            try await tmux.press("Enter")
            try await tmux.see("Enter 1 to allow, 2 to deny, or dismiss.")
            try await tmux.run("2")
            #expect(await app.wait() == .exited(4))
        }
    }

    @Test("Ctrl-C at a prompt: the agent leaves, the request ends as without an answer")
    func leaves() async throws {
        try await with { device, tmux in
            let app = try await signIn(device, tmux)
            try await tmux.press("C-c")
            #expect(await app.wait() == .exited(5))
            try await until("the agent is gone") { try await device.control.agents().isEmpty }
        }
    }

    @Test("Ctrl-D at a prompt: the same, but the agent ends with 1")
    func inputEnds() async throws {
        try await with { device, tmux in
            let app = try await signIn(device, tmux)
            try await tmux.press("C-d")
            #expect(await app.wait() == .exited(5))
            try await tmux.see("the input ended before the prompt was answered")
            try await code(1, tmux)
        }
    }

    @Test("Escape dismisses: nothing is decided")
    func dismisses() async throws {
        try await with("--times 1") { device, tmux in
            let app = try access(device)
            try await prompts(1, tmux)
            try await tmux.press("Escape", "Enter")
            #expect(await app.wait() == .exited(1))
            #expect(try await device.control.application("com.example.player").access == "not-determined")
        }
    }

    @Test("Escape cancels instead of a password")
    func cancels() async throws {
        try await with { device, tmux in
            let app = try await signIn(device, tmux)
            try await tmux.press("Escape", "Enter")
            try await tmux.see("sign-in  com.example.player  cancel")
            try await tmux.press("C-c")
            _ = await app.wait()
            #expect(try await device.control.account() == nil)
        }
    }

    @Test("Ctrl-Z and fg: the shell in between is usable, the prompt reappears")
    func suspended() async throws {
        try await with { device, tmux in
            let app = try await signIn(device, tmux)
            try await tmux.press("C-z")
            try await tmux.see("Stopped")
            try await tmux.seeShell()
            try await tmux.run("clear; echo usable $((6 * 7))")
            try await tmux.see("usable 42")
            try await tmux.run("fg")
            try await tmux.see("Password:")
            try await tmux.run("alice")
            #expect(await app.wait() == .exited(0))
            let screen = try await tmux.see("sign-in  com.example.player  alice")
            #expect(!screen.contains("Password: alice"))
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
            try await prompts(1, tmux)
            try await tmux.run("1")
            #expect(await app.wait() == .exited(0))
            try await tmux.press("C-c")
        }
    }

    @Test("SIGTERM at a prompt: the terminal is restored", arguments: ["TERM", "HUP", "INT", "QUIT"])
    func terminated(signal: String) async throws {
        try await with { device, tmux in
            let app = try await signIn(device, tmux)
            let agent = try #require(try await device.control.agents().first)
            kill(Int32(agent.processID), ["TERM": SIGTERM, "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT][signal] ?? SIGTERM)
            #expect(await app.wait() == .exited(5))
            try await code(0, tmux)
        }
    }

    @Test("the device crashes at a prompt: the terminal is restored, and the agent ends with 8")
    func deviceDied() async throws {
        try await with { device, tmux in
            let app = try await signIn(device, tmux)
            kill(Int32(try await device.control.status().processID), SIGKILL)
            #expect(await app.wait() == .exited(8))
            try await tmux.see("the device (vsad) has left the bus")
            try await code(8, tmux)
        }
    }
}
