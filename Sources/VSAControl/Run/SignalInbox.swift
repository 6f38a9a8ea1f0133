import Synchronization

/// Hands each signal to whoever is responsible at the time.
final class SignalInbox: Sendable {
    typealias Receiver = @Sendable (SessionSignals.Arrival) -> Void

    private struct State {
        var unclaimed: [SessionSignals.Arrival] = []
        var receiver: Receiver?
    }

    private let state = Mutex(State())

    /// Takes the signals of a stream from now on.
    init(_ signals: AsyncStream<SessionSignals.Arrival>) {
        Task { [weak self] in
            for await arrival in signals { self?.take(arrival) }
        }
    }

    /// Makes somebody responsible: for the signals that nobody has had, then for each one as it comes.
    func deliver(to receiver: @escaping Receiver) {
        let unclaimed = state.withLock { state in
            state.receiver = receiver
            defer { state.unclaimed = [] }
            return state.unclaimed
        }
        for arrival in unclaimed { receiver(arrival) }
    }

    private func take(_ arrival: SessionSignals.Arrival) {
        let receiver = state.withLock { state in
            if state.receiver == nil { state.unclaimed.append(arrival) }
            return state.receiver
        }
        receiver?(arrival)
    }
}
