import Glibc

/// Reads and writes complete contents.
package enum OpenFile {
    /// Reads an existing file, pipe or device. Of files in `/proc`, which have no size, Foundation reads only the first part.
    package static func read(_ path: String, limit: Int = .max - 1) throws(SystemFailure) -> [UInt8] {
        let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw SystemFailure() }
        defer { close(descriptor) }
        return try read(descriptor, limit: limit)
    }

    /// Reads to the end, or until there are more bytes than a limit.
    ///
    /// - Parameters:
    ///   - limit: The number of bytes after which at most one more is read, so that reading from a device ends.
    ///   - portion: The number of bytes to read at once.
    package static func read(
        _ descriptor: Int32, limit: Int = .max - 1, portion: Int = 65_536
    ) throws(SystemFailure) -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: portion)
        while content.count <= limit {
            let count = retrying { Glibc.read(descriptor, &buffer, min(portion, limit + 1 - content.count)) }
            guard count >= 0 else { throw SystemFailure() }
            if count == 0 { break }
            content += buffer[..<count]
        }
        return content
    }

    /// Writes all bytes.
    package static func write(_ content: [UInt8], to descriptor: Int32) throws(SystemFailure) {
        var start = 0
        while start < content.count {
            let count = content[start...].withUnsafeBytes { rest in
                retrying { Glibc.write(descriptor, rest.baseAddress, rest.count) }
            }
            guard count > 0 else { throw SystemFailure() }
            start += count
        }
    }
}

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
