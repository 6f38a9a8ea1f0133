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
