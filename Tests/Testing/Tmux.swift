import Foundation
import VSATesting

/// A terminal as a user sees it: tmux renders the screen from a program's escape sequences, and types keys.
package final class Tmux: Sendable {
    private let socket: String
    private let environment: [String: String]

    /// Runs an operation with a terminal that has a shell in it; then ends all programs in it.
    ///
    /// - Throws: The errors of the operation, or `ToolFailure` if tmux does not start.
    package static func with(
        environment: [String: String], _ operation: (Tmux) async throws -> Void
    ) async throws {
        let tmux = try await Tmux(environment: environment)
        try await withCleanup(tmux.close) { try await operation(tmux) }
    }

    private init(environment: [String: String]) async throws {
        let folder = environment["TMPDIR"] ?? "/tmp"
        socket = "\(folder)/tmux-\(UUID().uuidString.prefix(8))"
        self.environment = environment.merging(["TERM": "screen-256color", "SHELL": "/bin/sh"]) { $1 }
        let settings = "\(folder)/bashrc"
        try "PS1='shell$ '\n".write(toFile: settings, atomically: true, encoding: .utf8)
        try await tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24",
            "bash --noprofile --rcfile \(settings) -i")
        try await see("shell$")
    }

    private func close() async { _ = try? await tmux("kill-server") }

    /// Types a text literally.
    package func type(_ text: String) async throws { try await tmux("send-keys", "-l", text) }

    /// Presses keys by tmux's names: Enter, Down, Escape, C-c.
    package func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

    /// Types a command and presses Enter.
    package func run(_ command: String) async throws {
        try await type(command)
        try await press("Enter")
    }

    /// Returns the contents of the screen without trailing blanks.
    package func screen() async throws -> String { try await tmux("capture-pane", "-p").output }

    /// Waits until a text appears on the screen.
    ///
    /// - Returns: The screen.
    @discardableResult
    package func see(_ text: String) async throws -> String { try await wait("there is '\(text)'") { $0.contains(text) } }

    /// Waits until the shell is ready for a command: input typed before a program has returned the terminal is lost.
    package func seeShell() async throws {
        try await wait("the shell waits") { $0.split(separator: "\n").last { !$0.isEmpty }?.hasSuffix("shell$") == true }
    }

    /// Returns the settings of the terminal, as the shell in it reports them.
    package func settings() async throws -> String {
        try await seeShell()
        try await run(
            "clear; stty -a | tr ';' '\\n' | grep -o -E -e '-?(icanon|echo|isig|opost|icrnl)' | sort | xargs echo settings:")
        let screen = try await wait("the settings are there") { $0.contains("\nsettings:") || $0.hasPrefix("settings:") }
        return screen.split(separator: "\n").first { $0.hasPrefix("settings:") }.map(String.init) ?? ""
    }

    @discardableResult
    private func wait(_ what: String, _ holds: @Sendable (String) -> Bool) async throws -> String {
        var screen = ""
        do {
            try await until(what) {
                screen = try await self.screen()
                return holds(screen)
            }
        } catch is DeadlinePassed {
            throw DeadlinePassed("timed out waiting until \(what); the screen:\n\(screen)")
        }
        return screen
    }

    @discardableResult
    private func tmux(_ arguments: String...) async throws -> ToolResult { try await tmux(arguments) }

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> ToolResult {
        try await Tool.run("tmux", ["-u", "-S", socket] + arguments, environment: environment).checked()
    }
}
