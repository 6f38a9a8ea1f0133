import VSATesting

@testable import VideoSubscriberAccount

/// How often a completion was called, and with what.
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

    /// The completion form, awaited.
    func metadataAndError(_ request: VSAccountMetadataRequest) async throws -> (VSAccountMetadata?, VSError?) {
        let completion = Completion<VSAccountMetadata>()
        enqueue(request) { completion.outcomes.record(.init(answer: $0, error: $1)) }
        let outcome = try await completion.next()
        return (outcome.answer, outcome.error as? VSError)
    }
}
