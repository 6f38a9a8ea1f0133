import Glibc

/// A failed system call.
package struct SystemFailure: Error, Sendable, Equatable {
    /// The value of `errno`.
    package let number: Int32

    /// Creates the failure of this thread's last call, unless a number is given.
    package init(_ number: Int32 = errno) { self.number = number }

    /// The system's text, such as `No space left on device`.
    package var reason: String { String(cString: strerror(number)) }
}

/// Repeats a system call as long as a signal interrupts it.
package func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        guard result < 0, errno == EINTR else { return result }
    }
}
