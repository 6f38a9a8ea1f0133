import TVWorld

/// An event of open requests. Late events, for a step that is no longer waited for, have no effect.
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
