import Dispatch
import Glibc
import PrivateSession
import StateDirectory
import Synchronization

/// The signals that end a session or are passed on to its command.
///
/// They are blocked in every thread and accepted one by one, because a handler could do almost nothing, and because this is the
/// only way to know the sender: signals of the terminal reach the command directly, because it is in the same process group.
enum SessionSignals {
    struct Arrival: Sendable, Equatable {
        var signal: Int32
        /// Whether the terminal sent it, to the command as well.
        var isFromTerminal: Bool
        /// Whether it ends a session or a command.
        var isEnding: Bool { SessionSignals.ending.contains(signal) }
    }

    /// `SI_KERNEL`, which Swift does not import.
    private static let fromKernel: Int32 = 0x80

    /// The signals that end a session or a command.
    static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The signals that `vsactl run` only passes on.
    static let passed = [SIGUSR1, SIGUSR2, SIGWINCH]

    /// Blocks the signals in the calling thread and in those that it starts. Must be called before there are other threads.
    ///
    /// - Parameter arguments: The program's arguments; only a few commands need this.
    static func block(for arguments: [String]) {
        let words = arguments.filter { !$0.hasPrefix("-") }
        switch (words.first, words.dropFirst().first) {
        case ("request", "list"): break
        case ("run", _): block(ending + passed + [SIGCHLD])
        case ("request", _): block(ending)
        case ("agent", "run"): block(ending + [SIGTSTP, SIGCONT])
        default: break
        }
    }

    private static func block(_ signals: [Int32]) {
        var set = handled(signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Performs work that may wait for input. Meanwhile, the signals that otherwise end the session terminate the program.
    static func endingProgram<Value>(during work: () throws -> Value) rethrows -> Value {
        var set = handled(ending)
        // Swift's handler of SIGQUIT writes a backtrace, and the program would continue.
        if sigismember(&set, SIGQUIT) == 1 { signal(SIGQUIT, SIG_DFL) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        defer { pthread_sigmask(SIG_BLOCK, &set, nil) }
        return try work()
    }

    /// Returns the signals as they arrive; for a single consumer in the program.
    ///
    /// - Parameters:
    ///   - passed: Signals that do not end the session but are delivered like the others.
    ///   - others: Handlers of further signals that do not end the session, called on the signals' thread.
    static func arrivals(
        passing passed: [Int32] = [], handling others: [Int32: @Sendable (siginfo_t) -> Void] = [:]
    ) -> AsyncStream<Arrival> {
        let (stream, continuation) = AsyncStream.makeStream(of: Arrival.self)
        DispatchQueue(label: "vsactl-signals").async {
            var set = handled(ending + passed + others.keys)
            pthread_sigmask(SIG_BLOCK, &set, nil)
            while true {
                var information = siginfo_t()
                let signal = sigwaitinfo(&set, &information)
                guard signal > 0 else { continue }
                if let handle = others[signal] {
                    handle(information)
                } else {
                    let isFromTerminal = information.si_code == fromKernel && !isForLeaderOnly(signal)
                    continuation.yield(Arrival(signal: signal, isFromTerminal: isFromTerminal))
                }
            }
        }
        return stream
    }

    /// Returns whether the terminal sends a signal to this program and not to its process group: a terminal that is closed
    /// notifies only the session's leader, which this program is when a terminal emulator or `ssh -t` has started it.
    private static func isForLeaderOnly(_ signal: Int32) -> Bool { signal == SIGHUP && getsid(0) == getpid() }

    /// Returns the signals that were not ignored when the program started, so that `nohup` remains effective. `SIGCHLD` is always
    /// needed: orphans are reaped when it arrives.
    static func handled(_ signals: [Int32]) -> sigset_t {
        Signals.set(signals.filter { $0 == SIGCHLD || !Signals.isIgnored($0) })
    }
}

/// Passes each signal to the current receiver.
final class SignalInbox: Sendable {
    /// A function that receives a signal. It must return soon, and must not access the inbox.
    typealias Receiver = @Sendable (SessionSignals.Arrival) -> Void

    private struct State {
        var receiver: Receiver
        var firstEnding: Int32?
    }

    private let state: Mutex<State>

    /// Begins to accept the signals of a stream.
    init(_ signals: AsyncStream<SessionSignals.Arrival>, to receiver: @escaping Receiver) {
        state = Mutex(State(receiver: receiver))
        Task { [weak self] in
            for await arrival in signals { self?.take(arrival) }
        }
    }

    /// The first signal so far that ends a session or a command.
    var firstEnding: Int32? { state.withLock(\.firstEnding) }

    /// Sets the receiver of later signals.
    ///
    /// - Returns: ``firstEnding`` at this moment.
    @discardableResult
    func deliver(to receiver: @escaping Receiver) -> Int32? {
        state.withLock { state in
            state.receiver = receiver
            return state.firstEnding
        }
    }

    private func take(_ arrival: SessionSignals.Arrival) {
        // Locked: once `deliver` has returned, no signal is still on its way to the previous receiver.
        state.withLock { state in
            if arrival.isEnding { state.firstEnding = state.firstEnding ?? arrival.signal }
            state.receiver(arrival)
        }
    }
}
