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

    /// The number of the descriptor, which is open as long as a copy of this value exists.
    public var rawValue: CInt { owner.rawValue }

    /// Returns whether two values are the same open descriptor, and not merely two descriptors of the same file.
    public static func == (left: BusFileDescriptor, right: BusFileDescriptor) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    public var description: String { "file descriptor \(rawValue)" }

    private final class Owner: Sendable {
        let rawValue: CInt

        init(_ rawValue: CInt) { self.rawValue = rawValue }

        deinit { close(rawValue) }
    }
}
