import AccountCore
import DBus
import SAML
import TVWorld

/// Two signers, so that one slow call does not delay all others, and the order in which processes use them.
struct ProviderSigners: Sendable {
    /// The providers' keys, which the signers share.
    let keys: ProviderKeyRing
    private let signers: [ProviderSigner]
    private let pool: FairPool<ProviderSigner>
    private let process: @Sendable (BusName) -> UInt32?

    /// - Parameter process: Returns the process of a connection, if it is known.
    init(_ keys: ProviderKeyRing, identifiers: IdentifierSource, process: @escaping @Sendable (BusName) -> UInt32?) {
        self.keys = keys
        signers = (1...2).map { _ in ProviderSigner(keys, identifiers: identifiers) }
        pool = FairPool(signers)
        self.process = process
    }

    /// Returns a provider's response to the request of a connection, as `ProviderSigner.answer` does.
    func answer(
        _ contact: ProviderRequest, defect: ResponseDefect?, for sender: BusName?
    ) async throws -> ProviderResponse {
        try await withSigner(for: sender) { try await $0.answer(contact, defect: defect) }
    }

    /// Reads the metadata of a service for a connection, as `ProviderSigner.trust` does.
    func trust(metadata: String, for sender: BusName?) async throws -> ServiceTrust {
        try await withSigner(for: sender) { try await $0.trust(metadata: metadata) }
    }

    private func withSigner<Value>(
        for sender: BusName?, _ work: (ProviderSigner) async throws -> Value
    ) async throws -> Value {
        try await pool.withResource(for: sender.flatMap(process)) { signer in
            try Task.checkCancellation()
            return try await work(signer)
        }
    }

    /// Discards the parsed metadata of the service, so that it is parsed again.
    func resetVerification() async {
        for signer in signers { await signer.resetVerification() }
    }
}
