import TVWorld

/// What must be done about an event of a request, in this order.
public enum RequestEffect: Sendable, Equatable {
    /// Somebody must be asked; the answer comes back as `promptAnswered`, `agentFailed` or `nobodyToAsk`.
    case ask(Prompt, of: PromptSource)
    /// A fault strikes the request: when it has suffered what it has to, `holdEnded` follows.
    case hold(StepID, FaultTable.Strike)
    /// A prompt ended without its answer: the script's timer is stopped, the agent's `Cancel` called. Or a request that a fault
    /// held up waits no more.
    case withdraw(StepID)
    /// `Present`, before the first window.
    case present(RequestID, Dialog)
    /// `Dismiss`, after the last window.
    case dismiss(RequestID)
    /// `ProviderSelected`; the app answers with `Confirm`.
    case providerSelected(RequestID, String)
    /// The changes must be stored, all or none; then `changed`, or `changeFailed`.
    case change(StepID, [RequestChange])
    /// The provider has to answer: `providerResponded` or `providerFailed`. The time limit is in seconds; nil: none.
    case contactProvider(StepID, ProviderContact, timeLimit: Int64?)
    /// `Completed`; the request object goes away.
    case complete(RequestID, RequestResult)
    /// `Failed`; the request object goes away.
    case fail(RequestID, VSError)
    /// The request object goes away without a signal: its owner has gone.
    case vanish(RequestID)
    /// Something for the journal.
    case record(JournalRecord)
}

/// Who is to answer a prompt.
public enum PromptSource: Sendable, Equatable {
    /// A queued answer: it is given after so many milliseconds.
    case script(UInt32, PromptAnswer, delay: Int64)
    /// The newest agent that is not among these, at last the one that the bus activates; `nobodyToAsk` when there is none.
    case agent(except: Set<String>)
}

/// A change that a request makes; it must be on the disk before the app hears of it.
public enum RequestChange: Sendable, Equatable {
    /// A change of the account or of a permission.
    case device(DeviceEvent)
    /// The user decided about automatic sign-in.
    case autoSignIn(ApplicationID, AutoSignInAuthorization, context: String)
}

/// What a completed request tells the app.
public enum RequestResult: Sendable, Equatable {
    /// `RequestAccess`.
    case access(AccessStatus)
    /// `RequestMetadata`.
    case metadata(AccountMetadata)
    /// `RequestAutoSignInAuthorization`: the decision, and what allows the app to store a token.
    case autoSignIn(AutoSignInAuthorization, context: String)
}
