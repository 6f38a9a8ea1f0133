import EntitlementCore
import Synchronization
import TVWorld

/// Unpredictable secrets, and identifiers that a scenario's seed makes reproducible.
struct SeedableRandomSource: RandomSource {
    let identifiers = IdentifierSource()

    func bytes(_ count: Int) -> [UInt8] { systemRandomBytes(count) }

    func identifier(_ count: Int) -> [UInt8] { identifiers.bytes(count) }
}

extension EntitlementEngine {
    /// Returns an unused identifier. Clients and statements survive a reset, after which a seed starts again.
    ///
    /// - Parameter isUsed: Returns whether a record has an identifier.
    func newIdentifier(
        unless isUsed: @escaping @Sendable (_ id: String, _ state: EntitlementState) -> Bool
    ) async throws -> String {
        while true {
            let id = random.uuid()
            guard random.identifiers.isSeeded, try await inspect({ isUsed(id, $0) }) else { return id }
        }
    }
}

/// A source that repeats its output if a decision is made again, so that the number of attempts does not affect its identifiers.
final class ReplayedRandomSource: RandomSource {
    private struct State {
        var drawn: [[UInt8]] = []
        var next = 0
    }

    private let base: any RandomSource
    private let state = Mutex(State())

    init(_ base: any RandomSource) { self.base = base }

    /// Starts from the beginning.
    func restart() { state.withLock { $0.next = 0 } }

    func bytes(_ count: Int) -> [UInt8] { replayed(count, base.bytes) }

    func identifier(_ count: Int) -> [UInt8] { replayed(count, base.identifier) }

    private func replayed(_ count: Int, _ draw: (Int) -> [UInt8]) -> [UInt8] {
        state.withLock { state in
            // A decision that differs from here on gets new numbers.
            if state.next < state.drawn.count, state.drawn[state.next].count != count {
                state.drawn.removeSubrange(state.next...)
            }
            if state.next == state.drawn.count { state.drawn.append(draw(count)) }
            state.next += 1
            return state.drawn[state.next - 1]
        }
    }
}
