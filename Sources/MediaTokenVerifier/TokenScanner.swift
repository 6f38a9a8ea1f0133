import Encodings
import FoundationEssentials

/// Parses the few constructs of a media token, byte by byte. Attributes, comments and document types are not supported.
struct TokenScanner {
    private let data: Data
    private(set) var position: Data.Index

    init(_ data: Data) {
        self.data = data
        position = data.startIndex
    }

    var isAtEnd: Bool { position == data.endIndex }

    func starts(with text: String) -> Bool { data[position...].starts(with: text.utf8) }

    mutating func skipWhitespace() {
        while position < data.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(data[position]) { position += 1 }
    }

    mutating func expect(_ text: String) throws(MediaTokenFormatError) {
        guard starts(with: text) else { throw MediaTokenFormatError(description: "\(text) is expected") }
        position += text.utf8.count
    }

    /// Returns the bytes before a string, and skips the string.
    mutating func bytes(upTo text: String) throws(MediaTokenFormatError) -> Data {
        guard let range = data[position...].firstRange(of: Data(text.utf8)) else {
            throw MediaTokenFormatError(description: "\(text) is missing")
        }
        defer { position = range.upperBound }
        return data[position..<range.lowerBound]
    }

    /// Returns the character data before an end tag, with references resolved.
    mutating func text(upTo endTag: String) throws(MediaTokenFormatError) -> String {
        let bytes = try bytes(upTo: endTag)
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(UInt8(ascii: "<")) else {
            throw MediaTokenFormatError(description: "text is expected before \(endTag)")
        }
        do throws(XMLReference.Unknown) { return try XMLReference.resolve(text) } catch {
            throw MediaTokenFormatError(description: "&\(error.text) is not a character reference")
        }
    }

    /// Returns the name and text of an element that contains only text.
    mutating func element() throws(MediaTokenFormatError) -> (name: String, value: String) {
        try expect("<")
        let bytes = data[position...].prefix { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
        position = bytes.endIndex
        let name = String(decoding: bytes, as: UTF8.self)
        guard !name.isEmpty else { throw MediaTokenFormatError(description: "the name of an element is expected") }
        if starts(with: "/>") {
            position += 2
            return (name, "")
        }
        try expect(">")
        return (name, try text(upTo: "</\(name)>"))
    }
}
