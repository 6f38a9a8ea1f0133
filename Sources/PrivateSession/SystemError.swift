import Glibc

/// A system call that failed, with the action and the reason.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The action, as the beginning of a sentence: `cannot start /usr/bin/vsad`.
    public let action: String
    /// The system's error number (`errno`).
    public let number: Int32

    public var description: String { "\(action): \(String(cString: strerror(number)))" }
}
