/// The handling of the daemon's prompts: a pure state machine, (state, event) → (state, effects).
///
/// The daemon sends one prompt at a time. Between two prompts of one request, the window stays open and shows the progress.
public struct Session: Sendable {
    /// The maximum number of calls that wait behind the displayed one. The daemon sends one at a time.
    static let waitingLimit = 16

    private struct Call {
        let number: UInt64
        let prompt: Prompt
    }

    private struct Provider: Equatable {
        let identifier: String
        let name: String
    }

    private enum Stage: Equatable {
        case idle
        case asking
        /// Answered, and the daemon is processing it; with the provider if a form was submitted.
        case working(request: String, signingInTo: Provider?)
        case farewell
    }

    private var stage = Stage.idle
    private var current: Call?
    private var waiting: [Call] = []
    /// The request whose provider list was shown last: cancelling its sign-in form returns to the list.
    private var listedRequest: String?
    /// The request whose window was closed: its list and form are not shown again.
    private var abandonedRequest: String?
    /// Whether the daemon no longer needs the picker. The final message may still be shown.
    private var isReleased = false
    /// The user name entered in the last form, to prefill the next one after a wrong password.
    private var typed: (request: String, provider: String, username: String)?
    /// The number of queries of the account that have not been answered.
    private var accountQueries = 0

    /// Creates a session without prompts.
    public init() {}

    /// Whether a prompt is shown or waiting.
    public var isAsked: Bool { current != nil }

    /// Handles an event.
    public mutating func handle(_ event: SessionEvent) -> [SessionEffect] {
        switch event {
        case .asked(let number, let prompt): asked(Call(number: number, prompt: prompt))
        case .answered(let answer): answered(answer)
        case .closed: closed()
        case .cancelCalled: cancelled()
        case .released: released()
        case .daemonGone: daemonGone()
        case .accountChanged: accountChanged()
        case .accountReceived(let provider): accountReceived(provider)
        case .requestEnded(let request): ended(request)
        case .farewellOver: farewellOver()
        case .idleTimeOver: stage == .idle ? [.quit] : []
        }
    }

    // MARK: Prompts

    private mutating func asked(_ call: Call) -> [SessionEffect] {
        if current != nil {
            if waiting.count >= Session.waitingLimit { return [.refuse(call.number)] }
            waiting.append(call)
            return []
        }
        if isAbandoned(call.prompt) { return [.reply(call.number, call.prompt.dismissal)] }
        return show(call)
    }

    /// Returns whether the call belongs to a window that was closed. The list is the last prompt that follows.
    private mutating func isAbandoned(_ prompt: Prompt) -> Bool {
        guard let request = abandonedRequest, request == prompt.origin.request else {
            abandonedRequest = nil
            return false
        }
        switch prompt {
        case .permission: return false
        case .providers: abandonedRequest = nil
        case .signIn: if listedRequest != request { abandonedRequest = nil }
        }
        return true
    }

    private mutating func show(_ call: Call) -> [SessionEffect] {
        current = call
        stage = .asking
        isReleased = false
        let request = call.prompt.origin.request
        if listedRequest != request { listedRequest = nil }
        if typed?.request != request { typed = nil }
        return [.stopIdleTimer, .stopWatching, .show(screen(for: call.prompt))]
    }

    private mutating func screen(for prompt: Prompt) -> Scene {
        switch prompt {
        case .permission(let question): return .permission(question)
        case .providers(let choice):
            listedRequest = choice.origin.request
            return .providers(choice)
        case .signIn(var form):
            if form.username.isEmpty, let typed, typed.provider == form.provider { form.username = typed.username }
            return .signIn(form, leadsBack: !form.origin.request.isEmpty && listedRequest == form.origin.request)
        }
    }

    // MARK: Answers

    private mutating func answered(_ answer: Answer) -> [SessionEffect] {
        guard let call = current, call.prompt.accepts(answer) else { return [] }
        current = nil
        return [.reply(call.number, answer)] + (next() ?? follow(answer, to: call.prompt))
    }

    /// Shows what follows an answer, until the daemon sends the next prompt.
    private mutating func follow(_ answer: Answer, to prompt: Prompt) -> [SessionEffect] {
        switch (answer, prompt) {
        case (.provider(let identifier), .providers(let choice)):
            guard let row = choice.rows.first(where: { $0.identifier == identifier }), row.isSupported, !row.isApplicationProvider
            else { return rest() }
            return work(choice.origin.request, "Connecting to \(DisplayText.isolated(row.name)) …", signingInTo: nil)
        case (.credentials(let username, _), .signIn(let form)):
            typed = (form.origin.request, form.provider, username)
            let name = DisplayText.isolated(form.providerName)
            let provider = Provider(identifier: form.provider, name: form.providerName)
            return work(form.origin.request, "Signing in to \(name) …", signingInTo: provider)
        default: return rest()
        }
    }

    private mutating func work(_ request: String, _ text: String, signingInTo provider: Provider?) -> [SessionEffect] {
        // Without a request, nothing would report the end of the work.
        if request.isEmpty { return rest() }
        stage = .working(request: request, signingInTo: provider)
        return [.show(.working(text)), .watch(request: request)]
    }

    private mutating func closed() -> [SessionEffect] {
        if let call = current {
            current = nil
            if case .signIn(let form) = call.prompt, form.origin.request == listedRequest { abandonedRequest = listedRequest }
            return [.reply(call.number, call.prompt.dismissal)] + (next() ?? rest())
        }
        guard case .working(let request, _) = stage, !isReleased else { return rest() }
        abandonedRequest = request
        stage = .idle
        // Still watched, and not idle: the next picker would not know that the request has been abandoned.
        return [.hide]
    }

    // MARK: The daemon's side

    private mutating func cancelled() -> [SessionEffect] {
        guard let call = current else {
            if case .working = stage { return rest() }
            return []
        }
        current = nil
        return [.reply(call.number, call.prompt.dismissal)] + (next() ?? rest())
    }

    private mutating func released() -> [SessionEffect] {
        if stage == .farewell || isAccountAwaited {
            isReleased = true
            return []
        }
        let calls = [current].compactMap { $0 } + waiting
        current = nil
        waiting = []
        stage = .idle
        return calls.map { .reply($0.number, $0.prompt.dismissal) } + [.stopWatching, .hide, .quit]
    }

    private mutating func daemonGone() -> [SessionEffect] {
        // The answers are no longer awaited.
        current = nil
        waiting = []
        stage = .idle
        return [.stopWatching, .hide, .quit]
    }

    /// Whether the answer to a query of the account is about to decide if the submitted form was successful.
    private var isAccountAwaited: Bool {
        guard case .working(_, .some) = stage else { return false }
        return accountQueries > 0
    }

    private mutating func accountChanged() -> [SessionEffect] {
        guard case .working(_, .some) = stage else { return [] }
        // The reason may be other than the form, such as a sign-out.
        accountQueries += 1
        return [.queryAccount]
    }

    private mutating func accountReceived(_ identifier: String?) -> [SessionEffect] {
        accountQueries -= 1
        guard case .working(_, .some(let provider)) = stage else { return [] }
        guard identifier == provider.identifier else { return isReleased && accountQueries == 0 ? released() : [] }
        stage = .farewell
        typed = nil
        return [.stopWatching, .show(.signedIn(provider: provider.name)), .startFarewellTimer]
    }

    private mutating func ended(_ request: String) -> [SessionEffect] {
        if abandonedRequest == request { abandonedRequest = nil }
        if listedRequest == request { listedRequest = nil }
        if stage == .idle { return rest() }
        guard case .working(let working, _) = stage, working == request else { return [.stopWatching] }
        // Still watched: this is reported again.
        return isAccountAwaited ? [] : rest()
    }

    // MARK: Afterwards

    private mutating func next() -> [SessionEffect]? {
        guard !waiting.isEmpty else { return nil }
        return show(waiting.removeFirst())
    }

    private mutating func farewellOver() -> [SessionEffect] { stage == .farewell ? rest() : [] }

    private mutating func rest() -> [SessionEffect] {
        stage = .idle
        return [.stopWatching, .hide, isReleased ? .quit : .startIdleTimer]
    }
}
