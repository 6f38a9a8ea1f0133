import ArgumentParser
import FoundationEssentials
import Glibc
import PrivateSession

/// A command that the user gives, which is found and started as by a shell.
enum UserCommand {
    private static let notFound = ExitCode(127)
    private static let notExecutable = ExitCode(126)

    /// Starts a command with this program's standard streams, in its process group.
    ///
    /// - Throws: A shell's exit code if the command did not start; the reason has then been written to standard error.
    static func start(_ command: [String], environment: [String: String]) throws(ExitCode) -> ChildProcess {
        guard let program = find(command[0], path: environment["PATH"] ?? "") else {
            StandardStream.remark("vsactl: command not found: \(command[0])")
            throw notFound
        }
        do {
            return try ChildProcess.start(
                program, arguments: Array(command.dropFirst()), environment: environment, standardInput: .inherit,
                group: .callers)
        } catch {
            StandardStream.remark("vsactl: \(error)")
            throw (error as? SystemError)?.number == ENOENT ? notFound : notExecutable
        }
    }

    /// Returns the path of the command's program.
    ///
    /// - Returns: Nil if no folder contains it.
    static func find(_ name: String, path: String) -> String? {
        if name.contains("/") { return name }
        for folder in path.split(separator: ":", omittingEmptySubsequences: false) {
            let candidate = (folder.isEmpty ? "." : String(folder)) + "/" + name
            var isFolder = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder,
                access(candidate, X_OK) == 0
            {
                return candidate
            }
        }
        return nil
    }
}
