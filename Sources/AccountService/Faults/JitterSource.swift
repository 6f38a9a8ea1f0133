/// The random numbers of faults: the same ones again for the same seed (SplitMix64), or the system's.
struct JitterSource: Sendable {
    private var state: UInt64?

    /// - Parameter seed: Nil: nobody can tell what comes.
    init(seed: UInt64? = nil) { state = seed }

    /// A number from 0 to a limit, both included.
    mutating func draw(upTo limit: Int64) -> Int64 {
        Int64.random(in: 0...max(0, limit), using: &self)
    }
}

extension JitterSource: RandomNumberGenerator {
    mutating func next() -> UInt64 {
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
}
