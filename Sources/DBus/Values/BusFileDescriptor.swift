import Glibc

/// An open file descriptor with shared ownership, which is closed when the last copy of this value is released.
///
/// Sending one in a message gives the receiver a duplicate.
public struct BusFileDescriptor: Sendable, Hashable, CustomStringConvertible {
    private let owner: Owner

    /// Adopts an open descriptor, which the caller must no longer close.
    public init(adopting rawValue: CInt) {
        owner = Owner(rawValue)
    }

    /// Duplicates a descriptor with the close-on-exec flag; the caller keeps the original.
    /// - Throws: `BusConversionError` if the system call fails, for example because too many files are open.
    public init(duplicating rawValue: CInt) throws(BusConversionError) {
        let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            throw BusConversionError(
                reason: "file descriptor \(rawValue) cannot be duplicated: \(String(cString: strerror(errno)))")
        }
        owner = Owner(copy)
    }

    /// The number of the descriptor, which is open as long as a copy of this value exists.
    public var rawValue: CInt { owner.rawValue }

    /// Two values are equal if they are the same open descriptor, not if they refer to the same file.
    public static func == (left: BusFileDescriptor, right: BusFileDescriptor) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    public var description: String { "file descriptor \(rawValue)" }

    private final class Owner: Sendable {
        let rawValue: CInt

        init(_ rawValue: CInt) { self.rawValue = rawValue }

        deinit { close(rawValue) }
    }
}
