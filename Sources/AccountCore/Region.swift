import TVWorld

/// The region in which the device is set up: an ISO 3166-1 alpha-2 code.
public struct Region: Sendable, Hashable, CustomStringConvertible {
    /// Two capital letters.
    public let code: String

    /// Checks a code; small letters are taken as capitals.
    ///
    /// - Throws: `InvalidInput` that names the field `region`.
    public init(_ code: String) throws(InvalidInput) {
        let letters = code.utf8.map { byte in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte }
        guard letters.count == 2, letters.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            throw InvalidInput(field: "region", message: "must be an ISO 3166-1 code of two letters, like US")
        }
        self.code = String(decoding: letters, as: UTF8.self)
    }

    public var description: String { code }
}
