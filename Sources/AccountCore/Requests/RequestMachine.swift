import TVWorld

/// The state machine of requests that may interrupt the user: (requests, event) → (requests, effects). Pure.
///
/// Its driver sends one event at a time, performs the effects in order, and sends their outcomes as further events. Nothing here
/// waits, and prompts have no timeout.
public enum RequestMachine {
    /// Opens a request. The driver must send the reply to the caller, with the request's path, before it performs the effects.
    ///
    /// - Throws: `Refusal`, in which case nothing has changed.
    public static func open(
        _ request: InterruptingRequest, in requests: inout Requests, environment: RequestEnvironment
    ) throws(Refusal) -> [RequestEffect] {
        try admit(request.id, of: request.application, to: requests)
        var turn = RequestTurn(requests: requests, environment: environment, run: RunningRequest(request: request))
        turn.requests.append(request)
        turn.record(.requestOpened, [JournalDetail("kind", request.kind.name)])
        turn.startNext(of: request.application)
        requests = turn.requests
        return turn.effects
    }

    /// Checks whether a request of an app can be opened.
    ///
    /// - Throws: `Refusal`.
    public static func admit(_ id: RequestID, of app: ApplicationID, to requests: Requests) throws(Refusal) {
        guard !requests.contains(id) else { throw Refusal(.pathInUse, "token: a request at \(id) is not finished") }
        guard requests.runningRequest(of: app) == nil || requests.waitingRequests(of: app).count < Requests.maximumWaiting
        else { throw Refusal(.limitReached, "at most \(Requests.maximumWaiting) requests of one app may wait") }
    }

    /// Applies an event. An event that no request waits for has no effect.
    public static func reduce(
        _ requests: inout Requests, _ event: RequestEvent, environment: RequestEnvironment
    ) -> [RequestEffect] {
        // Requests wait only for a running one, so nothing can be concerned without one.
        guard let run = requests.anyRunning else { return [] }
        var turn = RequestTurn(requests: requests, environment: environment, run: run)
        turn.apply(event)
        requests = turn.requests
        return turn.effects
    }
}

/// An event of open requests. Late events, whose step has already ended, have no effect.
public enum RequestEvent: Sendable, Equatable {
    /// The app called `Cancel` on a request, on the connection that owns it.
    case cancelled(RequestID)
    /// A connection has left the bus; its requests end without a signal.
    case callerGone(owner: String)
    /// The app answered `ProviderSelected` with `Confirm`.
    case confirmed(RequestID, Bool)
    /// A prompt was answered.
    case promptAnswered(StepID, PromptAnswer, by: Answerer)
    /// An agent will not answer a prompt: it left, or its answer is invalid.
    case agentFailed(StepID, agent: String, AgentFailure)
    /// A fault no longer holds up a request or its prompt, which proceeds.
    case holdEnded(StepID)
    /// There are no more agents to ask.
    case nobodyToAsk(StepID)
    /// The provider has responded.
    case providerResponded(StepID, ProviderResponse)
    /// The changes of a step are stored and visible in the device's state.
    case changed(StepID)
    /// The request fails with its step: a fault struck it or its prompt, the provider could not respond, or the changes could not
    /// be stored.
    case failed(StepID, VSError)
    /// The device has changed: a decision, a sign-in, or another region.
    case deviceChanged
    /// An answer was queued, or the policy changed: prompts that no party has been asked to answer are reconsidered.
    case answersChanged
}

/// The reason why an agent did not answer.
public enum AgentFailure: Sendable, Equatable {
    /// It left the bus, unregistered, or replied with an error.
    case gone(reason: String)
    /// Its reply is invalid.
    case invalidReply(reason: String)
}

/// The environment at the time of an event.
public struct RequestEnvironment: Sendable {
    /// The current state of the device, including stored changes.
    public var device: DeviceState
    /// The time, in Unix seconds.
    public var now: Int64
    /// Whether there are faults, which may affect a prompt before any party is asked to answer it.
    public var hasFaults: Bool
    /// At least 16 random bytes, for a sign-in or an authorization that this event creates.
    public var random: [UInt8]

    /// Creates an environment.
    public init(device: DeviceState, now: Int64, hasFaults: Bool, random: [UInt8]) {
        self.device = device
        self.now = now
        self.hasFaults = hasFaults
        self.random = random
    }
}

/// The source of an answer.
public enum Answerer: Sendable, Hashable {
    /// A queued answer, by its number.
    case script(UInt32)
    /// An agent, by the name that the adapter assigned.
    case agent(String)

    /// The string in the journal: `script 3`, `agent NAME`.
    public var journalText: String {
        switch self {
        case .script(let id): "script \(id)"
        case .agent(let name): "agent \(name)"
        }
    }
}

/// An action that an event of a request requires, performed in order.
public enum RequestEffect: Sendable, Equatable {
    /// Asks an agent or a script; `promptAnswered`, `agentFailed` or `nobodyToAsk` follows.
    case ask(Prompt, of: PromptSource)
    /// A fault may affect the prompt: when its delay or hang is over, or at once if there is none, `holdEnded`, `failed` or
    /// `nobodyToAsk` follows.
    case holdPrompt(Prompt)
    /// A fault affects the request: when its delay or hang is over, `holdEnded` or `failed` follows.
    case hold(StepID, FaultTable.Strike)
    /// A prompt ended without its answer: the script's timer is stopped, or the agent's `Cancel` called. Or a request no longer
    /// waits for a fault or a provider.
    case withdraw(StepID)
    /// Sends `Present`, before the first window.
    case present(RequestID, Dialog)
    /// Sends `Dismiss`, after the last window.
    case dismiss(RequestID)
    /// Sends `ProviderSelected`; the app answers with `Confirm`.
    case providerSelected(RequestID, String)
    /// Stores the changes, all or none; followed by `changed` or `failed`.
    case change(StepID, [DeviceEvent])
    /// Contacts the provider; followed by `providerResponded` or `failed`. The time limit is in seconds; nil: none.
    case contactProvider(StepID, ProviderRequest, timeLimit: Int64?)
    /// Sends `Completed` and removes the request object.
    case complete(RequestID, RequestResult)
    /// Sends `Failed` and removes the request object.
    case fail(RequestID, VSError)
    /// Removes the request object without a signal: its owner has left the bus.
    case vanish(RequestID)
    /// Records an event in the journal.
    case record(JournalRecord)
}

/// The party that is asked to answer a prompt.
public enum PromptSource: Sendable, Equatable {
    /// A queued answer, given after a delay in milliseconds.
    case script(UInt32, PromptAnswer, delay: Int64)
    /// The newest agent that is not excluded, finally the one that the bus activates; `nobodyToAsk` if there is none.
    case agent(except: Set<String>)
}

/// The result of a completed request.
public enum RequestResult: Sendable, Equatable {
    /// `RequestAccess`.
    case access(AccessStatus)
    /// `RequestMetadata`.
    case metadata(AccountMetadata)
    /// `RequestAutoSignInAuthorization`: the decision, and the context that allows the app to store a token.
    case autoSignIn(AutoSignInAuthorization, context: String)
}
