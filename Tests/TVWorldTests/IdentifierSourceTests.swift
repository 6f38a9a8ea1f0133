import Testing

@testable import TVWorld

@Suite("Random numbers of a seed")
struct IdentifierSourceTests {
    @Test("The same seed generates the same numbers, another seed different ones")
    func seed() {
        var (first, second, other) = (SeededGenerator(seed: 42), SeededGenerator(seed: 42), SeededGenerator(seed: 43))
        let numbers = (0..<50).map { _ in Int64.random(in: 0...300, using: &first) }
        #expect(numbers == (0..<50).map { _ in Int64.random(in: 0...300, using: &second) })
        #expect(numbers != (0..<50).map { _ in Int64.random(in: 0...300, using: &other) })
        #expect(Set(numbers).count > 10)
        // SplitMix64 with the seed 0, as in other implementations.
        var zero = SeededGenerator(seed: 0)
        #expect(zero.next() == 0xe220_a839_7b1d_cdaf && zero.next() == 0x6e78_9e6a_a1b9_65f4)
        var (none, nobody) = (SeededGenerator(seed: nil), SeededGenerator(seed: nil))
        #expect(none.bytes(16) != nobody.bytes(16))
    }

    @Test("Identifiers repeat with a seed, and are unpredictable without")
    func identifiers() {
        let source = IdentifierSource()
        #expect(!source.isSeeded && source.bytes(16) != source.bytes(16))
        source.begin(seed: 7)
        let first = source.bytes(16)
        let second = source.bytes(16)
        #expect(source.isSeeded && first != second)
        source.begin(seed: 7)
        #expect(source.bytes(16) == first && source.bytes(16) == second)
        source.begin(seed: nil)
        #expect(!source.isSeeded && source.bytes(16) != first)
    }
}
