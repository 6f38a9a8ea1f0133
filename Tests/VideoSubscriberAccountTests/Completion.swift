import ProjectTesting

@testable import VideoSubscriberAccount

/// How often a completion was called, and with which outcomes.
struct Completion<Answer: Sendable>: Sendable {
    let outcomes = Recorder<Outcome>()

    struct Outcome: Sendable {
        var answer: Answer?
        var error: (any Error)?
    }

    /// The next outcome.
    func next() async throws -> Outcome { try await outcomes.next("completion") }
}

extension VSAccountManager {
    /// The completion form, awaited.
    func statusAndError(_ options: [VSCheckAccessOption: Any] = [:]) async throws -> (VSAccountAccessStatus, VSError?) {
        let completion = Completion<VSAccountAccessStatus>()
        checkAccessStatus(options: options) { completion.outcomes.record(.init(answer: $0, error: $1)) }
        let outcome = try await completion.next()
        return (outcome.answer ?? .restricted, outcome.error as? VSError)
    }

    /// The completion form, awaited. Recorders need sendable values.
    func metadataAndError(_ request: VSAccountMetadataRequest) async throws -> (AccountMetadata?, VSError?) {
        let completion = Completion<AccountMetadata>()
        enqueue(request) { completion.outcomes.record(.init(answer: $0.map(AccountMetadata.init), error: $1)) }
        let outcome = try await completion.next()
        return (outcome.answer, outcome.error as? VSError)
    }
}

extension VSAccountMetadataRequest {
    /// A request during which the system may show dialogs.
    static var interrupting: VSAccountMetadataRequest {
        let request = VSAccountMetadataRequest()
        request.isInterruptionAllowed = true
        return request
    }
}

extension AccountMetadata {
    /// The metadata that an app reads.
    init(_ metadata: VSAccountMetadata) {
        self.init(
            provider: metadata.accountProviderIdentifier, expirationDate: metadata.authenticationExpirationDate,
            verificationData: metadata.verificationData, samlResponse: metadata.samlAttributeQueryResponse,
            providerResponse: metadata.accountProviderResponse.map {
                ProviderResponse(scheme: $0.authenticationScheme.rawValue, status: $0.status, body: $0.body)
            })
    }
}
