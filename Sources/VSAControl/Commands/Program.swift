import ArgumentParser
import Foundation

/// The program around the commands: it prints every error once and turns it into the exit code.
public enum Program {
    /// Runs `vsactl`.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: The exit code.
    public static func run(_ arguments: [String]) async -> Int32 {
        do {
            var command = try VSACtl.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return ExitStatus.success.rawValue
        } catch let failure as Failure {
            write(failure.text, to: .standardError)
            return failure.status.rawValue
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            // Help, version and completion scripts arrive here too, with code 0.
            let code = VSACtl.exitCode(for: error).rawValue
            let text = VSACtl.fullMessage(for: error)
            if !text.isEmpty { write(text, to: code == ExitStatus.success.rawValue ? .standardOutput : .standardError) }
            return code
        }
    }

    private static func write(_ text: String, to handle: FileHandle) {
        // The variant that throws: the other one ends the process when nobody reads.
        try? handle.write(contentsOf: Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
    }
}
