/// The reason why a text was not accepted as JSON.
public struct JSONError: Error, Sendable, Equatable {
    /// The problem.
    public var reason: String
    /// The offset of the problem in bytes.
    public var offset: Int

    /// The problem and its offset.
    public var message: String { "\(reason) (byte \(offset))" }
}

/// A value found by ``JSONParser``; its contents have already been converted.
@usableFromInline package enum JSONNode<Value> {
    case null
    case bool(Bool)
    /// A number, as text.
    case number(String)
    case string(String)
    case array([Value])
    /// The members of an object, in their original order.
    case object([(key: String, value: Value)])
}

/// A single pass over the bytes of a JSON text, for any type of value.
///
/// Inlinable, because a parser that is not specialized for its values takes several times as long.
@usableFromInline package struct JSONParser<Value> {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let make: (JSONNode<Value>) -> Value?
    @usableFromInline var position = 0

    /// The maximum nesting depth.
    @inlinable static var depthLimit: Int { 32 }

    /// Parses untrusted JSON (RFC 8259): in one pass, with at most 32 levels of recursion.
    ///
    /// - Parameter make: Creates a value; nil if it cannot represent a number.
    /// - Throws: ``JSONError`` for anything else, such as a duplicate key or invalid UTF-8.
    @inlinable package static func parse(
        _ bytes: some Sequence<UInt8>, _ make: @escaping (JSONNode<Value>) -> Value?
    ) throws(JSONError) -> Value {
        var parser = JSONParser(bytes: Array(bytes), make: make)
        return try parser.document()
    }

    @inlinable init(bytes: [UInt8], make: @escaping (JSONNode<Value>) -> Value?) {
        self.bytes = bytes
        self.make = make
    }

    @inlinable mutating func document() throws(JSONError) -> Value {
        let value = try value(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw error("text after the value") }
        return value
    }

    @inlinable mutating func value(depth: Int) throws(JSONError) -> Value {
        guard let value = make(try node(depth: depth)) else { throw error("a number is too large") }
        return value
    }

    @inlinable mutating func node(depth: Int) throws(JSONError) -> JSONNode<Value> {
        guard depth < Self.depthLimit else { throw error("more than \(Self.depthLimit) levels of nesting") }
        skipBlanks()
        guard position < bytes.count else { throw error("the text ends too early") }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    @inlinable mutating func object(depth: Int) throws(JSONError) -> JSONNode<Value> {
        position += 1
        var members: [(key: String, value: Value)] = []
        // Hashing the keys of a small object would take longer than comparing them.
        var keys: Set<String>?
        skipBlanks()
        if take("}") { return .object([]) }
        repeat {
            skipBlanks()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw error("a key is missing") }
            let key = try string()
            if members.count == 8 { keys = Set(members.lazy.map(\.key)) }
            guard keys?.insert(key).inserted ?? !members.contains(where: { $0.key == key }) else {
                throw error("a key occurs twice")
            }
            skipBlanks()
            guard take(":") else { throw error("a colon is missing") }
            members.append((key, try value(depth: depth + 1)))
            skipBlanks()
        } while take(",")
        guard take("}") else { throw error("an object is not closed") }
        return .object(members)
    }

    @inlinable mutating func array(depth: Int) throws(JSONError) -> JSONNode<Value> {
        position += 1
        var values: [Value] = []
        skipBlanks()
        if take("]") { return .array([]) }
        repeat {
            values.append(try value(depth: depth + 1))
            skipBlanks()
        } while take(",")
        guard take("]") else { throw error("a list is not closed") }
        return .array(values)
    }

    @inlinable mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var union: UInt8 = 0
        while position < bytes.count, isPlain(bytes[position]) {
            union |= bytes[position]
            position += 1
        }
        // Most strings contain no escape, and only ASCII, which is valid.
        if take("\"") {
            let content = bytes[start..<position - 1]
            return union < 128 ? String(decoding: content, as: UTF8.self) : try text(content)
        }
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try self.text(text[...])
            case UInt8(ascii: "\\"): text += try escape()
            case 0..<32: throw error("a string contains a control character")
            default: text.append(byte)
            }
        }
        throw error("a string is not closed")
    }

    @inlinable func isPlain(_ byte: UInt8) -> Bool { byte >= 32 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") }

    @inlinable func text(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> String {
        guard let string = String(validating: bytes, as: UTF8.self) else { throw error("a string is not UTF-8") }
        return string
    }

    @inlinable mutating func escape() throws(JSONError) -> [UInt8] {
        guard position < bytes.count else { throw error("a string is not closed") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"):
            var code = try unit()
            if code >> 10 == 0x36, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            {
                position += 2
                let low = try unit()
                guard low >> 10 == 0x37 else { throw error("a surrogate is not part of a pair") }
                code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
            }
            guard let scalar = Unicode.Scalar(code) else { throw error("a surrogate is not part of a pair") }
            return Array(String(Character(scalar)).utf8)
        default: throw error("an escape is unknown")
        }
    }

    @inlinable mutating func unit() throws(JSONError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        // Swift's integer parser accepts a sign.
        guard digits.count == 4, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("an escape is incomplete") }
        position += 4
        return code
    }

    @inlinable mutating func number() throws(JSONError) -> JSONNode<Value> {
        let start = position
        _ = take("-")
        let integer = digits()
        guard integer > 0, integer == 1 || bytes[position - integer] != UInt8(ascii: "0") else {
            throw error("a value is missing")
        }
        if take(".") {
            guard digits() > 0 else { throw error("a number is incomplete") }
        }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw error("a number is incomplete") }
        }
        guard position - start <= 64 else { throw error("a number is too long") }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    @inlinable mutating func digits() -> Int {
        let start = position
        while position < bytes.count, bytes[position].isASCIIDigit { position += 1 }
        return position - start
    }

    @inlinable mutating func word(_ word: String, _ value: JSONNode<Value>) throws(JSONError) -> JSONNode<Value> {
        guard bytes[position...].starts(with: word.utf8) else { throw error("a value is unknown") }
        position += word.utf8.count
        return value
    }

    @inlinable mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    @inlinable mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 32, 9, 10, 13: position += 1
            default: return
            }
        }
    }

    @usableFromInline func error(_ message: String) -> JSONError { JSONError(reason: message, offset: position) }
}
