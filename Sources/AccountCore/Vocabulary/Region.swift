import TVWorld

/// The region of the device: an ISO 3166-1 alpha-2 code.
public struct Region: Sendable, Hashable, CustomStringConvertible {
    /// Two uppercase letters.
    public let code: String

    /// Creates a region from a code; lowercase letters are accepted.
    ///
    /// - Throws: `InvalidInput` with the field `region`.
    public init(_ code: String) throws(InvalidInput) {
        let letters = code.utf8.map { byte in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte }
        guard letters.count == 2, letters.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            throw InvalidInput(field: "region", message: "must be an ISO 3166-1 code of two letters, like US")
        }
        self.code = String(decoding: letters, as: UTF8.self)
    }

    public var description: String { code }
}
