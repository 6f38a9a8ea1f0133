import TVWorld

/// Prompts: who is asked, and how the answer is processed.
extension RequestTurn {
    /// Opens a prompt, with a window for it if there is none.
    mutating func ask(_ question: Question) {
        guard run.promptCount < Requests.maximumPrompts else {
            let message = "the request opened \(Requests.maximumPrompts) prompts without ending"
            return end(.fail(VSError(.serviceTemporarilyUnavailable, message, underlyingCode: .operationTooLong)))
        }
        run.promptCount += 1
        let prompt = Prompt(id: requests.nextStep(), request: run.request, question: question)
        presentWindow(for: question)
        record(.promptOpened, Self.details(of: prompt))
        let open = OpenPrompt(prompt: prompt, basis: basis(of: question), isHeld: environment.hasFaults)
        guard open.isHeld else { return seek(open) }
        run.phase = .asking(open)
        effects.append(.holdPrompt(prompt))
    }

    /// Sends `Present` before the first window. The permission prompt belongs to the system and has no window.
    mutating func presentWindow(for question: Question) {
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

    /// Finds a source of the answer to a prompt, which is open from now on: a queued answer, or else as the policy specifies.
    private mutating func seek(_ prompt: OpenPrompt) {
        var open = prompt
        open.source = nil
        open.isHeld = false
        if let scripted = requests.answers.take(for: open.prompt, except: open.tried) {
            open.source = .script(scripted.id, scripted.answer, delay: scripted.delay)
        } else {
            switch requests.unanswered {
            case .agent: open.source = .agent(except: open.triedAgents)
            case .dismiss: return giveUp(open.prompt, "no answer is queued, and unanswered prompts are dismissed")
            case .hang: break
            }
        }
        run.phase = .asking(open)
        if let source = open.source { effects.append(.ask(open.prompt, of: source)) }
    }

    /// Reconsiders a prompt that no party has been asked to answer.
    mutating func seekIfIdle() {
        if case .asking(let open) = run.phase, open.source == nil, !open.isHeld { seek(open) }
    }

    /// Finds a source of the answer to a prompt that a fault no longer holds up.
    mutating func seekAfterHold() {
        if case .asking(let open) = run.phase, open.isHeld { seek(open) }
    }

    /// Skips an agent that will not answer: the next one is asked.
    mutating func skip(_ agent: String, _ failure: AgentFailure) {
        guard case .asking(let open) = run.phase, case .agent? = open.source else { return }
        switch failure {
        case .gone(let reason): seekNext(open, after: .agent(agent), .agentFailed, reason)
        case .invalidReply(let reason): seekNext(open, after: .agent(agent), .agentNonsense, reason)
        }
    }

    /// Records why a party did not answer, and asks the next one.
    private mutating func seekNext(_ prompt: OpenPrompt, after answerer: Answerer, _ failure: JournalEvent, _ reason: String) {
        record(
            failure,
            Self.details(of: prompt.prompt) + [
                JournalDetail("answered-by", answerer.journalText), JournalDetail("reason", Self.shortened(reason)),
            ])
        var open = prompt
        open.tried.insert(answerer)
        seek(open)
    }

    /// Ends the prompt that nobody can answer, and its request, as if dismissed.
    mutating func giveUp(_ reason: String) {
        if case .asking(let open) = run.phase { giveUp(open.prompt, reason) }
    }

    private mutating func giveUp(_ prompt: Prompt, _ reason: String) {
        run.phase = .running
        recordEnd(of: prompt, reason)
        if run.request.kind == .autoSignIn { return endAutoSignIn(.notDetermined) }
        var error = VSError.userCancelled("nobody answered the prompt \(prompt.question.kind.rawValue): \(reason)")
        if prompt.question.kind == .access { error.accessStatus = device.accessStatus(of: app) }
        end(.fail(error))
    }

    /// Processes an answer; if it does not fit the prompt, the next source is asked.
    mutating func answer(_ answer: PromptAnswer, by answerer: Answerer) {
        guard case .asking(let open) = run.phase, Self.isAsked(answerer, open) else { return }
        if let nonsense = nonsense(in: answer, to: open.prompt.question) {
            return seekNext(open, after: answerer, .agentNonsense, nonsense)
        }
        run.phase = .running
        record(
            .promptAnswered,
            Self.details(of: open.prompt) + [
                JournalDetail("answer", Self.shortened(answer.text)), JournalDetail("answered-by", answerer.journalText),
            ])
        switch open.prompt.question {
        case .access: answerAccess(answer)
        case .picker(let question): answerPicker(answer, question)
        case .signIn(let question): answerSignIn(answer, question)
        case .autoSignIn: answerAutoSignIn(answer)
        }
    }

    /// Truncates an agent's text to the length that the journal accepts.
    private static func shortened(_ text: String) -> String { text.count > 255 ? text.prefix(255) + "…" : text }

    /// Returns whether an answer comes from the party that was asked.
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
