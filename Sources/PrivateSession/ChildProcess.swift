import Glibc

/// A child process with default signal dispositions and an empty signal mask, regardless of the starting thread's. It inherits no
/// descriptors except its standard streams; a child in the starting process's group gets what ``Inheritance`` has recorded.
///
/// Releasing the last reference kills the process with `SIGKILL`, including its process group if it has its own, so that nothing
/// outlives the object.
public final class ChildProcess: Sendable {
    /// The way in which a process exited.
    public enum Exit: Sendable, Equatable, CustomStringConvertible {
        /// It exited with this code.
        case exited(Int32)
        /// It was terminated by this signal.
        case signalled(Int32)

        /// The code as in a shell: the exit code, or 128 + the signal.
        public var shellCode: Int32 {
            switch self {
            case .exited(let code): code
            case .signalled(let signal): 128 + signal
            }
        }

        /// Whether it exited with code 0.
        public var isSuccess: Bool { self == .exited(0) }

        public var description: String {
            switch self {
            case .exited(let code): "exit code \(code)"
            case .signalled(let signal): "signal \(signal)"
            }
        }
    }

    /// The source or destination of a standard stream.
    public enum Stream: Sendable, Equatable {
        /// The stream of the starting process.
        case inherit
        /// `/dev/null`
        case null
        /// A pipe, whose other end is `standardInput`, `standardOutput` or `standardError` of the object.
        case pipe
        /// A file: read from its beginning, or appended to (created with mode 0600 if it is missing).
        case file(String)
    }

    /// The process group of the child.
    public enum Group: Sendable, Equatable {
        /// Its own group: a terminal's Ctrl-C does not reach it, and `terminate` ends the whole group.
        case own
        /// The starting process's group: the child can use the terminal.
        case callers
    }

    /// The process ID.
    public var processID: Int32 { life.processID }
    /// The writing end of the standard input, if it is a pipe.
    public let standardInput: LineWriter?
    /// The lines of the standard output; empty if it is not a pipe.
    public let standardOutput: Lines
    /// The lines of the standard error; empty if it is not a pipe.
    public let standardError: Lines

    let life: ChildLife

    init(life: ChildLife, input: LineWriter?, output: LineReader?, error: LineReader?) {
        self.life = life
        standardInput = input
        standardOutput = Lines(reader: output)
        standardError = Lines(reader: error)
    }

    deinit { life.release() }

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - executable: A path, or a name that is searched in `PATH`.
    ///   - environment: The complete environment of the child.
    ///   - workingDirectory: The child's working directory; nil for the starting process's. With a directory, coreutils' `env`
    ///     searches for the program in the child's `PATH`, and exits with code 127 if it is missing.
    /// - Throws: `SystemError` if the file cannot be executed, or a stream cannot be opened.
    public static func start(
        _ executable: String, arguments: [String] = [], environment: [String: String], workingDirectory: String? = nil,
        standardInput: Stream = .null, standardOutput: Stream = .inherit, standardError: Stream = .inherit,
        group: Group = .own
    ) throws -> ChildProcess {
        var spawning = Spawning(
            executable: executable, arguments: arguments, environment: environment, group: group,
            streams: [standardInput, standardOutput, standardError])
        if let workingDirectory {
            // glibc's chdir action is not visible from Swift; coreutils' env does the same.
            spawning.executable = "/usr/bin/env"
            spawning.arguments = ["--chdir=\(workingDirectory)", executable] + arguments
        }
        return try spawning.start(shownAs: executable)
    }

    /// The way in which it exited; nil while it is running.
    public var exit: Exit? { life.exit }

    /// Detaches the process, which then outlives this object.
    public func letGo() { life.letOutliveHandle() }

    /// Waits until it exits. Cancelling the waiting task has no effect: end the process instead.
    @discardableResult
    public func wait() async -> Exit { await life.wait() }

    /// Waits until it exits, but no longer than a time limit or until the task is cancelled.
    ///
    /// - Returns: Nil if it is still running.
    public func wait(atMost limit: Duration) async -> Exit? { await life.wait(atMost: limit) }

    /// Sends a signal to the process; does nothing if it has exited.
    public func send(signal: Int32) { life.send(signal: signal, toGroup: false) }

    /// Sends a signal to the process group if it has its own, otherwise to the process.
    public func send(signalToGroup signal: Int32) { life.send(signal: signal, toGroup: true) }

    /// Ends the process and its group: `SIGTERM`, then `SIGKILL` for what remains after the grace period.
    @discardableResult
    public func terminate(grace: Duration = .seconds(5)) async -> Exit {
        life.send(signal: SIGTERM, toGroup: true)
        // A stopped process cannot act on the signal.
        life.send(signal: SIGCONT, toGroup: true)
        let end = ContinuousClock.now + grace
        _ = await life.wait(atMost: grace)
        var backoff = Backoff()
        while ContinuousClock.now < end, !Task.isCancelled, life.hasOtherMembers { await backoff.wait() }
        life.send(signal: SIGKILL, toGroup: true)
        let exit = await life.wait()
        life.reap()
        return exit
    }
}
