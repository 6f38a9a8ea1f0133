import CDBus

extension Connection {
    /// Calls a method and waits for the reply without blocking a thread.
    ///
    /// - Parameters:
    ///   - destination: whom to call; nil for the peer of a connection without a bus.
    ///   - interface: nil leaves the choice to the callee.
    ///   - timeout: how long to wait; nil waits until the reply comes or the connection ends.
    ///   - replyByteLimit: what the reply's arguments may take: their bytes, and eight more for each value. A larger reply is not
    ///     read, and `ConnectionError.replyTooLarge` is thrown.
    /// - Throws: `RemoteError` when the callee answers with an error; `ConnectionError`; `CancellationError` when the task is
    ///   cancelled, which does not undo what the callee does.
    @discardableResult
    public func call(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName,
        arguments: [any ValueConvertible] = [], timeout: Duration? = .seconds(25), flags: CallFlags = [],
        replyByteLimit: Int = .max
    ) async throws -> Message {
        try await call(
            destination, path: path, interface: interface, member: member, body: arguments.map { $0.dbusValue },
            timeout: timeout, flags: flags, replyByteLimit: replyByteLimit)
    }

    /// The same with arguments whose types are known at run time only.
    @discardableResult
    public func call(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName,
        body: [Value], timeout: Duration? = .seconds(25), flags: CallFlags = [],
        replyByteLimit: Int = .max
    ) async throws -> Message {
        try Task.checkCancellation()
        let flags = flags.subtracting(.noReplyExpected)
        let message = RawMessage.methodCall(destination, path: path, interface: interface, member: member, flags: flags)
        let serial = try transmit(message, body: body)
        let due = timeout.map { ContinuousClock.now + $0 }
        return try await withTaskCancellationHandler {
            // Nothing suspends between sending and this, so the reply cannot come first.
            try await withCheckedThrowingContinuation { continuation in
                replies.add(ReplyTable.Waiter(continuation, byteLimit: replyByteLimit), serial: serial, due: due)
            }
        } onCancel: {
            loop.perform { self.assumeIsolated { $0.cancelCall(serial) } }
        }
    }

    /// Calls a method without asking for a reply. Returns when the message is in the outgoing queue.
    /// - Throws: `ConnectionError`.
    public func send(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName,
        arguments: [any ValueConvertible] = [], flags: CallFlags = []
    ) throws {
        let flags = flags.union(.noReplyExpected)
        let message = RawMessage.methodCall(destination, path: path, interface: interface, member: member, flags: flags)
        try transmit(message, body: arguments.map { $0.dbusValue })
    }

    /// Sends a signal: to everybody who has a match rule for it, or to one connection.
    /// - Throws: `ConnectionError`.
    public func emit(
        path: ObjectPath, interface: InterfaceName, member: MemberName, arguments: [any ValueConvertible] = [],
        to destination: BusName? = nil
    ) throws {
        try emit(path: path, interface: interface, member: member, body: arguments.map { $0.dbusValue }, to: destination)
    }

    /// The same with arguments whose types are known at run time only.
    public func emit(
        path: ObjectPath, interface: InterfaceName, member: MemberName, body: [Value], to destination: BusName? = nil
    ) throws {
        try transmit(RawMessage.signal(path: path, interface: interface, member: member, to: destination), body: body)
    }

    /// Waits until everything that was sent is on the wire, or the connection is gone.
    public func flush() async {
        guard loop.connection?.hasOutgoing == true else { return }
        await withCheckedContinuation { drainWaiters.append($0) }
    }

    /// Closes the connection: waiting calls fail, signal streams end, handlers are cancelled. What has not been sent is lost;
    /// await `flush()` first to keep it.
    public func close() {
        loop.connection?.close()
        handleDisconnect()
    }

    /// Returns when the connection is gone: closed here, or lost.
    public nonisolated func closed() async {
        await waitUntilClosed()
    }

    private func waitUntilClosed() async {
        if state == .closed { return }
        await withCheckedContinuation { closeWaiters.append($0) }
    }

    private func cancelCall(_ serial: UInt32) {
        replies.remove(serial)?.resume(throwing: CancellationError())
    }

    /// Checks and sends a message.
    ///
    /// - Parameter isAnswer: As for `outgoingHandle`.
    /// - Returns: its serial number.
    @discardableResult
    func transmit(_ message: borrowing RawMessage, body: [Value], isAnswer: Bool = false) throws -> UInt32 {
        let handle = try outgoingHandle(isAnswer: isAnswer)
        _ = try check(body, expected: nil, by: handle)
        message.append(body)
        return handle.send(message)
    }

    /// The one way out.
    ///
    /// - Parameter isAnswer: answers are not held back by a full queue. Their number is bounded: while the queue is full no
    ///   further call is looked at.
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
    /// - Parameter expected: the types that they must have.
    func check(_ body: [Value], expected: Signature?, by handle: ConnectionHandle) throws -> BodyMeasure {
        let measure = try BodyMeasure(checking: body)
        if let expected, expected != measure.signature {
            throw UnexpectedResults(expected: expected, found: measure.signature)
        }
        if measure.fileDescriptors > 0, !handle.canSendFileDescriptors { throw ConnectionError.fileDescriptorsNotSupported }
        return measure
    }
}
