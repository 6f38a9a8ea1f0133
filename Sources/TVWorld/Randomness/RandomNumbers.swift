import Glibc
import Synchronization

/// Random numbers: reproducible with a seed (SplitMix64), otherwise from the system.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64?

    /// Creates a generator with a seed; nil for unpredictable numbers.
    public init(seed: UInt64?) { state = seed }

    public mutating func next() -> UInt64 {
        guard let old = state else {
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        let sum = old &+ 0x9e37_79b9_7f4a_7c15
        state = sum
        var value = (sum ^ (sum >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    /// Returns the next bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }
}

/// The source of a daemon's identifiers. A scenario's `seed` makes them reproducible; secrets are never generated from it.
public final class IdentifierSource: Sendable {
    private let generator = Mutex<SeededGenerator?>(nil)

    /// Creates a source without a seed.
    public init() {}

    /// Whether the identifiers are generated from a seed.
    public var isSeeded: Bool { generator.withLock { $0 != nil } }

    /// Restarts with the first identifier of a seed; nil for unpredictable ones.
    public func begin(seed: UInt64?) { generator.withLock { $0 = seed.map { SeededGenerator(seed: $0) } } }

    /// Returns bytes for an identifier.
    public func bytes(_ count: Int) -> [UInt8] { generator.withLock { $0?.bytes(count) } ?? systemRandomBytes(count) }
}

/// Returns unpredictable bytes from the kernel, with one system call for up to 256 of them.
///
/// Swift's `SystemRandomNumberGenerator` makes a system call for each number.
public func systemRandomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        var start = 0
        while start < count {
            let length = min(count - start, 256)
            // Fails only on kernels without random numbers.
            guard getentropy(buffer.baseAddress?.advanced(by: start), length) == 0 else { fatalError("no random numbers") }
            start += length
        }
        initialized = count
    }
}
