import FoundationEssentials
import Glibc
import PrivateSession

/// A command that the user gives, which is found and started as by a shell.
enum UserCommand {
    /// The reason why a command did not start, with a shell's exit code for it.
    struct NotStarted: Error {
        var reason: String
        var code: Int32
    }

    private static let notFoundCode: Int32 = 127
    private static let notExecutableCode: Int32 = 126

    /// Starts a command with this program's standard streams, in its process group.
    static func start(_ command: [String], environment: [String: String]) throws(NotStarted) -> ChildProcess {
        guard let program = find(command[0], path: environment["PATH"] ?? "") else {
            throw NotStarted(reason: "command not found: \(command[0])", code: notFoundCode)
        }
        do {
            return try ChildProcess.start(
                program, arguments: Array(command.dropFirst()), environment: environment, standardInput: .inherit,
                group: .callers)
        } catch {
            let isMissing = (error as? SystemError)?.number == ENOENT
            throw NotStarted(reason: "\(error)", code: isMissing ? notFoundCode : notExecutableCode)
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
