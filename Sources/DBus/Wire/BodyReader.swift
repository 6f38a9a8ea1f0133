import CDBus

/// Turns the arguments of a libdbus message into values. libdbus has checked the message: types, lengths, text, and a depth
/// of at most 64, which bounds the recursion here.
struct BodyReader {
    private var iterator = DBusMessageIter()

    /// All arguments of a message, in order.
    static func read(_ message: OpaquePointer) -> [Value] {
        var reader = BodyReader()
        guard dbus_message_iter_init(message, &reader.iterator) != 0 else { return [] }
        var values: [Value] = []
        repeat { values.append(reader.value()) } while dbus_message_iter_next(&reader.iterator) != 0
        return values
    }

    private mutating func value() -> Value {
        switch UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator)) {
        case UInt8(ascii: "y"): .byte(basic(0))
        case UInt8(ascii: "b"): .boolean(basic(dbus_bool_t(0)) != 0)
        case UInt8(ascii: "n"): .int16(basic(0))
        case UInt8(ascii: "q"): .uint16(basic(0))
        case UInt8(ascii: "i"): .int32(basic(0))
        case UInt8(ascii: "u"): .uint32(basic(0))
        case UInt8(ascii: "x"): .int64(basic(0))
        case UInt8(ascii: "t"): .uint64(basic(0))
        case UInt8(ascii: "d"): .double(basic(0))
        case UInt8(ascii: "s"): .string(text())
        case UInt8(ascii: "o"): .objectPath(ObjectPath(unchecked: text()))
        case UInt8(ascii: "g"): .signature(Signature(unchecked: text()))
        case UInt8(ascii: "h"): .fileDescriptor(FileDescriptor(adopting: basic(CInt(-1))))
        case UInt8(ascii: "a"): array()
        case UInt8(ascii: "r"): .structure(nested { $0.values() })
        case UInt8(ascii: "v"): .variant(nested { $0.value() })
        case let code: preconditionFailure("libdbus gave a value of the unknown type \(code)")
        }
    }

    private mutating func array() -> Value {
        switch UInt8(truncatingIfNeeded: dbus_message_iter_get_element_type(&iterator)) {
        case UInt8(ascii: "y"): return .bytes(nested { $0.bytes() })
        case UInt8(ascii: "e"):
            let (key, value) = entryTypes(of: signature())
            return .dictionary(key: key, value: value, nested { $0.entries() })
        default:
            let element = Signature(unchecked: String(signature().dropFirst()))
            return .array(element: element, nested { $0.values() })
        }
    }

    /// All values from here to the end of the container.
    private mutating func values() -> [Value] {
        var values: [Value] = []
        while dbus_message_iter_get_arg_type(&iterator) != 0 {
            values.append(value())
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private mutating func entries() -> [Value.Entry] {
        var entries: [Value.Entry] = []
        while dbus_message_iter_get_arg_type(&iterator) != 0 {
            entries.append(
                nested { entry in
                    let key = entry.value()
                    dbus_message_iter_next(&entry.iterator)
                    return Value.Entry(key: key, value: entry.value())
                })
            dbus_message_iter_next(&iterator)
        }
        return entries
    }

    private mutating func bytes() -> [UInt8] {
        var start: UnsafePointer<UInt8>?
        var count: CInt = 0
        dbus_message_iter_get_fixed_array(&iterator, &start, &count)
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    private mutating func nested<Result>(_ body: (inout BodyReader) -> Result) -> Result {
        var inner = BodyReader()
        dbus_message_iter_recurse(&iterator, &inner.iterator)
        return body(&inner)
    }

    private mutating func basic<T: BitwiseCopyable>(_ zero: T) -> T {
        var result = zero
        withUnsafeMutableBytes(of: &result) { dbus_message_iter_get_basic(&iterator, $0.baseAddress) }
        return result
    }

    private mutating func text() -> String {
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        return pointer.map { String(cString: $0) } ?? ""
    }

    /// The type of the value here.
    private mutating func signature() -> String {
        guard let text = dbus_message_iter_get_signature(&iterator) else { fatalError("libdbus is out of memory") }
        defer { dbus_free(text) }
        return String(cString: text)
    }

    /// Key and value of `a{…}`: the key is a basic type, one character.
    private func entryTypes(of signature: String) -> (key: Signature, value: Signature) {
        let inner = signature.dropFirst(2).dropLast()
        return (Signature(unchecked: String(inner.prefix(1))), Signature(unchecked: String(inner.dropFirst())))
    }
}
