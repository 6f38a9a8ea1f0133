import Synchronization

/// The end of a call: its last callback, and the statuses that were raised for it.
struct Answer: Sendable, Equatable {
    let callback: Callback
    let statuses: [EntitlementSession.Status]
    /// Whether the last `setRequestor` succeeded.
    let isConfigured: Bool

    /// The error of a login; nil if it succeeded.
    var loginError: EntitlementError? {
        if case .setAuthenticationStatus(isSuccess: true, _) = callback { nil } else { EntitlementError(login: self) }
    }
}

/// An element of the sequence that a call returns.
enum CallPart: Sendable {
    /// A callback that requires an action.
    case step(Callback)
    /// The end.
    case end(Answer)
}

/// A router that delivers callbacks to the calls of an ``EntitlementSession`` that wait for them, to each call exactly once.
final class SessionCallbackRouter: CallbackReceiver {
    /// A call that has not been answered.
    fileprivate struct OpenCall: Sendable {
        let call: Call
        /// Whether it is a login that receives the steps of the open login.
        var hasJoined = false
        var statuses: [EntitlementSession.Status] = []
        /// The consumer of the steps and the end.
        let parts: AsyncStream<CallPart>.Continuation
    }

    fileprivate struct State: Sendable {
        var lastNumber = 0
        var calls: [Ticket: OpenCall] = [:]
        var subscribers: [Int: AsyncStream<EntitlementEvent>.Continuation] = [:]
        /// Whether the last `setRequestor` succeeded.
        var isConfigured = true
    }

    private let state = Mutex(State())

    // Registration of calls.

    /// Prepares for the steps and the end of a call; the closure is called when they are no longer needed.
    func expect(
        _ call: Call, onAbandon: @escaping @Sendable (Ticket) -> Void
    ) -> (ticket: Ticket, parts: AsyncStream<CallPart>) {
        let (stream, parts) = AsyncStream.makeStream(of: CallPart.self)
        let ticket = state.withLock { state in
            state.lastNumber += 1
            state.calls[state.lastNumber] = OpenCall(call: call, parts: parts)
            return state.lastNumber
        }
        parts.onTermination = { if case .cancelled = $0 { onAbandon(ticket) } }
        return (ticket, stream)
    }

    /// Discards the steps and the end of a call.
    ///
    /// - Returns: Whether the app waits for no other login; nil if the call is not a login, or has ended.
    func abandon(_ ticket: Ticket) -> Bool? {
        state.withLock { state in
            guard let call = state.calls.removeValue(forKey: ticket), call.call.isLogin else { return nil }
            return !state.calls.values.contains { $0.call.isLogin }
        }
    }

    /// Returns a sequence of all future events.
    func subscribe() -> AsyncStream<EntitlementEvent> {
        let (stream, events) = AsyncStream.makeStream(of: EntitlementEvent.self)
        let number = state.withLock { state in
            state.lastNumber += 1
            state.subscribers[state.lastNumber] = events
            return state.lastNumber
        }
        events.onTermination = { [weak self] _ in self?.state.withLock { $0.subscribers[number] = nil } }
        return stream
    }

    /// Ends the sequences of events.
    func finish() {
        let subscribers = state.withLock { state in
            defer { state.subscribers = [:] }
            return state.subscribers
        }
        for events in subscribers.values { events.finish() }
    }

    // Callbacks of the machine.

    func deliver(_ callback: Callback, to tickets: [Ticket]) { send { $0.take(callback, tickets) } }

    func supersede(_ call: Ticket) {
        let end = Callback.setAuthenticationStatus(isSuccess: false, code: USER_NOT_AUTHENTICATED_ERROR)
        send { state in state.end(call, with: end).map { [$0] } ?? [] }
    }

    func join(_ call: Ticket, at step: Callback?) { send { state in state.join(call, at: step).map { [$0] } ?? [] } }

    /// Sends the results of a change of the state.
    ///
    /// It does not hold the lock meanwhile: an element resumes a task under that task's lock, and the cancellation of the same
    /// task comes back here while it holds that lock; and ending a sequence calls back immediately.
    private func send(_ change: (inout State) -> [State.Delivery]) {
        for delivery in state.withLock({ change(&$0) }) { delivery() }
    }
}

extension SessionCallbackRouter.State {
    /// A closure that sends an element to the consumer of a sequence.
    fileprivate typealias Delivery = @Sendable () -> Void

    /// Makes a call receive the steps of the open login, the current one first.
    fileprivate mutating func join(_ ticket: Ticket, at step: Callback?) -> Delivery? {
        calls[ticket]?.hasJoined = true
        guard let step, let parts = calls[ticket]?.parts else { return nil }
        return { parts.yield(.step(step)) }
    }

    /// Processes a callback and returns what must be delivered.
    fileprivate mutating func take(_ callback: Callback, _ tickets: [Ticket]) -> [Delivery] {
        var deliveries: [Delivery] = []
        switch callback {
        case .status(let report):
            let status = EntitlementSession.Status(report)
            for ticket in tickets { calls[ticket]?.statuses.append(status) }
            deliveries = publish(.status(status))
        case .sendTrackingData(let values, let event): deliveries = publish(.tracking(.init(values, event: event)))
        case .setRequestorComplete(let isSuccess): isConfigured = isSuccess
        default: break
        }
        if callback.isStep {
            deliveries += consumers(tickets).map { parts in { parts.yield(.step(callback)) } }
        }
        let ended = tickets.filter { calls[$0].map { callback.ends($0.call) } ?? false }
        return deliveries + ended.compactMap { end($0, with: callback) }
    }

    private func publish(_ event: EntitlementEvent) -> [Delivery] {
        subscribers.values.map { events in { events.yield(event) } }
    }

    /// Returns the consumers of a step: for a logout's page only that logout, for every other step all calls that have joined the
    /// login.
    private func consumers(_ tickets: [Ticket]) -> [AsyncStream<CallPart>.Continuation] {
        if let logout = tickets.compactMap({ calls[$0] }).first(where: { $0.call == .logout }) { return [logout.parts] }
        return calls.values.filter(\.hasJoined).map(\.parts)
    }

    /// Removes a call that a callback ends.
    fileprivate mutating func end(_ ticket: Ticket, with callback: Callback) -> Delivery? {
        guard let call = calls.removeValue(forKey: ticket) else { return nil }
        let answer = Answer(callback: callback, statuses: call.statuses, isConfigured: isConfigured)
        return {
            call.parts.yield(.end(answer))
            call.parts.finish()
        }
    }
}

extension Call {
    var isLogin: Bool {
        if case .getAuthentication = self { true } else { false }
    }
}

extension Callback {
    /// Whether it requires an action of the user.
    fileprivate var isStep: Bool {
        switch self {
        case .displayProviderDialog, .navigateToURL, .presentTvProviderDialog, .dismissTvProviderDialog: true
        case .status(let report): report.errorID == "REGCODE"
        default: false
        }
    }

    /// Returns whether it is the last callback of a call.
    fileprivate func ends(_ call: Call) -> Bool {
        switch (call, self) {
        case (.setRequestor, .setRequestorComplete), (.checkAuthentication, .setAuthenticationStatus),
            (.getAuthentication, .setAuthenticationStatus), (.logout, .setAuthenticationStatus),
            (.checkAuthorization, .setToken), (.checkAuthorization, .tokenRequestFailed), (.preauthorize, .preauthorize),
            (.getMetadata, .setMetadataStatus), (.getSelectedProvider, .selectedProvider):
            true
        default: false
        }
    }
}
