import Foundation
import PrivateSession

/// What a program said and how it ended.
package struct ToolResult: Sendable, CustomStringConvertible {
    /// The program and its arguments.
    package let command: String
    /// How it ended.
    package let exit: ChildProcess.Exit
    /// The lines of its standard output.
    package let lines: [String]
    /// The lines of its standard error.
    package let errorLines: [String]

    /// Its standard output as one text without the last line end.
    package var output: String { lines.joined(separator: "\n") }
    /// Its standard error as one text without the last line end.
    package var errorOutput: String { errorLines.joined(separator: "\n") }

    package var description: String {
        "\(command): \(exit)\nstdout: \(output)\nstderr: \(errorOutput)"
    }

    /// Its standard output as JSON.
    ///
    /// - Throws: the decoder's error, or `ToolFailure` when the program failed.
    package func decoded<Document: Decodable>(as type: Document.Type = Document.self) throws -> Document {
        guard exit.isSuccess else { throw ToolFailure(result: self) }
        do {
            return try JSONDecoder().decode(type, from: Data(output.utf8))
        } catch {
            throw ToolFailure(result: self, reason: "\(error)")
        }
    }

    /// Itself when the program succeeded.
    ///
    /// - Throws: `ToolFailure` otherwise.
    @discardableResult
    package func checked() throws -> ToolResult {
        guard exit.isSuccess else { throw ToolFailure(result: self) }
        return self
    }
}

/// A program did not do what a test needs.
package struct ToolFailure: Error, Sendable, CustomStringConvertible {
    /// What it did.
    package let result: ToolResult
    /// Why that is not enough, when its exit code does not say it.
    package var reason: String?

    /// A failure of a program.
    package init(result: ToolResult, reason: String? = nil) {
        self.result = result
        self.reason = reason
    }

    package var description: String { [reason, result.description].compactMap(\.self).joined(separator: "\n") }
}

/// Programs that a test runs to their end.
package enum Tool {
    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - executable: a path, or a name in `PATH`.
    ///   - environment: its whole environment.
    ///   - input: its standard input; nil is an empty one.
    ///   - limit: after this time the program is killed.
    /// - Throws: `DeadlinePassed` with what the program had said by then, `SystemError` when it cannot be started.
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
            // A program may end before it has read everything.
            if let input { try? await child.standardInput?.write(input) }
            child.standardInput?.close()
        }
        let exit = await child.wait(atMost: limit)
        if exit == nil { await child.terminate(grace: .zero) }
        // Somebody who left the program's group may still hold its output; what it said until now is enough then.
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
