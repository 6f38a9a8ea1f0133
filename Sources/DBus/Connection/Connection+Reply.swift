import CDBus

extension Connection {
    /// Replies to a call with results. Every call that expects a reply gets one, even if the results cannot be sent.
    /// - Returns: The reply; nil if it was not wanted or is an error.
    @discardableResult
    func reply(to target: ReplyTarget, _ results: [BusValue]) -> RawMessage? {
        send(to: target) { handle in
            if let recent = recentReplies.entry(for: results), recent.signature == target.output ?? recent.signature {
                return recent.copy(to: target)
            }
            let measure = try check(results, expected: target.output, by: handle)
            if let kept = try recentReplies.keep(results, measure) { return kept.copy(to: target) }
            let message = RawMessage.reply()
            message.address(to: target.sender, answering: target.serial)
            try message.append(results)
            return message
        }
    }

    /// Replies to a call with the objects of a manager.
    func reply(to target: ReplyTarget, _ objects: ManagedObjects) {
        _ = send(to: target) { handle in
            if let kept = objectsReply, kept.objects === objects { return kept.entry.copy(to: target) }
            let entry = try RecentReplies.Entry([objects.value], check([objects.value], expected: nil, by: handle))
            objectsReply = ObjectsReply(objects: objects, entry: entry)
            return entry.copy(to: target)
        }
    }

    private func send(to target: ReplyTarget, _ make: (ConnectionHandle) throws -> RawMessage) -> RawMessage? {
        guard target.isWanted, state != .closed else { return nil }
        do {
            let handle = try outgoingHandle(isAnswer: true)
            let message = try make(handle)
            _ = handle.send(message)
            return message
        } catch let error as UnexpectedResults {
            let types = "'\(printable(error.found.string))' instead of '\(error.expected)'"
            options.log("the handler of \(target.name) returned results of type \(types)")
            reply(to: target, .failed, "The service returned a malformed reply.")
        } catch ConnectionError.disconnected {
            // There is no recipient for the error.
        } catch {
            options.log("the results of \(target.name) cannot be sent: \(error)")
            reply(to: target, .failed, "The answer cannot be sent: \(error)")
        }
        return nil
    }

    /// Replies to a call with the error that a handler threw.
    func reply(to target: ReplyTarget, error: any Error) {
        switch error {
        case let error as ErrorReply: reply(to: target, error.name, error.message, error.extra.map { $0.dbusValue })
        case let error as BusConversionError: reply(to: target, .invalidArguments, error.description)
        case let error as RemoteError: reply(to: target, error.name, error.message, Array(error.body.dropFirst()))
        case is CancellationError: reply(to: target, .failed, "The call was cancelled.")
        default:
            // The message may contain information that callers must not see.
            options.log("the handler of \(target.name) threw \(error)")
            reply(to: target, .failed, "The service failed to handle the call.")
        }
    }

    /// Replies to a call with an error.
    func reply(to target: ReplyTarget, _ name: ErrorName, _ message: String, _ extra: [BusValue] = []) {
        guard target.isWanted, state != .closed else { return }
        do {
            try transmitError(name, to: target, body: [.string(message)] + extra)
        } catch ConnectionError.disconnected {
            // There is no recipient for the error.
        } catch {
            options.log("the error \(name) of \(target.name) cannot be sent: \(error)")
            // Without the parts that may have caused the failure.
            try? transmitError(.failed, to: target, body: [.string("The error of the service cannot be sent.")])
        }
    }

    private func transmitError(_ name: ErrorName, to target: ReplyTarget, body: [BusValue]) throws {
        let message = RawMessage.reply(error: name)
        message.address(to: target.sender, answering: target.serial)
        try transmit(message, body: body, isAnswer: true)
    }
}

/// The reply with the last objects of a manager that were sent.
struct ObjectsReply {
    /// Nil when the manager has released them because it has others.
    // Not `let`: Swift 6.2 has no weak constants.
    weak var objects: ManagedObjects?
    let entry: RecentReplies.Entry
}

/// The results do not have the types that the interface declares.
struct UnexpectedResults: Error {
    let expected: BusSignature
    let found: BusSignature
}

/// Calls that are repeated: see `MethodAnswer.repeatable`.
extension Connection {
    /// Replies to a call as to an earlier one with the same bytes, if the answer is still the same.
    /// - Returns: Whether the call has been answered.
    func repeatReply(to raw: OpaquePointer) -> Bool {
        // A call that waits at the gate is answered before the sender's later calls.
        guard !repeatedReplies.isEmpty, heldCalls.isEmpty, dbus_message_get_type(raw) == DBUS_MESSAGE_TYPE_METHOD_CALL,
            let call = CallBytes(raw), let entry = repeatedReplies.entry(for: call), entry.isCurrent(),
            let handle = loop.connection
        else { return false }
        _ = handle.send(entry.reply(to: dbus_message_get_serial(raw)))
        return true
    }

    /// Stores a reply in case the call is repeated.
    func keep(
        _ reply: consuming RawMessage, to raw: OpaquePointer, at path: ObjectPath, isCurrent: @escaping @Sendable () -> Bool
    ) {
        guard objects[path]?.isPublic == true, let call = CallBytes(raw) else { return }
        repeatedReplies.keep(reply, to: call, isCurrent: isCurrent)
    }
}
