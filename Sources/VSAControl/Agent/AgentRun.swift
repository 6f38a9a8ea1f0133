import ArgumentParser
import Foundation

/// One `vsactl agent run`: the answerer with its terminal, its input and its signals.
struct AgentRun: Sendable {
    let answerer: any Answerer
    private var terminal: Terminal?
    private var input: InputReader?

    /// Creates an agent that needs no user.
    init(answerer: any Answerer) { self.answerer = answerer }

    private init(answerer: any Answerer, terminal: Terminal?, input: InputReader) {
        self.answerer = answerer
        self.terminal = terminal
        self.input = input
    }

    /// Returns an agent that prompts the user of the standard streams.
    ///
    /// - Parameter isJSON: Whether standard output is for programs; prompts are then written to standard error.
    static func atTerminal(isJSON: Bool) -> AgentRun {
        let output = isJSON ? STDERR_FILENO : STDOUT_FILENO
        let environment = ProcessInfo.processInfo.environment
        let input = InputReader(STDIN_FILENO)
        let terminal = Terminal(input: STDIN_FILENO, output: output)
        if let terminal, isatty(output) == 1, !["", "dumb"].contains(environment["TERM"] ?? "") {
            let style = Style(isColoured: environment["NO_COLOR"]?.isEmpty != false)
            let answerer = ScreenAnswerer(terminal, style: style) { TerminalSignals.suspend() }
            return AgentRun(answerer: answerer, terminal: terminal, input: input)
        }
        let answerer = LineAnswerer(terminal: terminal) {
            StandardStream.write($0, to: output)
        } wantMore: {
            input.next()
        }
        return AgentRun(answerer: answerer, terminal: terminal, input: input)
    }

    /// Runs the session to its end. The terminal is restored when this returns.
    ///
    /// - Throws: `Failure` with the exit code.
    func perform(_ session: AgentSession) async throws {
        let ending = AgentSession.Ending()
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        TerminalSignals.watch(terminal) { signal in
            switch signal {
            case SIGTSTP, SIGCONT, SIGWINCH: change.yield()
            default: ending.end(.told)
            }
        }
        let redrawing = Task { [answerer] in
            guard let screen = answerer as? ScreenAnswerer else { return }
            for await _ in changes { await screen.redraw() }
        }
        let reading = Task { await read(ending) }
        defer {
            terminal?.restore()
            redrawing.cancel()
            reading.cancel()
        }
        try Self.check(try await session.run(ending))
    }

    /// Passes on the input.
    private func read(_ ending: AgentSession.Ending) async {
        guard let input else { return }
        input.next()
        for await portion in input.portions {
            switch answerer {
            case let screen as ScreenAnswerer:
                await screen.take(portion)
                if portion == .end { ending.end(.told) } else if portion != .pause { input.next() }
            case let lines as LineAnswerer:
                await lines.take(portion)
                if portion == .end, await lines.isExhausted { ending.end(.inputEnded) }
            default: return
            }
        }
    }

    /// Throws the error for an end, unless the exit code is 0.
    private static func check(_ end: AgentSession.End) throws {
        switch end {
        case .told, .released, .finished: return
        case .inputEnded: StandardStream.line("vsactl: the agent's input has ended", to: STDERR_FILENO)
        case .deviceLeft: throw Failure(.unreachable, "the device (vsad) has left the bus")
        case .left(let reason):
            if reason == LineAnswerer.exhausted { throw Failure(.failed, "the input ended before the prompt was answered") }
        }
    }
}
