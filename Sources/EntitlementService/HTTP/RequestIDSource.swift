import Synchronization
import TVWorld

/// The source of the requests' identifiers.
///
/// They only distinguish requests and are not secret, so they come from a fast generator (SplitMix64) with a random start.
enum RequestIDSource {
    private static let generator = Mutex(SeededGenerator(seed: seed))
    private static let seed: UInt64 = systemRandomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }

    /// Returns an identifier in the form of a UUID (version 4).
    static func next() -> String {
        let (high, low) = generator.withLock { ($0.next(), $0.next()) }
        return String(unsafeUninitializedCapacity: 36) { buffer in
            var (place, rest) = (0, (high & ~0xF000 | 0x4000, low & ~(3 << 62) | 1 << 63))
            for index in 0..<32 {
                if index == 8 || index == 12 || index == 16 || index == 20 {
                    buffer[place] = UInt8(ascii: "-")
                    place += 1
                }
                if index == 16 { rest.0 = rest.1 }
                buffer[place] = digits[Int(rest.0 >> 60)]
                rest.0 <<= 4
                place += 1
            }
            return place
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
