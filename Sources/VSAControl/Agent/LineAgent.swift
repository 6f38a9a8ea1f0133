import Foundation

/// Somebody answers line by line: a program at the other end of a pipe, or a user at a simple terminal.
actor LineAnswerer: Answerer {
    /// Nil in a pipe.
    private let terminal: Terminal?
    private let write: @Sendable (String) -> Void
    private let wantMore: @Sendable () -> Void
    private var question = OpenQuestion()
    private var conversation: LineConversation?
    private var assembler = LineAssembler()
    private var lines: [String] = []
    private var owesRequest = false
    private var hasEnded = false
    /// Whether the input ended before a question was answered.
    private var isLeftOpen = false

    /// How many lines are read ahead.
    private static let readAhead = 64

    /// An answerer.
    ///
    /// - Parameters:
    ///   - terminal: the terminal behind the input; nil in a pipe.
    ///   - write: where the questions go.
    ///   - wantMore: asks for one more portion of the input.
    init(terminal: Terminal?, write: @escaping @Sendable (String) -> Void, wantMore: @escaping @Sendable () -> Void) {
        self.terminal = terminal
        self.write = write
        self.wantMore = wantMore
    }

    /// The reason of an agent whose input has ended.
    static let exhausted = "the agent's input has ended"

    /// Whether the input has ended in order: everything in it is used, and no question was left open.
    var isExhausted: Bool { hasEnded && lines.isEmpty && !isLeftOpen }

    func answer(_ asked: AgentQuestion) async throws -> AgentAnswer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                if Task.isCancelled { return waiter.resume(throwing: CancellationError()) }
                _ = question.open(waiter)
                // At a terminal, input from before the question is discarded.
                if terminal != nil { lines = [] }
                let opened = LineConversation(asked)
                conversation = opened
                follow(opened.begin())
                converse()
            }
        } onCancel: {
            Task { await self.withdraw() }
        }
    }

    /// Processes input.
    func take(_ portion: InputReader.Portion) {
        switch portion {
        case .bytes(let bytes):
            lines += assembler.take(bytes)
            owesRequest = true
        case .pause: return
        case .end:
            if let last = assembler.finish() { lines.append(last) }
            hasEnded = true
        }
        converse()
    }

    /// Goes on with the lines that are there.
    private func converse() {
        while question.isOpen, !lines.isEmpty {
            guard let turn = conversation?.take(lines.removeFirst()) else { break }
            follow(turn)
        }
        if question.isOpen, isExhausted {
            isLeftOpen = true
            end(.failure(NoAnswer(reason: Self.exhausted, isFinal: true)))
        }
        if owesRequest, lines.count < Self.readAhead {
            owesRequest = false
            wantMore()
        }
    }

    private func follow(_ turn: LineConversation.Turn) {
        for line in turn.lines { write(line + "\n") }
        switch turn.step {
        case .answer(let answer): end(.success(answer))
        case .read(let prompt, let isHidden):
            // In a pipe there is no echo of Enter to end the line.
            write(terminal == nil ? prompt + "\n" : prompt)
            if isHidden { terminal?.enter(.hiddenLines) }
        }
    }

    private func withdraw() {
        guard question.isOpen else { return }
        if terminal != nil { write("\n") }
        end(.failure(CancellationError()))
    }

    private func end(_ result: Result<AgentAnswer, any Error>) {
        if case .success(.credentials) = result, terminal != nil { write("\n") }
        terminal?.restore()
        conversation = nil
        question.end(result)
    }
}
