/// An event of a session.
public enum SessionEvent: Sendable, Equatable {
    /// The daemon sent a prompt. The number identifies the call until it is answered.
    case asked(UInt64, Prompt)
    /// The user answered the displayed prompt.
    case answered(Answer)
    /// The user closed the window.
    case closed
    /// The daemon called `Cancel`.
    case cancelCalled
    /// The daemon called `Release`.
    case released
    /// The daemon left the bus.
    case daemonGone
    /// The system account changed.
    case accountChanged
    /// The answer to `queryAccount`: the identifier of the account's provider; nil if nobody is signed in, or if it is not known.
    case accountReceived(provider: String?)
    /// The request with this path has ended.
    case requestEnded(String)
    /// The final message has been shown long enough.
    case farewellOver
    /// The session has been idle for some time.
    case idleTimeOver
}

/// An action that a session requests; actions are performed in order.
public enum SessionEffect: Sendable, Equatable {
    /// Show this in the window, and open it if necessary.
    case show(Scene)
    /// Close the window, unless something else is shown at once.
    case hide
    /// Answer a call.
    case reply(UInt64, Answer)
    /// Reject a call: too many are waiting.
    case refuse(UInt64)
    /// Watch for the end of this request.
    case watch(request: String)
    /// Stop watching.
    case stopWatching
    /// Query the system account, and send `accountReceived`.
    case queryAccount
    /// Start the idle timer.
    case startIdleTimer
    /// Stop the idle timer.
    case stopIdleTimer
    /// Send `farewellOver` after a moment.
    case startFarewellTimer
    /// End the program.
    case quit
}

/// The contents of the window.
public enum Scene: Sendable, Equatable {
    /// A permission prompt.
    case permission(PermissionQuestion)
    /// The provider list.
    case providers(ProviderChoice)
    /// The sign-in form; cancelling it returns to the list.
    case signIn(SignInForm, leadsBack: Bool)
    /// Progress without a prompt.
    case working(String)
    /// A successful sign-in.
    case signedIn(provider: String)
}
