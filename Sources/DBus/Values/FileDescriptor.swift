import Glibc

/// An open file descriptor with shared ownership: it is closed when the last copy of this value goes.
///
/// Sending one in a message gives the receiver a duplicate of its own.
public struct FileDescriptor: Sendable, Hashable, CustomStringConvertible {
    private let owner: Owner

    /// Takes over an open descriptor; the caller must not close it any more.
    public init(adopting rawValue: CInt) {
        owner = Owner(rawValue)
    }

    /// Makes a duplicate with the close-on-exec flag; the caller keeps the original.
    /// - Throws: `ConversionError` when the system refuses, for example because too many files are open.
    public init(duplicating rawValue: CInt) throws(ConversionError) {
        let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            throw ConversionError(reason: "file descriptor \(rawValue) cannot be duplicated: \(String(cString: strerror(errno)))")
        }
        owner = Owner(copy)
    }

    /// The number of the descriptor, open for as long as a copy of this value lives.
    public var rawValue: CInt { owner.rawValue }

    /// Two descriptors are equal when they are the same open descriptor, not when they lead to the same file.
    public static func == (left: FileDescriptor, right: FileDescriptor) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    public var description: String { "file descriptor \(rawValue)" }

    private final class Owner: Sendable {
        let rawValue: CInt

        init(_ rawValue: CInt) { self.rawValue = rawValue }

        deinit { close(rawValue) }
    }
}
