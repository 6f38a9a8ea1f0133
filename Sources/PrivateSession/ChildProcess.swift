import Glibc

/// A child process with default signal dispositions and an empty signal mask, whatever the starting thread has; it inherits no
/// descriptor but its standard streams.
///
/// Dropping the last reference kills the process (with `SIGKILL`, and with it the process group when it has one of its own), so
/// that nothing outlives the object.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public enum Exit: Sendable, Equatable, CustomStringConvertible {
        /// It ended by itself with this code.
        case exited(Int32)
        /// This signal ended it.
        case signalled(Int32)

        /// The code that a shell shows: the exit code, or 128 + the signal.
        public var shellCode: Int32 {
            switch self {
            case .exited(let code): code
            case .signalled(let signal): 128 + signal
            }
        }

        /// Whether it ended by itself with code 0.
        public var isSuccess: Bool { self == .exited(0) }

        public var description: String {
            switch self {
            case .exited(let code): "exit code \(code)"
            case .signalled(let signal): "signal \(signal)"
            }
        }
    }

    /// What stands behind a standard stream.
    public enum Stream: Sendable, Equatable {
        /// The starting process's own stream.
        case inherit
        /// `/dev/null`
        case null
        /// A pipe: `standardInput`, `standardOutput` and `standardError` of the object are its other end.
        case pipe
        /// A file: read from its beginning, or appended to (made at mode 0600 where it is missing).
        case file(String)
    }

    /// A two-way pipe beside the standard streams, as `--remote-debugging-pipe` of Chromium takes it: the child reads messages from
    /// descriptor 3 and writes messages to descriptor 4, each with a NUL at its end.
    public struct Channel: Sendable {
        let writer: LineWriter
        /// What the child sends, without the NULs.
        public let messages: Lines

        /// Sends a message.
        ///
        /// - Throws: `SystemError` with `EPIPE` when the child reads no more.
        public func send(_ message: String) async throws { try await writer.write(message + "\0") }
    }

    /// Which process group the child belongs to.
    public enum Group: Sendable, Equatable {
        /// One of its own: a terminal's Ctrl-C does not reach it, and `terminate` ends all of it.
        case own
        /// The starting process's: it can use the terminal.
        case callers
    }

    /// The process's id.
    public var processID: Int32 { life.processID }
    /// What it was started as, for messages.
    public let executable: String
    /// The writing end of its standard input, when that is a pipe.
    public let standardInput: LineWriter?
    /// The lines of its standard output; none when that is no pipe.
    public let standardOutput: Lines
    /// The lines of its standard error; none when that is no pipe.
    public let standardError: Lines
    /// The channel, when it was started with one.
    public let channel: Channel?

    let life: ChildLife

    init(
        executable: String, life: ChildLife, input: LineWriter?, output: LineReader?, error: LineReader?, channel: Channel?
    ) {
        self.executable = executable
        self.life = life
        standardInput = input
        standardOutput = Lines(reader: output)
        standardError = Lines(reader: error)
        self.channel = channel
    }

    deinit { life.release() }

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - executable: a path, or a name that is looked up in `PATH`.
    ///   - environment: the whole environment of the child.
    ///   - workingDirectory: the folder it starts in; nil is the starting process's. With a folder, coreutils' `env` looks the
    ///     program up, in the child's `PATH`, and a program that is missing ends with code 127.
    ///   - hasChannel: whether it gets descriptors 3 and 4.
    /// - Throws: `SystemError` when the file cannot be executed, or a stream cannot be opened.
    public static func start(
        _ executable: String, arguments: [String] = [], environment: [String: String], workingDirectory: String? = nil,
        standardInput: Stream = .null, standardOutput: Stream = .inherit, standardError: Stream = .inherit,
        hasChannel: Bool = false, group: Group = .own
    ) throws -> ChildProcess {
        var spawning = Spawning(
            executable: executable, arguments: arguments, environment: environment, group: group,
            streams: [standardInput, standardOutput, standardError] + (hasChannel ? [.pipe, .pipe] : []))
        if let workingDirectory {
            // glibc's chdir action is not visible from Swift; coreutils does the same.
            spawning.executable = "/usr/bin/env"
            spawning.arguments = ["--chdir=\(workingDirectory)", executable] + arguments
        }
        return try spawning.start(shownAs: executable)
    }

    /// How it ended, nil while it runs.
    public var exit: Exit? { life.exit }

    /// Lets the process live on when nobody holds this object any more.
    public func letGo() { life.letOutliveHandle() }

    /// Waits for its end. Cancelling the waiting task changes nothing: end the process instead.
    @discardableResult
    public func wait() async -> Exit { await life.wait() }

    /// Waits for its end, but no longer than a time, nor than the waiting task lives.
    ///
    /// - Returns: nil when it still runs.
    public func wait(atMost limit: Duration) async -> Exit? { await life.wait(atMost: limit) }

    /// Sends a signal to the process; nothing happens when it has ended.
    public func send(signal: Int32) { life.send(signal: signal, toGroup: false) }

    /// Sends a signal to its process group, when it has one of its own, else to the process.
    public func send(signalToGroup signal: Int32) { life.send(signal: signal, toGroup: true) }

    /// Ends the process and its group: `SIGTERM`, and `SIGKILL` for what is left after the grace period.
    @discardableResult
    public func terminate(grace: Duration = .seconds(5)) async -> Exit {
        life.send(signal: SIGTERM, toGroup: true)
        // A stopped process cannot act on the signal.
        life.send(signal: SIGCONT, toGroup: true)
        let end = ContinuousClock.now + grace
        _ = await life.wait(atMost: grace)
        var patience = Patience()
        while ContinuousClock.now < end, !Task.isCancelled, life.hasOtherMembers { await patience.wait() }
        life.send(signal: SIGKILL, toGroup: true)
        let exit = await life.wait()
        life.reap()
        return exit
    }
}
