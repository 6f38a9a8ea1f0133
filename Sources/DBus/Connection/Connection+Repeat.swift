import CDBus

/// Calls that are repeated: see `MethodAnswer.repeatable`.
extension Connection {
    /// Replies to a call as to an earlier one with the same bytes, if the answer is still the same.
    /// - Returns: Whether there was such a call.
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
