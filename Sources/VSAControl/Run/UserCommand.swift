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
            let number = (error as? SystemError)?.number
            StandardStream.remark(Failure(.failed, "\(error)", advice: advice(number, program)).text)
            throw number == ENOENT ? notFound : notExecutable
        }
    }

    /// Returns what to do about an error of a script, which the system's message does not mention.
    private static func advice(_ error: Int32?, _ program: String) -> String? {
        switch error {
        case ENOEXEC: "If it is a script, its first line must name its interpreter: #!/bin/sh"
        case ENOENT where access(program, F_OK) == 0:
            "The file exists. If it is a script, the interpreter in its first line does not; lines must not end with CR LF."
        default: nil
        }
    }

    /// Returns the path of the command's program; nil if no folder contains it.
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
