import Glibc

/// A system call that failed: what was being done, and why it did not work.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was being done, as the beginning of a sentence: `cannot start /usr/bin/vsad`.
    public let action: String
    /// The system's error number (`errno`).
    public let number: Int32

    /// An error of a system call.
    public init(_ action: String, number: Int32) {
        self.action = action
        self.number = number
    }

    public var description: String { "\(action): \(String(cString: strerror(number)))" }
}

/// Calls again what a signal interrupted (`EINTR`).
///
/// - Returns: the result of the first call that was not interrupted; -1 with `errno` set when it failed.
func retryingInterruptions<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
