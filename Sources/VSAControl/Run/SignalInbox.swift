import Synchronization

/// Passes each signal to the current receiver.
final class SignalInbox: Sendable {
    /// Must return soon, and must not access the inbox.
    typealias Receiver = @Sendable (SessionSignals.Arrival) -> Void

    private struct State {
        var receiver: Receiver
        var firstEnding: Int32?
    }

    private let state: Mutex<State>

    /// Begins to accept the signals of a stream.
    init(_ signals: AsyncStream<SessionSignals.Arrival>, to receiver: @escaping Receiver) {
        state = Mutex(State(receiver: receiver))
        Task { [weak self] in
            for await arrival in signals { self?.take(arrival) }
        }
    }

    /// The first signal so far that ends a session or a command.
    var firstEnding: Int32? { state.withLock(\.firstEnding) }

    /// Sets the receiver of later signals.
    ///
    /// - Returns: ``firstEnding`` at this moment.
    @discardableResult
    func deliver(to receiver: @escaping Receiver) -> Int32? {
        state.withLock { state in
            state.receiver = receiver
            return state.firstEnding
        }
    }

    private func take(_ arrival: SessionSignals.Arrival) {
        // Locked: once `deliver` has returned, no signal is still on its way to the previous receiver.
        state.withLock { state in
            if arrival.isEnding { state.firstEnding = state.firstEnding ?? arrival.signal }
            state.receiver(arrival)
        }
    }
}
