import Encodings
import TVWorld

/// A source of secrets and identifiers, which tests can replace.
public protocol RandomSource: Sendable {
    /// Returns unpredictable bytes.
    func bytes(_ count: Int) -> [UInt8]

    /// Returns bytes for an identifier, which a scenario's seed makes reproducible.
    func identifier(_ count: Int) -> [UInt8]
}

extension RandomSource {
    public func identifier(_ count: Int) -> [UInt8] { bytes(count) }

    /// Returns a random UUID (version 4) in lowercase, for an identifier.
    public func uuid() -> String {
        var bytes = identifier(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = hexadecimal(bytes).utf8
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, digit) in digits.enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append(UInt8(ascii: "-")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The system's source of random numbers.
public struct SystemRandomSource: RandomSource {
    /// Creates the system's source.
    public init() {}

    public func bytes(_ count: Int) -> [UInt8] { systemRandomBytes(count) }
}

/// Returns whether two secrets are equal, in a time that does not depend on where they differ.
public func isEqualInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
