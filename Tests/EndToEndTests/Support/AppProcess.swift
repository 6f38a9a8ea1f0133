import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting

/// A callback as `entitle` prints it.
struct PrintedCallback: Sendable, CustomStringConvertible {
    let name: String
    let parameters: [String: Value]
    let line: String

    var description: String { line }

    /// Reads a line.
    ///
    /// - Throws: `DeadlinePassed` with the line if it is not a callback.
    init(line: String) throws {
        guard case .object(var parameters)? = try? JSONDecoder().decode(Value.self, from: Data(line.utf8)),
            case .text(let name)? = parameters.removeValue(forKey: "callback"), line.hasPrefix(#"{"callback":"#)
        else { throw DeadlinePassed("entitle printed no callback but: \(line)") }
        self.name = name
        self.parameters = parameters
        self.line = line
    }

    /// A parameter that is a text.
    func text(_ name: String) -> String? {
        if case .text(let text)? = parameters[name] { text } else { nil }
    }

    /// A parameter that is a whole number.
    func integer(_ name: String) -> Int? {
        if case .integer(let number)? = parameters[name] { number } else { nil }
    }
}

/// A running `entitle`: commands go in, callbacks come out.
final class AppProcess: Sendable {
    private let process: ChildProcess

    /// The number of the process.
    var processID: Int32 { process.processID }

    /// Starts the app.
    ///
    /// - Throws: An error if the program is missing.
    init(options: [String], environment: [String: String], log: String) throws {
        process = try ChildProcess.start(
            try Executables.find("entitle"), arguments: options, environment: environment, standardInput: .pipe,
            standardOutput: .pipe, standardError: .file(log))
    }

    /// Sends a command.
    ///
    /// - Throws: `SystemError` when the app has ended.
    func send(_ command: String) async throws {
        try await process.standardInput?.write(line: command)
    }

    /// The next callback.
    ///
    /// - Throws: `DeadlinePassed` when none comes, or the app has ended.
    func next(_ what: @autoclosure () -> String = "callback") async throws -> PrintedCallback {
        let line = try await within(defaultDeadline, what()) { [process] in await process.standardOutput.next() }
        guard let line else { throw DeadlinePassed("entitle ended (\(await process.wait())) before \(what())") }
        return try PrintedCallback(line: line)
    }

    /// The next line of any kind.
    ///
    /// - Throws: `DeadlinePassed` when none comes, or the app has ended.
    func nextLine() async throws -> Value { try JSONDecoder().decode(Value.self, from: Data(try await nextText().utf8)) }

    /// The next line as it is printed.
    ///
    /// - Throws: `DeadlinePassed` when none comes in time, or the app has ended.
    func nextText(_ limit: Duration = defaultDeadline, _ what: String = "line") async throws -> String {
        let line = try await within(limit, what) { [process] in await process.standardOutput.next() }
        guard let line else { throw DeadlinePassed("entitle ended (\(await process.wait())) before \(what)") }
        return line
    }

    /// All callbacks that arrive before the answer to a call made now: calls are answered in order.
    ///
    /// - Throws: `DeadlinePassed` when no answer comes.
    func callbacksUntilNow() async throws -> [PrintedCallback] {
        try await send("getMetadata device-id")
        var callbacks: [PrintedCallback] = []
        while true {
            let callback = try await next("the answer to getMetadata")
            if callback.name == "setMetadataStatus", callback.integer("key") == 2 { return callbacks }
            callbacks.append(callback)
        }
    }

    /// Kills the app.
    func kill(_ signal: Int32) { process.send(signal: signal) }

    /// Ends the app as its user would.
    ///
    /// - Returns: What it printed until then, and how it ended.
    func quit() async throws -> (callbacks: [PrintedCallback], exit: ChildProcess.Exit) {
        try? await send("quit")
        process.standardInput?.close()
        let lines = try await within(defaultDeadline, "end of entitle") { [process] in await process.standardOutput.all() }
        return (try lines.map(PrintedCallback.init), await process.wait())
    }
}
