import EntitlementCore
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
