import FoundationEssentials
import Glibc
import PrivateSession

/// Shows long texts with the user's pager.
enum Pager {
    /// Returns the command for a text with a number of lines; nil if it fits on the screen, or the user has disabled the pager.
    ///
    /// - Parameter size: The terminal; nil for other outputs.
    static func command(lines: Int, size: TerminalSize?, environment: [String: String]) -> String? {
        guard let size, lines >= size.rows else { return nil }
        guard let pager = environment["PAGER"] else { return "less -FRX" }
        return pager == "cat" || pager.isEmpty ? nil : pager
    }

    /// Writes a text to standard output, through the pager if it does not fit on the screen.
    static func write(_ text: String) async {
        let environment = ProcessInfo.processInfo.environment
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        guard let command = command(lines: lines, size: .of(STDOUT_FILENO), environment: environment),
            let pager = try? ChildProcess.start(
                "/bin/sh", arguments: ["-c", command], environment: environment, standardInput: .pipe, group: .callers)
        else { return StandardStream.line(text) }
        signal(SIGPIPE, SIG_IGN)
        // The user may quit the pager before it has read everything.
        try? await pager.standardInput?.write(text + "\n")
        pager.standardInput?.close()
        // The exit code of a shell that does not find the command.
        if await pager.wait() == .exited(127) { StandardStream.line(text) }
    }
}
