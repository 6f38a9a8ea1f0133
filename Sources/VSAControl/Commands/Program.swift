import ArgumentParser
import Foundation

/// The program around the commands: it prints every error once and turns it into the exit code.
public enum Program {
    /// Runs `vsactl`.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: The exit code.
    public static func run(_ arguments: [String]) async -> Int32 {
        let code = await perform(arguments)
        guard let reason = StandardStream.outputFailure, code == ExitStatus.success.rawValue else { return code }
        StandardStream.line("vsactl: cannot write to standard output: \(String(cString: strerror(reason)))", to: STDERR_FILENO)
        return ExitStatus.failed.rawValue
    }

    private static func perform(_ arguments: [String]) async -> Int32 {
        do {
            var command = try VSACtl.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return ExitStatus.success.rawValue
        } catch let failure as Failure {
            StandardStream.line(failure.text, to: STDERR_FILENO)
            return failure.status.rawValue
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            // Help, version and completion scripts arrive here too, with code 0.
            let code = VSACtl.exitCode(for: error).rawValue
            let text = VSACtl.fullMessage(for: error)
            let isAnswer = code == ExitStatus.success.rawValue
            if !text.isEmpty {
                StandardStream.write(text.hasSuffix("\n") ? text : text + "\n", to: isAnswer ? STDOUT_FILENO : STDERR_FILENO)
            }
            return code
        }
    }
}
