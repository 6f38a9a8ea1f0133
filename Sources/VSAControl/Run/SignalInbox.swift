import Synchronization

/// Passes each signal to the current receiver.
final class SignalInbox: Sendable {
    typealias Receiver = @Sendable (SessionSignals.Arrival) -> Void

    private struct State {
        var unclaimed: [SessionSignals.Arrival] = []
        var receiver: Receiver?
    }

    private let state = Mutex(State())

    /// Begins to accept the signals of a stream.
    init(_ signals: AsyncStream<SessionSignals.Arrival>) {
        Task { [weak self] in
            for await arrival in signals { self?.take(arrival) }
        }
    }

    /// Sets the receiver of the signals that have not been delivered, and of those that arrive later.
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
