import CDBus

/// A call that waits until something about its sender is known. Keeps libdbus's message.
final class HeldCall {
    let message: Message
    let raw: RawMessage

    init(_ message: Message, _ raw: OpaquePointer) {
        self.message = message
        self.raw = RawMessage(retaining: raw)
    }
}

extension Connection {
    /// What is asked before every call of others, on the bus thread and without waiting: nil lets the call through; work holds
    /// it, and what the sender calls behind it, until the work has returned. The order of a sender's calls stays. For what a
    /// service has to find out about a caller before anything answers it.
    public typealias Gate = @Sendable (BusName) -> (@Sendable () async -> Void)?

    /// Has a gate asked from now on. On a connection without a bus it has no effect: there calls name no sender.
    public func setGate(_ gate: @escaping Gate) { self.gate = gate }

    /// Takes a call of another connection: dispatches it, or holds it.
    func receiveCall(_ message: Message, _ raw: OpaquePointer) {
        guard let gate, let sender = message.sender else { return dispatchCall(message, raw) }
        if let count = heldCalls[sender]?.count {
            guard count < options.callsInProgressLimitPerSender else {
                let target = ReplyTarget(message, name: "a call", output: nil)
                return reply(to: target, .limitsExceeded, "Too many calls are waiting; wait for replies before calling again.")
            }
            heldCalls[sender]?.append(HeldCall(message, raw))
            return
        }
        guard let work = gate(sender) else { return dispatchCall(message, raw) }
        heldCalls[sender] = [HeldCall(message, raw)]
        Task.detached {
            await work()
            await self.releaseCalls(of: sender)
        }
    }

    /// The first call goes on whatever came of the work; those behind it come to the gate once more.
    private func releaseCalls(of sender: BusName) {
        guard let held = heldCalls.removeValue(forKey: sender), let first = held.first else { return }
        dispatchCall(first.message, first.raw.pointer)
        for call in held.dropFirst() { receiveCall(call.message, call.raw.pointer) }
    }
}
