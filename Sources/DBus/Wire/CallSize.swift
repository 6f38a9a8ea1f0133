import CDBus
import Glibc

/// Determines the size of the parts of a received call that its sender controls, without reading it: arrays contain their size.
///
/// These are the arguments and the path. All other names are short, and a bus removes unknown header fields.
struct CallSize {
    private var iterator = DBusMessageIter()
    private var size: Int
    private let limit: Int

    /// Returns the size of a call in bytes; nil if it exceeds `limit`.
    static func bytes(of call: OpaquePointer, upTo limit: Int) -> Int? {
        var measured = CallSize(size: dbus_message_get_path(call).map { strlen($0) } ?? 0, limit: limit)
        if dbus_message_iter_init(call, &measured.iterator) != 0 { measured.addValues() }
        return measured.size <= limit ? measured.size : nil
    }

    /// Adds all remaining values of the container, until the limit is exceeded.
    private mutating func addValues() {
        var type = dbus_message_iter_get_arg_type(&iterator)
        while type != 0, size <= limit {
            addValue(UInt8(truncatingIfNeeded: type))
            dbus_message_iter_next(&iterator)
            type = dbus_message_iter_get_arg_type(&iterator)
        }
    }

    private mutating func addValue(_ type: UInt8) {
        switch type {
        case UInt8(ascii: "a"), UInt8(ascii: "r"), UInt8(ascii: "v"):
            var inner = CallSize(size: size + 4, limit: limit)
            dbus_message_iter_recurse(&iterator, &inner.iterator)
            if type == UInt8(ascii: "a") {
                inner.size += Int(cdbus_array_size(&inner.iterator))
            } else {
                inner.addValues()
            }
            size = inner.size
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
            var text: UnsafePointer<CChar>?
            dbus_message_iter_get_basic(&iterator, &text)
            size += 5 + (text.map { strlen($0) } ?? 0)
        default: size += 8
        }
    }
}

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
        // The serial number follows four single bytes and the size of the body.
        start.storeBytes(of: 0, toByteOffset: 8, as: UInt32.self)
    }

    deinit { dbus_free(start) }

    /// Returns whether a message is small enough to be kept, and contains no open files.
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

    /// Returns whether two calls differ at most in their serial numbers.
    func areSame(as other: borrowing CallBytes) -> Bool { count == other.count && memcmp(start, other.start, count) == 0 }
}
