import Glibc
import StateDirectory
import Synchronization

/// The arguments of one `posix_spawn`.
struct Spawning {
    var executable: String
    var arguments: [String]
    var environment: [String: String]
    var group: ChildProcess.Group
    /// Standard input, output and error.
    var streams: [ChildProcess.Stream]

    /// Held while pipes are created and a process is started: a pipe of one start must not be inherited by the child of another.
    static let lock = Mutex(())

    /// The descriptor that the child gets for a stream, nil if it is inherited; and the end of a pipe that stays here.
    private typealias Ends = (child: OwnedDescriptor?, ours: OwnedDescriptor?)

    func start(shownAs name: String) throws(SystemError) -> ChildProcess {
        let (life, ours) = try Self.lock.withLock { _ throws(SystemError) in
            // While it is ignored, which a program inherits, the kernel reaps children itself, and their exit codes are lost.
            if Signals.isIgnored(SIGCHLD) { signal(SIGCHLD, SIG_DFL) }
            var ends: [Ends] = []
            for (number, stream) in streams.enumerated() { ends.append(try Self.open(stream, isInput: number == 0)) }
            let processID = try spawn(ends.map(\.child), shownAs: name)
            return (ChildLife(processID: processID, ownsGroup: group == .own), ends.map(\.ours))
        }
        return ChildProcess(
            life: life, input: ours[0].map(LineWriter.init), output: ours[1].map(LineReader.init),
            error: ours[2].map(LineReader.init))
    }

    private static func open(_ stream: ChildProcess.Stream, isInput: Bool) throws(SystemError) -> Ends {
        switch stream {
        case .inherit: return (nil, nil)
        case .null: return (try OwnedDescriptor(path: "/dev/null", flags: isInput ? O_RDONLY : O_WRONLY), nil)
        case .file(let path):
            return (try OwnedDescriptor(path: path, flags: isInput ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND), nil)
        case .pipe:
            let pipe = try Pipe()
            return isInput ? (pipe.reading, pipe.writing) : (pipe.writing, pipe.reading)
        }
    }

    /// Starts the process.
    ///
    /// - Parameter descriptors: The descriptors of the child, at the index that is their number there; nil is inherited.
    private func spawn(_ descriptors: [OwnedDescriptor?], shownAs name: String) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Closes descriptors for which a library omitted the close-on-exec flag. This precedes the child's own descriptors,
        // because one of these may have the same number.
        let kept = group == .callers ? Inheritance.descriptors : []
        for descriptor in Inheritance.withoutCloseOnExec() where !kept.contains(descriptor) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        for (target, descriptor) in descriptors.enumerated() {
            guard let descriptor else { continue }
            posix_spawn_file_actions_adddup2(&actions, descriptor.number, Int32(target))
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if group == .own {
            flags |= POSIX_SPAWN_SETPGROUP
            posix_spawnattr_setpgroup(&attributes, 0)
        }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        if group == .callers { for signal in Inheritance.ignoredSignals { sigdelset(&signals, signal) } }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var processID: pid_t = 0
        let passesOn = group == .callers
        let path = passesOn ? Inheritance.arguments([executable] + arguments)[0] : Array(executable.utf8)
        let words = passesOn ? Inheritance.arguments(arguments) : arguments.map { Array($0.utf8) }
        let variables = passesOn ? Inheritance.environment(environment) : environment.map { Array("\($0.key)=\($0.value)".utf8) }
        let error = Self.withCStrings([path] + words) { argumentVector in
            Self.withCStrings(variables) { environmentVector in
                posix_spawnp(&processID, argumentVector[0]!, &actions, &attributes, argumentVector, environmentVector)
            }
        }
        guard error == 0 else { throw SystemError(action: "cannot start \(name)", number: error) }
        return processID
    }

    private static func withCStrings<Result>(
        _ texts: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = texts.map { strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(&pointers)
    }
}

/// The two ends of a pipe, both with the close-on-exec flag.
private struct Pipe {
    let reading: OwnedDescriptor
    let writing: OwnedDescriptor

    /// Creates a pipe. The caller must hold the spawn lock: the ends get the close-on-exec flag only after they exist.
    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(action: "cannot create a pipe", number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = OwnedDescriptor(raising: ends[0])
        writing = OwnedDescriptor(raising: ends[1])
    }
}

/// A file descriptor that is closed with the last reference to this object.
final class OwnedDescriptor: Sendable {
    let number: Int32

    /// Adopts a descriptor and moves it above those of the standard streams, so that setting up a child's cannot overwrite it.
    init(raising number: Int32) {
        guard number <= STDERR_FILENO else {
            self.number = number
            return
        }
        self.number = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        close(number)
    }

    /// Opens a file with the close-on-exec flag, or creates one with mode 0600.
    ///
    /// - Throws: `SystemError` with the path.
    convenience init(path: String, flags: Int32) throws(SystemError) {
        let number = retrying { open(path, flags | O_CLOEXEC, 0o600) }
        guard number >= 0 else { throw SystemError(action: "cannot open \(path)", number: errno) }
        self.init(raising: number)
    }

    deinit { close(number) }
}

/// A system call that failed, with the action and the reason.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The action, as the beginning of a sentence: `cannot start /usr/bin/vsad`.
    public let action: String
    /// The system's error number (`errno`).
    public let number: Int32

    public var description: String { "\(action): \(String(cString: strerror(number)))" }
}
