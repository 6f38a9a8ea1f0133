/// What happens to a session.
public enum SessionEvent: Sendable, Equatable {
    /// The daemon asks. The number stands for the call until it is answered.
    case asked(UInt64, Prompt)
    /// The user answered what is shown.
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
    /// The request with this path is over.
    case requestEnded(String)
    /// The closing words were shown for long enough.
    case farewellOver
    /// Nothing was to do for some time.
    case idleTimeOver
}

/// What a session wants done, in this order.
public enum SessionEffect: Sendable, Equatable {
    /// Show this in the window; open it if there is none.
    case show(Scene)
    /// Close the window, unless something else is shown at once.
    case hide
    /// Answer a call.
    case reply(UInt64, Answer)
    /// Refuse a call: too many are waiting.
    case refuse(UInt64)
    /// Find out when this request is over.
    case watch(request: String)
    /// Stop that.
    case stopWatching
    /// Begin to count the time in which nothing is to do.
    case startIdleTimer
    /// Stop that.
    case stopIdleTimer
    /// Send `farewellOver` after a moment.
    case startFarewellTimer
    /// End the program.
    case quit
}

/// What the window shows.
public enum Scene: Sendable, Equatable {
    /// Allow or not.
    case permission(PermissionQuestion)
    /// The provider list.
    case providers(ProviderChoice)
    /// The sign-in form; cancelling it leads back to the list.
    case signIn(SignInForm, leadsBack: Bool)
    /// Nothing to answer: something is going on.
    case working(String)
    /// It worked.
    case signedIn(provider: String)
}
