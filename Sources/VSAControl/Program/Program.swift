import ArgumentParser
import Glibc
import PrivateSession
import StateDirectory

/// The program: runs the commands, prints every error once, and converts it to the exit code.
public enum Program {
    /// Runs `vsactl` and ends the process. Must be called on the main thread, before there is another one.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    public static func start(_ arguments: [String]) -> Never {
        StandardStreams.reserveNumbers()
        Inheritance.record()
        // A string would hold another name.
        if let argument = Inheritance.malformedArgument(among: countOfOwn(arguments)) {
            let failure = Failure(.usage, "the argument \(argument) is not UTF-8")
            StandardStream.remark(failure.text)
            exit(failure.status.rawValue)
        }
        // Before other threads exist, which would handle the signals in their own way.
        SessionSignals.block(for: inOrder(arguments))
        Task.detached { exit(await run(arguments)) }
        // The main thread only waits. In an asynchronous main program, it would wait in Dispatch's loop, which unblocks all
        // signals.
        while true { pause() }
    }

    /// Returns the number of arguments that precede those of another program, which are passed on as they are.
    private static func countOfOwn(_ arguments: [String]) -> Int {
        guard ["run", "attach"].contains(inOrder(arguments).first) else { return arguments.count }
        return arguments.firstIndex(of: "--") ?? arguments.count
    }

    /// Runs `vsactl`.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The exit code.
    public static func run(_ arguments: [String]) async -> Int32 {
        let code = await perform(arguments)
        guard let reason = StandardStream.outputFailure, code == ExitStatus.success.rawValue else { return code }
        StandardStream.remark("vsactl: cannot write to standard output: \(String(cString: strerror(reason)))")
        return ExitStatus.failed.rawValue
    }

    private static func perform(_ arguments: [String]) async -> Int32 {
        let arguments = inOrder(arguments)
        if Overview.isRequested(arguments) {
            StandardStream.line(Overview.text)
            return ExitStatus.success.rawValue
        }
        do {
            try checkNames(arguments.first == "help" ? Array(arguments.dropFirst()) : arguments)
            try checkNumbers(arguments)
            var command = try VSACtl.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return ExitStatus.success.rawValue
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            if let failure = Failure(error) {
                StandardStream.remark(failure.text)
                return failure.status.rawValue
            }
            // Help, version and completion scripts also arrive here, with code 0.
            let code = VSACtl.exitCode(for: error).rawValue
            let text = VSACtl.fullMessage(for: error)
            let isAnswer = code == ExitStatus.success.rawValue
            if !text.isEmpty {
                StandardStream.write(text.hasSuffix("\n") ? text : text + "\n", to: isAnswer ? STDOUT_FILENO : STDERR_FILENO)
            }
            return code
        }
    }

    /// Checks that no option has a negative number: the parser itself would only report a missing value.
    ///
    /// - Throws: `Failure` with `ExitStatus.usage`.
    private static func checkNumbers(_ arguments: [String]) throws {
        let arguments = arguments.prefix { $0 != "--" }
        for (option, value) in zip(arguments, arguments.dropFirst()) {
            guard option.hasPrefix("--"), !option.contains("="), value.wholeMatch(of: /-[0-9].*/) != nil else { continue }
            throw Failure(.usage, "the value of \(option) must not be negative: \(value)")
        }
    }

    /// Checks the commands at the beginning of the arguments. The parser itself would only report an unexpected argument.
    ///
    /// - Throws: `Failure` with `ExitStatus.usage` and the nearest name for an unknown command.
    private static func checkNames(_ arguments: [String]) throws {
        var command: any ParsableCommand.Type = VSACtl.self
        var names: [String] = []
        for name in arguments.prefix(while: { !$0.hasPrefix("-") }) {
            let known = command.configuration.subcommands
            guard !known.isEmpty, command.configuration.defaultSubcommand == nil, name != "help" || !names.isEmpty else { return }
            names.append(name)
            guard let next = known.first(where: { $0._commandName == name }) else {
                let visible = known.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                throw Failure(
                    .usage, "no such command: \(names.map { $0.isEmpty ? "''" : $0 }.joined(separator: " "))",
                    advice: names == ["version"] ? "Did you mean --version?" : Failure.suggestion(for: name, among: visible))
            }
            command = next
        }
    }
}
