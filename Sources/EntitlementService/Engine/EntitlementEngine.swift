import EntitlementCore
import TVWorld

/// The service without HTTP: takes events, keeps what they change, tells the journal.
public final class EntitlementEngine: Sendable {
    /// Where the service's time comes from.
    public let clock: any WorldClock
    /// Where identifiers come from.
    public let random: any RandomSource
    /// What happened.
    public let journal = Journal()
    private let keeper: StateKeeper

    /// A service on a store.
    ///
    /// - Throws: when the store cannot be read.
    public init(
        store: any TokenStore, baseline: World, clock: any WorldClock, random: any RandomSource = SystemRandomSource()
    ) throws {
        self.clock = clock
        self.random = random
        keeper = StateKeeper(store: store, state: try store.load(baseline: baseline))
    }

    /// Takes an event. What it changes is on the disk when the answer is given.
    ///
    /// - Throws: ``Refusal``, or the store's error when the change could not be written; then nothing has changed.
    public func send<Event: EntitlementEvent>(_ event: Event, requestID: String = "") async throws -> Event.Answer {
        let (clock, random) = (clock, random)
        let result = try await keeper.decide(event) { DecisionContext(now: clock.milliseconds(), random: random) }
        let outcome: String
        switch result {
        case .success(let answer) where !Event.isFinal(answer): return answer
        case .success: outcome = "ok"
        case .failure(let refusal): outcome = refusal.name
        }
        journal.append(
            time: clock.milliseconds(), event: Event.journalEvent, requestID: requestID, outcome: outcome,
            details: event.journalDetails)
        return try result.get()
    }

    /// Looks at the state.
    public func read<Value: Sendable>(_ body: @Sendable (borrowing EntitlementState) -> Value) -> Value { keeper.read(body) }
}

extension Refusal {
    /// The code of the refusal, in whichever of the three lists it stands.
    var name: String {
        code?.rawValue ?? accessError?.rawValue ?? registrationError?.rawValue ?? "refused"
    }
}
