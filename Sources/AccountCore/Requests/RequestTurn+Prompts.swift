import TVWorld

/// Prompts: who is asked, and how the answer is processed.
extension RequestTurn {
    /// Opens a prompt, with a window for it if there is none.
    mutating func ask(_ question: Question, _ run: inout RunningRequest) {
        guard run.promptCount < Requests.maximumPrompts else {
            return end(
                .fail(
                    VSError(
                        .serviceTemporarilyUnavailable, "the request opened \(Requests.maximumPrompts) prompts without ending",
                        underlyingCode: .operationTooLong)), &run)
        }
        run.promptCount += 1
        let prompt = Prompt(id: requests.nextStep(), request: run.request, question: question)
        presentWindow(for: question, &run)
        record(.promptOpened, run.request, Self.details(of: prompt))
        run.phase = .asking(OpenPrompt(prompt: prompt, basis: basis(of: question, run)))
        seek(&run)
    }

    /// Sends `Present` before the first window. The permission prompt belongs to the system and has no window.
    mutating func presentWindow(for question: Question, _ run: inout RunningRequest) {
        let dialog: Dialog
        switch question {
        case .access, .autoSignIn: return
        case .picker: dialog = Dialog(kind: .picker, title: "Choose your TV provider", provider: nil)
        case .signIn(let form):
            dialog = Dialog(kind: .signIn, title: "Sign in to \(form.providerName)", provider: form.provider)
        }
        guard !run.isPresenting else { return }
        run.isPresenting = true
        effects.append(.present(run.request.id, dialog))
    }

    /// Finds a source of the answer: a queued answer, or else as the policy specifies.
    private mutating func seek(_ run: inout RunningRequest) {
        guard case .asking(var open) = run.phase else { return }
        if let scripted = requests.answers.take(for: open.prompt, except: open.tried) {
            open.source = .script(scripted.id, scripted.answer, delay: scripted.delay)
        } else {
            switch requests.unanswered {
            case .agent: open.source = .agent(except: open.triedAgents)
            case .dismiss: return giveUp("no answer is queued, and unanswered prompts are dismissed", &run)
            case .hang: open.source = nil
            }
        }
        run.phase = .asking(open)
        if let source = open.source { effects.append(.ask(open.prompt, of: source)) }
    }

    /// Reconsiders the prompts that no party has been asked to answer.
    mutating func seekForIdlePrompts() {
        for app in requests.runningApplications {
            work(on: app) { turn, run in
                guard case .asking(let open) = run.phase, open.source == nil else { return }
                turn.seek(&run)
            }
        }
    }

    /// Skips an agent that will not answer: the next one is asked.
    mutating func skip(_ agent: String, _ failure: AgentFailure, _ run: inout RunningRequest) {
        guard case .asking(let open) = run.phase, case .agent? = open.source else { return }
        switch failure {
        case .gone(let reason): recordFailure(.agentFailed, of: .agent(agent), reason, open.prompt, run)
        case .invalidReply(let reason): recordFailure(.agentNonsense, of: .agent(agent), reason, open.prompt, run)
        }
        seekNext(after: .agent(agent), &run)
    }

    private mutating func seekNext(after answerer: Answerer, _ run: inout RunningRequest) {
        guard case .asking(var open) = run.phase else { return }
        open.tried.insert(answerer)
        open.source = nil
        run.phase = .asking(open)
        seek(&run)
    }

    private mutating func recordFailure(
        _ event: JournalEvent, of answerer: Answerer, _ reason: String, _ prompt: Prompt, _ run: RunningRequest
    ) {
        record(
            event, run.request,
            Self.details(of: prompt) + [
                JournalDetail("answered-by", answerer.journalText), JournalDetail("reason", Self.shortened(reason)),
            ])
    }

    /// Ends a prompt that nobody can answer, and its request, as if dismissed.
    mutating func giveUp(_ reason: String, _ run: inout RunningRequest) {
        guard case .asking(let open) = run.phase else { return }
        run.phase = .running
        recordEnd(of: open.prompt, reason, run)
        if run.request.kind == .autoSignIn { return endAutoSignIn(.notDetermined, &run) }
        var error = VSError.userCancelled("nobody answered the prompt \(open.prompt.question.kind.rawValue): \(reason)")
        if open.prompt.question.kind == .access { error.accessStatus = device.accessStatus(of: run.request.application) }
        end(.fail(error), &run)
    }

    /// Processes an answer; if it does not fit the prompt, the next source is asked.
    mutating func answer(_ answer: PromptAnswer, by answerer: Answerer, _ run: inout RunningRequest) {
        guard case .asking(let open) = run.phase, Self.isAsked(answerer, open) else { return }
        if let nonsense = nonsense(in: answer, to: open.prompt.question) {
            recordFailure(.agentNonsense, of: answerer, nonsense, open.prompt, run)
            return seekNext(after: answerer, &run)
        }
        run.phase = .running
        record(
            .promptAnswered, run.request,
            Self.details(of: open.prompt) + [
                JournalDetail("answer", Self.shortened(answer.text)), JournalDetail("answered-by", answerer.journalText),
            ])
        switch open.prompt.question {
        case .access: answerAccess(answer, &run)
        case .picker(let question): answerPicker(answer, question, &run)
        case .signIn(let question): answerSignIn(answer, question, &run)
        case .autoSignIn: answerAutoSignIn(answer, &run)
        }
    }

    /// Truncates an agent's text to the length that the journal accepts.
    private static func shortened(_ text: String) -> String { text.count > 255 ? text.prefix(255) + "…" : text }

    /// Whether an answer comes from the party that was asked.
    private static func isAsked(_ answerer: Answerer, _ open: OpenPrompt) -> Bool {
        switch (answerer, open.source) {
        case (.script(let id), .script(let asked, _, _)?): id == asked
        case (.agent(let name), .agent(let excluded)?): !excluded.contains(name)
        default: false
        }
    }

    /// Returns the reason why an answer does not fit a prompt; nil if it does.
    private func nonsense(in answer: PromptAnswer, to question: Question) -> String? {
        switch (question, answer) {
        case (.access, .granted), (.access, .denied), (.access, .dismissed): nil
        case (.autoSignIn, .granted), (.autoSignIn, .denied), (.autoSignIn, .dismissed): nil
        case (.picker, .cancelled), (.signIn, .cancelled): nil
        case (.picker(let picker), .otherProvider):
            picker.offersOther ? nil : "the picker has no row for another provider"
        case (.picker(let picker), .provider(let id)):
            picker.rows.contains { $0.providerIdentifier == id } ? nil : "the picker has no row \(id)"
        case (.signIn, .credentials), (.signIn, .wrongPassword): nil
        case (.signIn(let form), .subscriber(let name)):
            device.subscriber(provider: form.provider, username: name) != nil
                ? nil : "\(form.provider) has no subscriber \(name)"
        default: "\(answer.text) is not an answer to a prompt of kind \(question.kind.rawValue)"
        }
    }
}
