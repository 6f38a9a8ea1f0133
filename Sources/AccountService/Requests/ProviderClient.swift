import AccountCore
import DBus
import TVWorld

/// The connection to a provider: its time limit, its retry, and the validation of its response (rows P10, P12 and P13).
struct ProviderClient: Sendable {
    /// Returns a provider's response to a request of a connection.
    private let answer: @Sendable (ProviderRequest, BusName?) async throws -> ProviderResponse
    /// Discards the parsed metadata of the service, which verifies its tokens.
    private let resetVerification: @Sendable () async -> Void
    let wait: @Sendable (Pause) async -> Void
    private let limits: TimeLimits

    init(
        wait: @escaping @Sendable (Pause) async -> Void = { await $0.wait() },
        resetVerification: @escaping @Sendable () async -> Void = {},
        answer: @escaping @Sendable (ProviderRequest, BusName?) async throws -> ProviderResponse
    ) {
        self.answer = answer
        self.resetVerification = resetVerification
        self.wait = wait
        limits = TimeLimits(wait: wait)
    }

    /// Returns a provider's response within its time limit, in seconds; nil: none. No caller waits longer, even if the provider
    /// never responds.
    ///
    /// - Parameter sender: The connection that waits for the answer.
    /// - Throws: `VSError`, or the error that the provider threw.
    func response(
        to contact: ProviderRequest, within limit: Int64?, sender: BusName? = nil
    ) async throws -> ProviderResponse {
        guard let limit else { return try await attempt(contact, sender) }
        let (stream, continuation) = AsyncStream.makeStream(of: Result<ProviderResponse, any Error>.self)
        let work = Task {
            do { continuation.yield(.success(try await attempt(contact, sender))) } catch { continuation.yield(.failure(error)) }
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

    /// Returns the outcome of a step in which the provider responds.
    func event(for step: StepID, _ contact: ProviderRequest, within limit: Int64?, sender: BusName? = nil) async
        -> RequestEvent
    {
        do {
            return .providerResponded(step, try await response(to: contact, within: limit, sender: sender))
        } catch let error as VSError {
            return .failed(step, error)
        } catch {
            let unavailable = VSError(.serviceTemporarilyUnavailable, "\(contact.provider.id) could not respond: \(error)")
            return .failed(step, contact.refusalWithoutResponse ?? unavailable)
        }
    }

    /// Sends the request; sends it again if the provider requests a new verification token.
    private func attempt(_ contact: ProviderRequest, _ sender: BusName?) async throws -> ProviderResponse {
        do { return try await send(contact, sender) } catch is StaleVerificationToken { await resetVerification() }
        do { return try await send(contact, sender) } catch is StaleVerificationToken {
            throw VSError(
                .serviceTemporarilyUnavailable, "\(contact.provider.id) requested a new verification token twice",
                underlyingCode: .tokenRegenerationNeeded)
        }
    }

    private func send(_ contact: ProviderRequest, _ sender: BusName?) async throws -> ProviderResponse {
        let response = try await answer(contact, sender)
        guard response.status != nil || response.body != nil else { throw VSError.emptyResponse(of: contact.provider) }
        return response
    }
}
