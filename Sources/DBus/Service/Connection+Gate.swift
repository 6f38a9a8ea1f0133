import CDBus

/// A call that waits until something about its sender is known. Keeps libdbus's message, and room for it.
final class HeldCall {
    let message: Message
    let raw: RawMessage
    private let place: CallRoom.Place

    init(_ message: Message, _ raw: OpaquePointer, place: CallRoom.Place) {
        self.message = message
        self.raw = RawMessage(retaining: raw)
        self.place = place
    }
}

extension Connection {
    /// What is asked before every call of others, on the bus thread and without waiting: nil lets the call through; work holds
    /// it, and what the sender calls behind it, until the work has returned. The order of a sender's calls stays. For what a
    /// service has to find out about a caller before anything answers it.
    public typealias Gate = @Sendable (BusName) -> (@Sendable () async -> Void)?

    /// Has a gate asked from now on. On a connection without a bus it has no effect: there calls name no sender.
    ///
    /// - Parameter process: The process of a sender, when it is known: the room for large calls is limited for each process. Those
    ///   that are not known count as one.
    public func setGate(_ gate: @escaping Gate, process: @escaping @Sendable (BusName) -> UInt32? = { _ in nil }) {
        self.gate = gate
        self.process = process
    }

    /// Reports every new connection of the bus, on the bus thread and before any call of it, as long as there
    /// is a stream of all changes of owners (`MatchRule.nameOwnerChanged()`).
    public func setArrivalWatch(_ watch: @escaping @Sendable (BusName) -> Void) { arrivalWatch = watch }

    /// The unique names that are on the bus.
    /// - Throws: whatever a call throws.
    public func uniqueNames() async throws -> [BusName] {
        try await callBus("ListNames", []).decode(as: [BusName].self).filter(\.isUnique)
    }

    /// Dispatches a received call, holds it, or refuses it if it is too large or there are too many.
    func receiveCall(_ header: Message, _ raw: OpaquePointer) {
        var message = header
        let limit = byteLimit(of: message)
        if limit == nil, gate == nil { return dispatchCall(message, raw) }
        guard let size = CallSize.bytes(of: raw, upTo: limit ?? CallRoom.largePerSender) else {
            return refuse(message, tooLarge(message.member?.string ?? "", limit: limit ?? CallRoom.largePerSender))
        }
        guard gate != nil, let sender = message.sender else { return dispatchCall(message, raw) }
        if size > CallRoom.smallCall {
            guard let place = room.takeLarge(size, for: sender, of: process(sender)) else {
                return refuse(message, "Too many large calls are waiting; wait for replies before calling again.")
            }
            message.place = place
        }
        if heldCalls[sender] == nil {
            guard let work = gate?(sender) else { return dispatchCall(message, raw) }
            if let call = held(message, raw, size: size, from: sender) { hold(call, from: sender, until: work) }
        } else if let call = held(message, raw, size: size, from: sender) {
            heldCalls[sender]?.append(call)
        }
    }

    /// A call with room to wait; nil when there is none, which the caller is told.
    private func held(_ message: Message, _ raw: OpaquePointer, size: Int, from sender: BusName) -> HeldCall? {
        // libdbus reads nothing more when too many descriptors are kept.
        guard dbus_message_contains_unix_fds(raw) == 0 else {
            refuse(message, "The first call on a connection must not carry file descriptors.")
            return nil
        }
        let hasRoom = heldCalls[sender, default: []].count < options.callsInProgressLimitPerSender
        if hasRoom, let place = message.place ?? room.takeSmall(size, for: sender) {
            return HeldCall(message, raw, place: place)
        }
        refuse(message, "Too many calls are waiting; wait for replies before calling again.")
        return nil
    }

    private func hold(_ first: HeldCall, from sender: BusName, until work: @escaping @Sendable () async -> Void) {
        heldCalls[sender] = [first]
        Task.detached {
            await work()
            await self.releaseCalls(of: sender)
        }
    }

    /// The first call goes on whatever came of the work; those behind it come to the gate once more.
    private func releaseCalls(of sender: BusName) {
        guard let held = heldCalls.removeValue(forKey: sender), let first = held.first else { return }
        dispatchCall(first.message, first.raw.pointer)
        for call in held.dropFirst() {
            if heldCalls[sender] != nil {
                heldCalls[sender]?.append(call)
            } else if let work = gate?(sender) {
                hold(call, from: sender, until: work)
            } else {
                dispatchCall(call.message, call.raw.pointer)
            }
        }
    }

    private func refuse(_ message: Message, _ text: String) {
        reply(to: ReplyTarget(message, name: message.member?.string ?? "a call", output: nil), .limitsExceeded, text)
    }

    /// What a caller is told whose call is too large.
    func tooLarge(_ member: String, limit: Int) -> String {
        "The arguments of '\(member)' are too large: at most \(limit) bytes are accepted."
    }

    /// How many bytes a call may have; nil: as many as D-Bus allows.
    private func byteLimit(of message: Message) -> Int? {
        guard let usual = options.incomingCallByteLimit else { return nil }
        guard let path = message.path, let member = message.member, let object = objects[path] else { return usual }
        let interfaces = message.interface.map { [$0] } ?? object.order
        return interfaces.lazy.compactMap { object.interfaces[$0]?.methods[member]?.byteLimit }.max().map { max($0, usual) }
            ?? usual
    }
}
