import CDBus

/// A sequence of complete types, such as `sa{sv}`; empty for a body without arguments.
///
/// Mirrors the D-Bus specification, "Valid Signatures".
public struct Signature: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as text.
    public let string: String

    /// Checks a text that is known at run time only.
    /// - Throws: `InvalidNameError` when the text breaks the rules of the D-Bus specification.
    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.signature.validate(string)
        self.string = string
    }

    /// A name written in the source. An invalid one is a mistake of the programmer and ends the process.
    public init(stringLiteral value: String) {
        do { try self.init(value) } catch { preconditionFailure(error.description) }
    }

    /// Takes a text that libdbus has checked already.
    init(unchecked string: String) {
        self.string = string
    }

    public var description: String { string }
}

extension Signature {
    /// Whether this is exactly one complete type, as the element of an array or the content of a variant must be.
    public var isSingleCompleteType: Bool {
        // In a valid signature one character alone is a type.
        if string.utf8.count == 1 { return true }
        guard let end = Signature.endOfType(string.utf8, from: string.utf8.startIndex) else { return false }
        return end == string.utf8.endIndex
    }

    /// Whether this is one basic type, as the key of a dictionary must be.
    public var isBasicType: Bool {
        guard string.utf8.count == 1, let code = string.utf8.first else { return false }
        return cdbus_is_basic(CInt(code)) != 0
    }

    /// The index behind the complete type that begins at `start`; nil when there is none.
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
