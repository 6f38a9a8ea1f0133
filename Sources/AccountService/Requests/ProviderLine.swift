import AccountCore
import TVWorld

/// The way to a provider: its time limit, its second chance, and what counts as an answer (rows P10, P12 and P13).
struct ProviderLine: Sendable {
    /// What a provider answers.
    let answer: @Sendable (ProviderContact) async throws -> ProviderResponse
    /// Forgets what is known about the service's verification tokens.
    let resetVerification: @Sendable () async -> Void
    /// Lets time pass.
    let wait: @Sendable (Pause) async -> Void
    private let limits: TimeLimits

    /// The simulated providers, in the machine's time.
    init(_ signer: ProviderSigner) {
        self.init(resetVerification: { await signer.resetVerification() }, answer: { try await signer.answer($0) })
    }

    init(
        wait: @escaping @Sendable (Pause) async -> Void = { await $0.wait() },
        resetVerification: @escaping @Sendable () async -> Void = {},
        answer: @escaping @Sendable (ProviderContact) async throws -> ProviderResponse
    ) {
        self.answer = answer
        self.resetVerification = resetVerification
        self.wait = wait
        limits = TimeLimits(wait: wait)
    }

    /// What a provider answers within its time limit, in seconds; nil: none. A provider that never answers does not keep anybody
    /// waiting after that.
    ///
    /// - Throws: `VSError`; what the provider threw.
    func response(to contact: ProviderContact, within limit: Int64?) async throws -> ProviderResponse {
        guard let limit else { return try await attempt(contact) }
        let (stream, continuation) = AsyncStream.makeStream(of: Result<ProviderResponse, any Error>.self)
        let work = Task {
            do { continuation.yield(.success(try await attempt(contact))) } catch { continuation.yield(.failure(error)) }
        }
        let number = await limits.start(limit) {
            continuation.yield(.failure(VSError.providerTooSlow(contact.provider)))
        }
        var results = stream.makeAsyncIterator()
        let result = await results.next()
        work.cancel()
        await limits.end(number)
        guard let result else { throw CancellationError() }
        return try result.get()
    }

    /// What becomes of a step that the provider has to answer.
    func event(for step: StepID, _ contact: ProviderContact, within limit: Int64?) async -> RequestEvent {
        do {
            return .providerResponded(step, try await response(to: contact, within: limit))
        } catch let error as VSError {
            return .providerFailed(step, error)
        } catch {
            let unavailable = VSError(.serviceTemporarilyUnavailable, "\(contact.provider.id) could not answer: \(error)")
            return .providerFailed(step, contact.refusalWithoutResponse ?? unavailable)
        }
    }

    /// Asks; once more when the provider wants the verification token made anew.
    private func attempt(_ contact: ProviderContact) async throws -> ProviderResponse {
        do {
            return try check(try await answer(contact), of: contact)
        } catch is StaleVerificationToken {
            await resetVerification()
        }
        do {
            return try check(try await answer(contact), of: contact)
        } catch is StaleVerificationToken {
            throw VSError(
                .serviceTemporarilyUnavailable, "\(contact.provider.id) wants another verification token, again",
                underlyingCode: .tokenRegenerationNeeded)
        }
    }

    private func check(_ response: ProviderResponse, of contact: ProviderContact) throws -> ProviderResponse {
        guard response.status != nil || response.body != nil else {
            throw VSError(
                .serviceTemporarilyUnavailable, "\(contact.provider.id) gave an empty answer", underlyingCode: .unexpectedData)
        }
        return response
    }
}

/// A provider wants the verification token made anew.
struct StaleVerificationToken: Error {}
