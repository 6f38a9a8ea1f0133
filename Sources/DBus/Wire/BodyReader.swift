import CDBus
import Glibc

/// Converts the arguments of a libdbus message to values. libdbus has checked the message: types, lengths, strings, and a depth
/// of at most 64, which bounds the recursion here.
struct BodyReader {
    /// The characters of a signature, starting at some type.
    private typealias Types = UnsafePointer<CChar>

    private var iterator = DBusMessageIter()
    /// The size that may still be read. If it is negative, reading stops, and the result is unusable.
    private var room: Int

    /// Returns all arguments of a message, in order.
    static func read(_ message: OpaquePointer) -> [BusValue] { read(message, room: .max) ?? [] }

    /// Returns all arguments of a message, in order; nil if they exceed `room`: eight bytes for each value, plus those of strings
    /// and byte arrays.
    static func read(_ message: OpaquePointer, room: Int) -> [BusValue]? {
        var reader = BodyReader(room: room)
        guard var types = dbus_message_get_signature(message), dbus_message_iter_init(message, &reader.iterator) != 0 else {
            return []
        }
        var values: [BusValue] = []
        repeat { values.append(reader.value(&types)) } while reader.room >= 0 && dbus_message_iter_next(&reader.iterator) != 0
        return reader.room >= 0 ? values : nil
    }

    /// Reads the current value, whose type begins at `types`, and advances `types` past the type.
    private mutating func value(_ types: inout Types) -> BusValue {
        room -= 8
        let code = UInt8(bitPattern: types.pointee)
        switch code {
        case UInt8(ascii: "a"): return array(&types)
        case UInt8(ascii: "("):
            types += 1
            let fields = nested { $0.fields(&types) }
            types += 1
            return .structure(fields)
        default:
            types += 1
            return basic(code)
        }
    }

    private mutating func basic(_ code: UInt8) -> BusValue {
        switch code {
        case UInt8(ascii: "y"): .byte(number(0))
        case UInt8(ascii: "b"): .boolean(number(dbus_bool_t(0)) != 0)
        case UInt8(ascii: "n"): .int16(number(0))
        case UInt8(ascii: "q"): .uint16(number(0))
        case UInt8(ascii: "i"): .int32(number(0))
        case UInt8(ascii: "u"): .uint32(number(0))
        case UInt8(ascii: "x"): .int64(number(0))
        case UInt8(ascii: "t"): .uint64(number(0))
        case UInt8(ascii: "d"): .double(number(0))
        case UInt8(ascii: "s"): .string(text())
        case UInt8(ascii: "o"): .objectPath(ObjectPath(unchecked: text()))
        case UInt8(ascii: "g"): .signature(BusSignature(unchecked: text()))
        case UInt8(ascii: "h"): .fileDescriptor(BusFileDescriptor(adopting: number(CInt(-1))))
        case UInt8(ascii: "v"): .variant(nested { $0.content() })
        default: preconditionFailure("libdbus returned a value of the unknown type \(code)")
        }
    }

    /// Returns the value in a variant, which includes its type.
    private mutating func content() -> BusValue {
        let code = UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator))
        guard code == UInt8(ascii: "a") || code == UInt8(ascii: "r") else { return basic(code) }
        guard let signature = dbus_message_iter_get_signature(&iterator) else { fatalError("libdbus is out of memory") }
        defer { dbus_free(signature) }
        var types = Types(signature)
        return value(&types)
    }

    private mutating func array(_ types: inout Types) -> BusValue {
        let element = types + 1
        guard let end = BusSignature.end(ofType: element) else { preconditionFailure("libdbus returned an invalid signature") }
        types = end
        switch UInt8(bitPattern: element.pointee) {
        case UInt8(ascii: "y"): return .bytes(nested { $0.bytes() })
        case UInt8(ascii: "{"):
            let (key, value) = (element + 1, element + 2)
            return .dictionary(
                key: BodyReader.signature(key, value), value: BodyReader.signature(value, types - 1),
                nested { $0.entries(key) })
        default:
            return .array(element: BodyReader.signature(element, types), nested { $0.elements(element) })
        }
    }

    /// Returns all remaining values of the array, which have the same type.
    private mutating func elements(_ type: Types) -> [BusValue] {
        var values: [BusValue] = []
        while room >= 0, dbus_message_iter_get_arg_type(&iterator) != 0 {
            var types = type
            values.append(value(&types))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    /// Returns all remaining entries of the dictionary. The key is a basic type, which is one character.
    private mutating func entries(_ key: Types) -> [BusValue.Entry] {
        var entries: [BusValue.Entry] = []
        while room >= 0, dbus_message_iter_get_arg_type(&iterator) != 0 {
            let entry = nested { entry in
                var types = key
                let key = entry.value(&types)
                dbus_message_iter_next(&entry.iterator)
                return BusValue.Entry(key: key, value: entry.value(&types))
            }
            entries.append(entry)
            dbus_message_iter_next(&iterator)
        }
        return entries
    }

    /// Returns all remaining values of the structure.
    private mutating func fields(_ types: inout Types) -> [BusValue] {
        var values: [BusValue] = []
        repeat { values.append(value(&types)) } while dbus_message_iter_next(&iterator) != 0
        return values
    }

    private mutating func bytes() -> [UInt8] {
        var start: UnsafePointer<UInt8>?
        var count: CInt = 0
        dbus_message_iter_get_fixed_array(&iterator, &start, &count)
        room -= Int(count)
        guard room >= 0 else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    private mutating func nested<Result>(_ body: (inout BodyReader) -> Result) -> Result {
        var inner = BodyReader(room: room)
        dbus_message_iter_recurse(&iterator, &inner.iterator)
        defer { room = inner.room }
        return body(&inner)
    }

    private mutating func number<T: BitwiseCopyable>(_ zero: T) -> T {
        var result = zero
        withUnsafeMutableBytes(of: &result) { dbus_message_iter_get_basic(&iterator, $0.baseAddress) }
        return result
    }

    private mutating func text() -> String {
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        guard let pointer else { return "" }
        let count = strlen(pointer)
        room -= count
        guard room >= 0 else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: pointer, count: count), as: UTF8.self)
    }

    private static func signature(_ start: Types, _ end: Types) -> BusSignature {
        let bytes = UnsafeRawBufferPointer(start: start, count: end - start)
        return BusSignature(unchecked: String(decoding: bytes, as: UTF8.self))
    }
}
