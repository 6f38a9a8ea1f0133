import CDBus
import Glibc

/// The bytes of a received call without its serial number, by which a repeated call is recognized. They include the sender, which
/// the bus sets.
struct CallBytes: ~Copyable {
    /// The maximum size of the parts of a message that its sender controls, in bytes.
    static let limit = 1_024

    private let start: UnsafeMutableRawPointer
    private let count: Int

    /// Copies a call; nil if it is large or carries file descriptors.
    init?(_ call: OpaquePointer) {
        var bytes: UnsafeMutablePointer<CChar>?
        var length: CInt = 0
        guard Self.isSmall(call), dbus_message_marshal(call, &bytes, &length) != 0, let bytes else { return nil }
        start = UnsafeMutableRawPointer(bytes)
        count = Int(length)
        // The third of the header's numbers, after four single bytes and the size of the body.
        start.storeBytes(of: 0, toByteOffset: 8, as: UInt32.self)
    }

    deinit { dbus_free(start) }

    /// Whether a message is small enough to be kept, and contains no open files.
    static func isSmall(_ message: OpaquePointer) -> Bool {
        CallSize.bytes(of: message, upTo: limit) != nil && dbus_message_contains_unix_fds(message) == 0
    }

    /// A number that differs for most calls.
    var hash: UInt64 {
        var hash = UInt64(count)
        for offset in stride(from: 0, to: count - 8, by: 8) { add(offset, to: &hash) }
        // The last eight bytes, some of them for the second time; a header has sixteen or more.
        add(count - 8, to: &hash)
        return hash
    }

    private func add(_ offset: Int, to hash: inout UInt64) {
        hash = (hash ^ start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 32
    }

    /// Whether two calls differ at most in their serial numbers.
    func areSame(as other: borrowing CallBytes) -> Bool { count == other.count && memcmp(start, other.start, count) == 0 }
}
