import ArgumentParser
import Glibc
import PrivateSession
import StateDirectory

/// The program: runs the commands, prints every error once, and converts it to the exit code.
public enum Program {
    /// Returns whether the arguments name a command that needs a backend. Groups of commands, help and mistakes need none.
    public static func needsBackend(_ arguments: [String]) -> Bool { Invocation(arguments).needsBackend }

    /// Runs `vsactl` and ends the process. Must be called on the main thread, before there is another one.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    public static func start(_ arguments: [String]) -> Never {
        StandardStreams.reserveNumbers()
        Inheritance.record()
        let ordered = Invocation(arguments).arguments
        // A string would replace bytes that are not UTF-8, and so contain a different name.
        if let argument = Inheritance.malformedArgument(among: countOfOwn(arguments, command: ordered.first)) {
            let failure = Failure(.usage, "the argument \(argument) is not UTF-8")
            StandardStream.remark(failure.text)
            exit(failure.status.rawValue)
        }
        // Before other threads exist, which would handle the signals in their own way.
        SessionSignals.block(for: ordered)
        Task.detached { exit(await run(arguments)) }
        // The main thread only waits. In an asynchronous main program, it would wait in Dispatch's loop, which unblocks all
        // signals.
        while true { pause() }
    }

    /// Returns the number of arguments that precede those of another program, which are passed on as they are.
    private static func countOfOwn(_ arguments: [String], command: String?) -> Int {
        guard ["run", "attach"].contains(command) else { return arguments.count }
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
        let invocation = Invocation(arguments)
        let arguments = invocation.arguments
        if Overview.isRequested(arguments) {
            StandardStream.line(Overview.text)
            return ExitStatus.success.rawValue
        }
        do {
            try invocation.check()
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
}
