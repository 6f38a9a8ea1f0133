import CDBus

/// A sequence of complete types, such as `sa{sv}`; empty for a body without arguments.
///
/// Mirrors the D-Bus specification, "Valid Signatures".
public struct BusSignature: CheckedText {
    static let kind = NameKind.signature
    public let string: String

    init(unchecked string: String) { self.string = string }

    /// Whether this is exactly one complete type, as required of an array's element or a variant's content.
    public var isSingleCompleteType: Bool {
        // In a valid signature, a single character is a type.
        if string.utf8.count == 1 { return true }
        return string.withCString { BusSignature.end(ofType: $0)?.pointee == 0 }
    }

    /// Whether this is one basic type, as required of a dictionary's key.
    public var isBasicType: Bool {
        guard string.utf8.count == 1, let code = string.utf8.first else { return false }
        return cdbus_is_basic(CInt(code)) != 0
    }

    /// Returns the end of the complete type that begins at `start`, in a text that ends with NUL; nil if there is none.
    static func end(ofType start: UnsafePointer<CChar>) -> UnsafePointer<CChar>? {
        var end = start
        while end.pointee == CChar(UInt8(ascii: "a")) { end += 1 }
        var depth = 0
        repeat {
            switch UInt8(bitPattern: end.pointee) {
            case 0: return nil
            case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            end += 1
        } while depth > 0
        return depth == 0 ? end : nil
    }
}
