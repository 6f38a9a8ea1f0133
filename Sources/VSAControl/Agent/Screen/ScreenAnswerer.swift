import Foundation

/// A user at a terminal answers, on the whole screen.
actor ScreenAnswerer: Answerer {
    private let terminal: Terminal
    private let style: Style
    private let suspend: @Sendable () -> Void
    private var question = OpenQuestion()
    private var screen: PromptScreen?
    private var keys = KeyReader()
    private var hasEnded = false

    /// An answerer at a terminal.
    ///
    /// - Parameter suspend: stops the process, as Ctrl-Z asks for; the terminal's signal thread restores it first.
    init(_ terminal: Terminal, style: Style, suspend: @escaping @Sendable () -> Void) {
        self.terminal = terminal
        self.style = style
        self.suspend = suspend
    }

    func answer(_ asked: AgentQuestion) async throws -> AgentAnswer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                if Task.isCancelled { return waiter.resume(throwing: CancellationError()) }
                if hasEnded { return waiter.resume(throwing: Self.ended) }
                _ = question.open(waiter)
                screen = PromptScreen(asked)
                keys = KeyReader()
                terminal.enter(.screen)
                draw()
            }
        } onCancel: {
            Task { await self.withdraw() }
        }
    }

    /// Processes keyboard input.
    func take(_ portion: InputReader.Portion) {
        switch portion {
        case .bytes(let bytes): press(keys.read(bytes))
        case .pause: press(keys.flush())
        case .end:
            hasEnded = true
            end(.failure(Self.ended))
        }
    }

    /// The size of the terminal has changed, or another program has used it.
    func redraw() {
        guard screen != nil else { return }
        terminal.enter(.screen)
        draw()
    }

    private static let ended = NoAnswer(reason: "the terminal has gone", isFinal: true)

    /// One question after the other: what is open when a withdrawal arrives is what was withdrawn, since its caller waits here.
    private func withdraw() { end(.failure(CancellationError())) }

    private func press(_ pressed: [Key]) {
        guard screen != nil, !pressed.isEmpty else { return }
        // Back in the foreground without having been told: what was typed was for the shell.
        guard terminal.isOnScreen else { return redraw() }
        for key in pressed {
            switch screen?.take(key) {
            case .answer(let answer): return end(.success(answer))
            case .leave: return end(.failure(NoAnswer(reason: "the person left the agent", isFinal: true)))
            case .suspend: suspend()
            case nil, .some(.none): break
            }
        }
        draw()
    }

    private func draw() {
        guard let screen else { return }
        terminal.draw(screen.lines(terminal.size), style)
    }

    private func end(_ result: Result<AgentAnswer, any Error>) {
        guard question.isOpen else { return }
        screen = nil
        terminal.restore()
        question.end(result)
    }
}
