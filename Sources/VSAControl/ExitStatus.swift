/// How `vsactl` ends. `run` ends with its command's code instead, 128 + signal when that was killed.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Done, or already so.
    case success = 0
    /// Failed for a reason without a code of its own.
    case failed = 1
    /// The time given ran out.
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
