extension Connection {
    /// Calls a method and waits for the reply without blocking a thread.
    ///
    /// - Parameters:
    ///   - destination: The called connection; nil for the peer of a connection without a bus.
    ///   - interface: The interface; nil leaves the choice to the callee.
    ///   - timeout: The time limit; nil waits until the reply arrives or the connection ends.
    ///   - replyByteLimit: The maximum size of the reply's arguments: eight bytes for each value, plus those of strings and byte
    ///     arrays. A larger reply is not read, and `ConnectionError.replyTooLarge` is thrown.
    /// - Throws: `RemoteError` if the callee replies with an error; `ConnectionError`; `BusConversionError` for arguments that
    ///   D-Bus does not allow; `CancellationError` if the task is cancelled, which does not undo the callee's actions.
    @discardableResult
    public func call(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName,
        arguments: [any BusValueConvertible] = [], timeout: Duration? = .seconds(25), flags: MethodCallFlags = [],
        replyByteLimit: Int = .max
    ) async throws -> BusMessage {
        try Task.checkCancellation()
        let flags = flags.subtracting(.noReplyExpected)
        let message = RawMessage.methodCall(destination, path: path, interface: interface, member: member, flags: flags)
        let serial = try transmit(message, body: arguments.map { $0.dbusValue })
        let waiter = ReplyTable.Waiter(for: destination, byteLimit: replyByteLimit)
        replies.add(waiter, serial: serial, due: timeout.map { ContinuousClock.now + $0 })
        return try await withTaskCancellationHandler {
            // The reply may already have arrived: a task that prefers an executor is suspended at every call of an asynchronous
            // function, including this one.
            try await withCheckedThrowingContinuation { wait($0, as: waiter) }
        } onCancel: {
            loop.perform { self.assumeIsolated { $0.cancelCall(serial) } }
        }
    }

    /// Calls a method without requesting a reply. Returns when the message is in the outgoing queue.
    /// - Throws: `ConnectionError`; `BusConversionError` for arguments that D-Bus does not allow.
    public func send(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName,
        arguments: [any BusValueConvertible] = [], flags: MethodCallFlags = []
    ) throws {
        let flags = flags.union(.noReplyExpected)
        let message = RawMessage.methodCall(destination, path: path, interface: interface, member: member, flags: flags)
        try transmit(message, body: arguments.map { $0.dbusValue })
    }

    /// Sends a signal to all connections that have a match rule for it, or to one connection.
    /// - Throws: `ConnectionError`; `BusConversionError` for arguments that D-Bus does not allow.
    public func emit(
        path: ObjectPath, interface: InterfaceName, member: MemberName, arguments: [any BusValueConvertible] = [],
        to destination: BusName? = nil
    ) throws {
        let message = RawMessage.signal(path: path, interface: interface, member: member, to: destination)
        try transmit(message, body: arguments.map { $0.dbusValue })
    }

    /// Waits until everything that was sent is on the wire, or the connection has ended.
    public func flush() async { await wait(for: .sent) }

    /// Closes the connection: waiting calls fail, signal streams end, handlers are cancelled. Unsent messages are lost; call
    /// `flush()` first to keep them.
    public func close() {
        loop.connection?.close()
        handleDisconnect()
    }

    /// Returns when the connection has ended, whether it was closed here or lost.
    public func closed() async { await wait(for: .closed) }

    /// Returns when no handler is running and all replies are in the outgoing queue, or the connection has ended. Must not be
    /// called by handlers, which would wait for themselves.
    public func answered() async { await wait(for: .answered) }

    private func wait(for condition: Condition) async {
        // The condition is checked inside the closure, because the call itself may suspend first; see `call`.
        await withCheckedContinuation { continuation in
            if isMet(condition) { continuation.resume() } else { waiters.append((condition, continuation)) }
        }
    }

    func isMet(_ condition: Condition) -> Bool {
        switch condition {
        case .sent: loop.connection?.hasOutgoing != true
        case .answered: calls.isEmpty
        case .closed: state == .closed
        }
    }

    // A method, because a closure that used nothing of the actor would run on the task's executor.
    private func wait(_ continuation: CheckedContinuation<BusMessage, any Error>, as waiter: ReplyTable.Waiter) {
        waiter.wait(continuation)
    }

    private func cancelCall(_ serial: UInt32) {
        replies.remove(serial)?.resume(with: .failure(CancellationError()))
    }

    /// Checks a message and sends it.
    ///
    /// - Parameter isAnswer: As for `outgoingHandle`.
    /// - Returns: The message's serial number.
    @discardableResult
    func transmit(_ message: borrowing RawMessage, body: [BusValue], isAnswer: Bool = false) throws -> UInt32 {
        let handle = try outgoingHandle(isAnswer: isAnswer)
        _ = try check(body, expected: nil, by: handle)
        try message.append(body)
        return handle.send(message)
    }

    /// Returns the handle through which every message is sent.
    ///
    /// - Parameter isAnswer: Replies are not held back by a full queue. Their number is bounded: while the queue is full, no
    ///   further calls are processed.
    func outgoingHandle(isAnswer: Bool) throws(ConnectionError) -> ConnectionHandle {
        guard state != .closed, let handle = loop.connection else { throw .disconnected }
        if handle.outgoingByteCount > options.outgoingByteLimit {
            guard handle.isConnected else { throw .disconnected }
            if !isAnswer { throw .queueFull }
        }
        return handle
    }

    /// Checks the arguments of a message.
    ///
    /// - Parameter expected: The required types.
    func check(_ body: [BusValue], expected: BusSignature?, by handle: ConnectionHandle) throws -> BodyMeasure {
        let measure = try BodyMeasure(checking: body)
        if let expected, expected != measure.signature {
            throw UnexpectedResults(expected: expected, found: measure.signature)
        }
        if measure.fileDescriptors > 0, !handle.canSendFileDescriptors { throw ConnectionError.fileDescriptorsNotSupported }
        return measure
    }
}
