import AccountCore
import TVWorld

/// The way from a request to the provider.
struct ProviderLine: Sendable {
    /// What a provider answers.
    let answer: @Sendable (ProviderContact) async throws -> ProviderResponse
    /// Lets time pass.
    let wait: @Sendable (Pause) async -> Void

    /// The simulated providers, in the machine's time.
    init(_ signer: ProviderSigner) {
        self.init { try await signer.answer($0) }
    }

    init(
        wait: @escaping @Sendable (Pause) async -> Void = { await $0.wait() },
        answer: @escaping @Sendable (ProviderContact) async throws -> ProviderResponse
    ) {
        self.answer = answer
        self.wait = wait
    }

    /// What becomes of a step that the provider has to answer.
    func ask(_ contact: ProviderContact, for step: StepID) async -> RequestEvent {
        do {
            return .providerResponded(step, try await answer(contact))
        } catch let error as VSError {
            return .providerFailed(step, error)
        } catch {
            let unavailable = VSError(
                .serviceTemporarilyUnavailable, "\(contact.provider.id) could not answer: \(error)")
            return .providerFailed(step, contact.refusalWithoutResponse ?? unavailable)
        }
    }
}
