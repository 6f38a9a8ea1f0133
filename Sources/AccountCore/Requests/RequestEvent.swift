/// What can happen to requests once they are open. What comes too late, for a step that nobody waits for, has no effect.
public enum RequestEvent: Sendable, Equatable {
    /// The app called `Cancel` on a request; it must be the owner's connection that did.
    case cancelled(RequestID)
    /// A connection has gone; its requests end without a word.
    case callerGone(owner: String)
    /// The app answered `ProviderSelected` with `Confirm`.
    case confirmed(RequestID, Bool)
    /// Somebody answered a prompt.
    case promptAnswered(StepID, PromptAnswer, by: Answerer)
    /// An agent will not answer a prompt: it left, or what it said makes no sense.
    case agentFailed(StepID, agent: String, AgentFailure)
    /// A fault has held a request up long enough; the request goes on, or fails with the error.
    case holdEnded(StepID, VSError?)
    /// A fault makes the question fail, and the request with it.
    case promptFailed(StepID, VSError)
    /// There is no agent left that could be asked.
    case nobodyToAsk(StepID)
    /// The provider's answer is there.
    case providerResponded(StepID, ProviderResponse)
    /// The provider could not answer.
    case providerFailed(StepID, VSError)
    /// The changes of a step are stored and visible in the device's state.
    case changed(StepID)
    /// The changes of a step could not be stored; the reason in one sentence.
    case changeFailed(StepID, reason: String)
    /// Something about the device is different: somebody else decided, signed in, moved the device.
    case deviceChanged
    /// An answer is queued, or the policy is another: prompts that nobody is asked about are looked at again.
    case answersChanged
}

/// Why an agent did not answer.
public enum AgentFailure: Sendable, Equatable {
    /// It left the bus, unregistered, or replied with an error.
    case gone(reason: String)
    /// Its reply makes no sense.
    case nonsense(reason: String)
}

/// What the machine is told with every event: the world around it at that moment.
public struct RequestEnvironment: Sendable {
    /// The device as it now is, stored changes included.
    public var device: DeviceState
    /// The time, in Unix seconds.
    public var now: Int64
    /// Fresh random bytes, at least 16: a sign-in or an authorization made by this event is built from them.
    public var random: [UInt8]

    /// An environment.
    public init(device: DeviceState, now: Int64, random: [UInt8]) {
        self.device = device
        self.now = now
        self.random = random
    }
}
