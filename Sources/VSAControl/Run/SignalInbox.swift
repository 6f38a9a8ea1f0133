import Synchronization

/// Passes each signal to the current receiver.
final class SignalInbox: Sendable {
    /// Must return soon, and must not access the inbox.
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
        state.withLock { state in
            state.receiver = receiver
            for arrival in state.unclaimed { receiver(arrival) }
            state.unclaimed = []
        }
    }

    private func take(_ arrival: SessionSignals.Arrival) {
        // Locked: once `deliver` has returned, no signal is still on its way to the previous receiver.
        state.withLock { state in
            if let receiver = state.receiver { receiver(arrival) } else { state.unclaimed.append(arrival) }
        }
    }
}
