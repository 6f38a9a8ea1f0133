/// The location of a logo that may be read: a PNG file in a folder for logos. The picker does not use the network, and opens no
/// other file on request.
public struct LogoLocation: Sendable, Equatable {
    /// A part of the path of every logo.
    static let folder = "/vsasim/logos/"
    /// The maximum size of a logo, in bytes.
    public static let sizeLimit = 262_144
    /// The maximum width and height of a logo, in pixels.
    public static let pixelLimit: UInt32 = 1024

    /// The file's absolute path.
    public let path: String

    /// Creates a location from a `file:` URL of this machine; nil for other URLs.
    public init?(_ url: String) {
        guard url.utf8.count <= 1024, url.lowercased().hasPrefix("file:///") else { return nil }
        guard let path = LogoLocation.decoded(url.dropFirst(7)) else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), path.contains(LogoLocation.folder) else {
            return nil
        }
        guard path.hasSuffix(".png") else { return nil }
        self.path = path
    }

    /// Returns whether a file with this beginning is a PNG of an acceptable size, according to its first chunk (PNG
    /// specification, "IHDR Image header").
    public static func isAcceptable(_ bytes: [UInt8]) -> Bool {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.count > 33, bytes.count <= sizeLimit, bytes.starts(with: start) else { return false }
        let width = bytes[16..<20].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let height = bytes[20..<24].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return (1...pixelLimit).contains(width) && (1...pixelLimit).contains(height)
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
                return nil
            } else {
                bytes.append(byte)
            }
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
