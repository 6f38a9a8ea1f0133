import CDBus

/// A sequence of complete types, such as `sa{sv}`; empty for a body without arguments.
///
/// Mirrors the D-Bus specification, "Valid Signatures".
public struct BusSignature: BusText {
    public let string: String

    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.signature.validate(string)
        self.string = string
    }

    init(unchecked string: String) { self.string = string }
}

extension BusSignature {
    /// Whether this is exactly one complete type, as required of an array's element or a variant's content.
    public var isSingleCompleteType: Bool {
        // In a valid signature, a single character is a type.
        if string.utf8.count == 1 { return true }
        guard let end = BusSignature.endOfType(string.utf8, from: string.utf8.startIndex) else { return false }
        return end == string.utf8.endIndex
    }

    /// Whether this is one basic type, as required of a dictionary's key.
    public var isBasicType: Bool {
        guard string.utf8.count == 1, let code = string.utf8.first else { return false }
        return cdbus_is_basic(CInt(code)) != 0
    }

    /// Returns the index after the complete type that begins at `start`; nil if there is none.
    static func endOfType(_ codes: String.UTF8View, from start: String.UTF8View.Index) -> String.UTF8View.Index? {
        var index = start
        while index < codes.endIndex, codes[index] == UInt8(ascii: "a") { index = codes.index(after: index) }
        guard index < codes.endIndex else { return nil }
        var depth = 0
        repeat {
            switch codes[index] {
            case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            index = codes.index(after: index)
        } while depth > 0 && index < codes.endIndex
        return depth == 0 ? index : nil
    }
}
