/// The exit codes of `vsactl`. `run` exits with its command's code instead, 128 + signal if the command was killed.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Done, or nothing to do.
    case success = 0
    /// Failed for a reason without a specific code.
    case failed = 1
    /// The time limit expired.
    case timedOut = 3
    /// A predicate or assertion is false.
    case isFalse = 4
    /// Nobody could answer the prompt.
    case nobodyAnswered = 5
    /// A daemon is not reachable.
    case unreachable = 8
    /// No such app, provider, subscriber, statement, …
    case notFound = 10
    /// Wrong usage (`EX_USAGE`).
    case usage = 64
    /// The data given is not valid (`EX_DATAERR`).
    case invalidData = 65
    /// `run` could not set up its session.
    case setUpFailed = 125
}
