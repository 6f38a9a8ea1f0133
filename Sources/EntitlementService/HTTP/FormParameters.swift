/// The parameters of a call: the query, and the form in the body.
struct FormParameters: Sendable {
    private var values: [String: String] = [:]

    /// The maximum number of parameters, more than any call has.
    static let limit = 64

    /// Parses `a=b&c=d`. The first of equal names counts; parameters that are not UTF-8 or exceed the limit are ignored.
    init(_ texts: String?...) {
        for text in texts {
            // By bytes: a mark that combines with the preceding separator belongs to the value.
            let pairs = (text ?? "").utf8.split(separator: UInt8(ascii: "&"), maxSplits: Self.limit).prefix(Self.limit)
            for pair in pairs {
                let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count > 1 ? String(Substring(parts[1])) : ""
                guard let name = Self.decode(Substring(parts[0])), let value = Self.decode(value) else { continue }
                if values[name] == nil { values[name] = value }
            }
        }
    }

    /// The value of a parameter; nil if it was not sent.
    subscript(name: String) -> String? { values[name] }

    /// The names of all parameters, in alphabetical order.
    var names: [String] { values.keys.sorted() }

    /// Decodes `%xx`, and `+` as a space.
    ///
    /// - Returns: Nil if it is incomplete, or not UTF-8.
    static func decode(_ text: some StringProtocol, plusIsBlank: Bool = true) -> String? {
        var bytes: [UInt8] = []
        var iterator = text.utf8.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns a string as the value of a parameter: everything but unreserved characters is percent-encoded.
    static func encode(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
