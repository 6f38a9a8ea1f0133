import Foundation
import PrivateSession

/// The output of a program, and how it exited.
public struct ToolResult: Sendable, CustomStringConvertible {
    /// The program and its arguments.
    package let command: String
    package let exit: ChildProcess.Exit
    /// The lines of standard output.
    public let lines: [String]
    /// The lines of standard error.
    public let errorLines: [String]

    /// The exit code, or 128 + the signal.
    public var code: Int32 { exit.shellCode }

    /// The standard output without the last line break.
    package var output: String { lines.joined(separator: "\n") }
    /// The standard error without the last line break.
    package var errorOutput: String { errorLines.joined(separator: "\n") }

    public var description: String {
        "\(command): \(exit)\nstdout: \(output)\nstderr: \(errorOutput)"
    }
}

package enum Tool {
    /// Runs a program and waits for it.
    ///
    /// - Parameters:
    ///   - executable: A path, or a name in `PATH`.
    ///   - environment: The complete environment.
    ///   - input: The standard input; nil for an empty one.
    ///   - limit: The time limit, after which the program is killed.
    /// - Throws: `DeadlinePassed` with the output so far, or `SystemError` if the program cannot be started.
    package static func run(
        _ executable: String, _ arguments: [String] = [], environment: [String: String], input: String? = nil,
        workingDirectory: String? = nil, within limit: Duration = defaultDeadline
    ) async throws -> ToolResult {
        let child = try ChildProcess.start(
            executable, arguments: arguments, environment: environment, workingDirectory: workingDirectory,
            standardInput: input == nil ? .null : .pipe, standardOutput: .pipe, standardError: .pipe)
        let output = Task { await child.standardOutput.all() }
        let errorOutput = Task { await child.standardError.all() }
        let writing = Task {
            // A program may exit before it has read everything.
            if let input { try? await child.standardInput?.write(input) }
            child.standardInput?.close()
        }
        let exit = await child.wait(atMost: limit)
        if exit == nil { await child.terminate(grace: .zero) }
        // A process that left the program's group may still hold its output open; the output so far is then sufficient.
        let readers = Task {
            _ = try? await within(exit == nil ? .seconds(1) : limit, "end of the output") {
                _ = await (output.value, errorOutput.value)
            }
            output.cancel()
            errorOutput.cancel()
        }
        await readers.value
        writing.cancel()
        let result = ToolResult(
            command: ([executable] + arguments).joined(separator: " "), exit: exit ?? .signalled(9),
            lines: await output.value, errorLines: await errorOutput.value)
        if exit == nil { throw DeadlinePassed("\(executable) did not end in time; \(result)") }
        return result
    }
}
