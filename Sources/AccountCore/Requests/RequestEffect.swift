import TVWorld

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
