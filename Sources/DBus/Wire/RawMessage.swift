import CDBus

/// A reference to a libdbus message. References of messages are counted only here.
struct RawMessage: ~Copyable {
    /// The message, valid as long as this value exists.
    let pointer: OpaquePointer

    /// Adopts a reference that libdbus has returned.
    private init(adopting pointer: OpaquePointer?) {
        guard let pointer else { fatalError("libdbus is out of memory") }
        self.pointer = pointer
    }

    /// Retains a message that has another owner.
    init(retaining pointer: OpaquePointer) {
        self.pointer = dbus_message_ref(pointer)
    }

    /// Creates a copy of a message that can be changed and sent; the original may already have been sent.
    init(copying other: borrowing RawMessage) {
        self.init(adopting: dbus_message_copy(other.pointer))
    }

    /// Creates a copy of a reply that `address` has addressed, which answers another call of the same sender.
    init(copying other: borrowing RawMessage, answering serial: UInt32) {
        self.init(copying: other)
        // Changing a field of the header takes libdbus several thousand instructions. The text of the destination is part of the
        // message's bytes, as libdbus documents, and the serial number is in the field before it: its value is followed by the
        // field's code, its type, and the length of the text.
        if let destination = dbus_message_get_destination(pointer) {
            let value = UnsafeMutableRawPointer(mutating: destination - 12)
            if value.loadUnaligned(as: UInt32.self) == dbus_message_get_reply_serial(pointer) {
                value.storeBytes(of: serial, as: UInt32.self)
                return
            }
        }
        dbus_message_set_reply_serial(pointer, serial)
    }

    deinit { dbus_message_unref(pointer) }

    static func methodCall(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName, flags: MethodCallFlags
    ) -> RawMessage {
        let raw = RawMessage(
            adopting: dbus_message_new_method_call(destination?.string, path.string, interface?.string, member.string))
        if flags.contains(.noAutoStart) { dbus_message_set_auto_start(raw.pointer, 0) }
        if flags.contains(.allowInteractiveAuthorization) { dbus_message_set_allow_interactive_authorization(raw.pointer, 1) }
        if flags.contains(.noReplyExpected) { dbus_message_set_no_reply(raw.pointer, 1) }
        return raw
    }

    static func signal(path: ObjectPath, interface: InterfaceName, member: MemberName, to destination: BusName?) -> RawMessage {
        let raw = RawMessage(adopting: dbus_message_new_signal(path.string, interface.string, member.string))
        if let destination { raw.setDestination(destination) }
        return raw
    }

    /// Returns a reply without a recipient; `error` makes it an error reply.
    static func reply(error: ErrorName? = nil) -> RawMessage {
        let type = error == nil ? DBUS_MESSAGE_TYPE_METHOD_RETURN : DBUS_MESSAGE_TYPE_ERROR
        let raw = RawMessage(adopting: dbus_message_new(type))
        dbus_message_set_no_reply(raw.pointer, 1)
        if let error { dbus_message_set_error_name(raw.pointer, error.string) }
        return raw
    }

    /// Sets the recipient of a reply, and the call that it answers. Call it once: libdbus is slow at changing existing fields.
    func address(to destination: BusName?, answering serial: UInt32) {
        dbus_message_set_reply_serial(pointer, serial)
        if let destination { setDestination(destination) }
    }

    /// Sets the recipient of the message.
    private func setDestination(_ destination: BusName) {
        _ = destination.string.withCString { dbus_message_set_destination(pointer, $0) }
    }

    /// Appends arguments that `BodyMeasure` has accepted.
    /// - Throws: The error of `BodyWriter`.
    func append(_ values: [BusValue]) throws(BusConversionError) {
        guard !values.isEmpty else { return }
        var writer = BodyWriter(message: pointer)
        for value in values { try writer.append(value) }
    }
}
