import CDBus

/// A call that waits until its sender has been identified. Retains libdbus's message, and room for it.
final class HeldCall {
    let message: BusMessage
    let raw: RawMessage
    private let place: CallRoom.Place

    init(_ message: BusMessage, _ raw: OpaquePointer, place: CallRoom.Place) {
        self.message = message
        self.raw = RawMessage(retaining: raw)
        self.place = place
    }
}

extension Connection {
    /// A function that is called before every incoming call, on the bus thread; it must not block. If it returns nil, the call
    /// passes; if it returns a task, the call and the sender's later ones are held until the task has ended. The order of a
    /// sender's calls is preserved. For information about a caller that a service must obtain before it replies.
    public typealias Gate = @Sendable (BusName) -> Task<Void, any Error>?

    /// Sets the gate. It has no effect on a connection without a bus, where calls have no sender.
    ///
    /// - Parameter process: Returns the process of a sender, if it is known, because the room for large calls is limited per
    ///   process. All unknown processes count as one.
    public func setGate(_ gate: @escaping Gate, process: @escaping @Sendable (BusName) -> UInt32? = { _ in nil }) {
        self.gate = gate
        self.process = process
    }

    /// Reports every new connection of the bus, on the bus thread and before any of its calls, while there is a stream of all
    /// changes of owners (`MatchRule.nameOwnerChanged()`).
    public func setArrivalWatch(_ watch: @escaping @Sendable (BusName) -> Void) { arrivalWatch = watch }

    /// Returns the unique names on the bus.
    /// - Throws: The errors of a call.
    public func uniqueNames() async throws -> [BusName] {
        try await callBus("ListNames", []).decode(as: [BusName].self).filter(\.isUnique)
    }

    /// Dispatches a received call, holds it, or rejects it if it is too large or there are too many.
    func receiveCall(_ header: BusMessage, _ raw: OpaquePointer) {
        var message = header
        guard options.acceptsFileDescriptors || dbus_message_contains_unix_fds(raw) == 0 else {
            return refuse(message, "No file descriptors are accepted here.", error: .invalidArguments)
        }
        let limit = byteLimit(of: message)
        if limit == nil, gate == nil { return dispatchCall(message, raw) }
        guard let size = CallSize.bytes(of: raw, upTo: limit ?? CallRoom.largePerHolder) else {
            return refuse(message, tooLarge(message.member?.string ?? "", limit: limit ?? CallRoom.largePerHolder))
        }
        guard gate != nil, let sender = message.sender else { return dispatchCall(message, raw) }
        if size > CallRoom.smallCall {
            guard let place = largeRoom.take(size, for: .sender(sender), .process(process(sender))) else {
                return refuse(message, "Too many large calls are waiting; wait for replies before calling again.")
            }
            message.place = place
        }
        if heldCalls[sender] == nil {
            guard let task = gate?(sender) else { return dispatchCall(message, raw) }
            if let call = held(message, raw, size: size, from: sender) { hold(call, from: sender, until: task) }
        } else if let call = held(message, raw, size: size, from: sender) {
            heldCalls[sender]?.append(call)
        }
    }

    /// Returns a waiting call with its room; nil if there is none, which is reported to the caller.
    private func held(_ message: BusMessage, _ raw: OpaquePointer, size: Int, from sender: BusName) -> HeldCall? {
        // libdbus stops reading if too many descriptors are retained.
        guard dbus_message_contains_unix_fds(raw) == 0 else {
            refuse(message, "The first call on a connection must not carry file descriptors.")
            return nil
        }
        let hasRoom = heldCalls[sender, default: []].count < options.callsInProgressLimitPerSender
        if hasRoom, let place = message.place ?? smallRoom.take(size, for: .sender(sender)) {
            return HeldCall(message, raw, place: place)
        }
        refuse(message, "Too many calls are waiting; wait for replies before calling again.")
        return nil
    }

    private func hold(_ first: HeldCall, from sender: BusName, until task: Task<Void, any Error>) {
        heldCalls[sender] = [first]
        // Waits without another thread: there may be many new connections.
        Task.immediate {
            _ = await task.result
            releaseCalls(of: sender)
        }
    }

    /// Releases held calls: the first continues regardless of the outcome of the task; those behind it pass the gate again.
    private func releaseCalls(of sender: BusName) {
        guard let held = heldCalls.removeValue(forKey: sender), let first = held.first else { return }
        dispatchCall(first.message, first.raw.pointer)
        for call in held.dropFirst() {
            if heldCalls[sender] != nil {
                heldCalls[sender]?.append(call)
            } else if let task = gate?(sender) {
                hold(call, from: sender, until: task)
            } else {
                dispatchCall(call.message, call.raw.pointer)
            }
        }
    }

    /// Replies with an error to a call that no handler sees.
    func refuse(_ message: BusMessage, _ text: String, error: ErrorName = .limitsExceeded) {
        reply(to: ReplyTarget(message, name: message.member?.string ?? "a call", output: nil), error, text)
    }

    /// Returns the error message for a call that is too large.
    func tooLarge(_ member: String, limit: Int) -> String {
        "The arguments of '\(member)' are too large: at most \(limit) bytes are accepted."
    }

    /// Returns the maximum size of a call, in bytes; nil: D-Bus's own limit.
    private func byteLimit(of message: BusMessage) -> Int? {
        guard let usual = options.incomingCallByteLimit else { return nil }
        guard let path = message.path, let member = message.member, let object = objects[path] else { return usual }
        let interfaces = message.interface.map { [$0] } ?? object.order
        return interfaces.lazy.compactMap { object.interfaces[$0]?.methods[member]?.byteLimit }.max().map { max($0, usual) }
            ?? usual
    }
}
