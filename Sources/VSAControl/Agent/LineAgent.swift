import Glibc
import TVWorld

/// Prompts line by line: a user at a terminal, or a program at the other end of a pipe.
actor LineAgent: Answerer {
    /// The terminal behind the input; nil in a pipe.
    nonisolated let terminal: Terminal?
    private let input = InputReader(STDIN_FILENO)
    private let output: Int32
    private let style: Style
    /// The caller that waits for the answer to the current prompt.
    private var waiter: CheckedContinuation<PromptAnswer, any Error>?
    /// The number of the current prompt, so that a late withdrawal does not concern the next one.
    private var number = 0
    private var conversation: LineConversation?
    private var latestTurn: LineConversation.Turn?
    private var assembler = LineAssembler()
    private var lines: [LineAssembler.Line] = []
    /// The reading that waits until there are fewer lines.
    private var reading: CheckedContinuation<Void, Never>?
    private var hasEnded = false
    /// Whether the input ended before a prompt was answered.
    private var isLeftOpen = false

    /// The number of lines to read ahead.
    private static let readAhead = 64

    /// Creates an agent that prompts the user of the standard streams.
    ///
    /// - Parameter isJSON: Whether standard output is for programs; prompts are then written to standard error.
    init(isJSON: Bool) {
        output = isJSON ? STDERR_FILENO : STDOUT_FILENO
        style = Style.detect(output)
        terminal = Terminal(STDIN_FILENO)
    }

    /// Whether the input has ended in an orderly way: all of it was used, and no prompt was left open.
    var isExhausted: Bool { hasEnded && lines.isEmpty && !isLeftOpen }

    func answer(_ question: AgentQuestion) async throws -> PromptAnswer {
        number += 1
        let asked = number
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                if Task.isCancelled { return waiter.resume(throwing: CancellationError()) }
                self.waiter = waiter
                if let terminal {
                    lines = []
                    terminal.discardInput()
                }
                let opened = LineConversation(question, style: style)
                conversation = opened
                follow(opened.begin())
                converse()
            }
        } onCancel: {
            Task { await self.withdraw(asked) }
        }
    }

    /// Reads the input to its end.
    func read(_ ending: AgentSession.Ending) async {
        while let bytes = await input.next() {
            lines += assembler.take(bytes)
            converse()
            if lines.count >= Self.readAhead { await withCheckedContinuation { reading = $0 } }
        }
        if let last = assembler.finish() { lines.append(last) }
        hasEnded = true
        converse()
        if isExhausted { ending.end(.inputEnded) }
    }

    /// Writes the pending prompt again: after Ctrl-Z and `fg`, the shell's lines are in between.
    func repeatPrompt() {
        if let latestTurn, waiter != nil, terminal?.isForeground == true { follow(latestTurn) }
    }

    /// Continues with the available lines.
    private func converse() {
        while waiter != nil, !lines.isEmpty {
            let turn =
                switch lines.removeFirst() {
                case .success(let line): conversation?.take(line)
                case .failure(let problem): conversation?.again(problem.remark)
                }
            guard let turn else { break }
            follow(turn)
        }
        if waiter != nil, isExhausted {
            isLeftOpen = true
            end(.failure(NoAnswer(reason: "the agent's input has ended", isFinal: true)))
        }
        if lines.count < Self.readAhead {
            reading?.resume()
            reading = nil
        }
    }

    private func follow(_ turn: LineConversation.Turn) {
        latestTurn = turn
        for line in turn.lines { write(line + "\n") }
        switch turn.step {
        case .answer(let answer): end(.success(answer))
        case .read(let prompt, let isHidden, let isWrong):
            guard let terminal else { return write(prompt + "\n") }
            if isHidden { terminal.hideInput() }
            write(isWrong ? style.text("! " + prompt, .bad) : prompt)
        }
    }

    private func withdraw(_ asked: Int) {
        if asked == number { end(.failure(CancellationError())) }
    }

    private func end(_ result: Result<PromptAnswer, any Error>) {
        guard waiter != nil else { return }
        if case .failure = result, terminal != nil { write("\n") }
        terminal?.restore()
        (conversation, latestTurn) = (nil, nil)
        waiter?.resume(with: result)
        waiter = nil
    }

    private func write(_ text: String) { StandardStream.write(text, to: output) }
}
