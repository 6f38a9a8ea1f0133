import CDBus

/// A received message as a Swift value. Mirrors the D-Bus specification, "Message Protocol".
public struct BusMessage: Sendable {
    /// The type of a message.
    public enum Kind: Sendable, Hashable {
        /// A call of a method.
        case methodCall
        /// A reply to a call.
        case methodReturn
        /// An error reply to a call.
        case error
        /// A signal.
        case signal
    }

    /// The type of the message.
    public let kind: Kind
    /// The unique name of the sender, or the name of the bus itself, set by the bus; nil on a connection without a bus.
    public let sender: BusName?
    /// The recipient; nil for broadcast signals.
    public let destination: BusName?
    /// The object that is called or that sent the signal.
    public let path: ObjectPath?
    /// The interface of the member; calls may omit it.
    public let interface: InterfaceName?
    /// The method or signal.
    public let member: MemberName?
    /// The name of the error in an error reply.
    public let errorName: ErrorName?
    /// The number that the sender assigned to this message; never 0.
    public let serial: UInt32
    /// The number of the call that this message answers.
    public let replySerial: UInt32?
    /// The options of a call.
    public let flags: MethodCallFlags
    /// The types of the arguments.
    public let signature: BusSignature
    /// The arguments.
    public internal(set) var body: [BusValue]
    /// The room of a large call, kept until the call is released.
    var place: CallRoom.Place?

    /// Creates a message without reading its arguments.
    init?(header raw: OpaquePointer) {
        switch dbus_message_get_type(raw) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: kind = .methodCall
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: kind = .methodReturn
        case DBUS_MESSAGE_TYPE_ERROR: kind = .error
        case DBUS_MESSAGE_TYPE_SIGNAL: kind = .signal
        default: return nil
        }
        sender = dbus_message_get_sender(raw).map { BusName(unchecked: String(cString: $0)) }
        destination = dbus_message_get_destination(raw).map { BusName(unchecked: String(cString: $0)) }
        path = dbus_message_get_path(raw).map { ObjectPath(unchecked: String(cString: $0)) }
        interface = dbus_message_get_interface(raw).map { InterfaceName(unchecked: String(cString: $0)) }
        member = dbus_message_get_member(raw).map { MemberName(unchecked: String(cString: $0)) }
        errorName = kind == .error ? dbus_message_get_error_name(raw).map { ErrorName(unchecked: String(cString: $0)) } : nil
        serial = dbus_message_get_serial(raw)
        let answered = dbus_message_get_reply_serial(raw)
        replySerial = answered == 0 ? nil : answered
        var flags: MethodCallFlags = []
        if dbus_message_get_no_reply(raw) != 0 { flags.insert(.noReplyExpected) }
        if dbus_message_get_auto_start(raw) == 0 { flags.insert(.noAutoStart) }
        if dbus_message_get_allow_interactive_authorization(raw) != 0 { flags.insert(.allowInteractiveAuthorization) }
        self.flags = flags
        signature = BusSignature(unchecked: dbus_message_get_signature(raw).map { String(cString: $0) } ?? "")
        body = []
    }

    /// Converts the arguments: `let (id, options) = try message.decode(as: String.self, VariantDictionary.self)`.
    /// - Throws: `BusConversionError` if the message has another number of arguments or other types.
    public func decode<each T: BusValueConvertible>(as types: repeat (each T).Type) throws(BusConversionError) -> (repeat each T)
    {
        var count = 0
        for _ in repeat each types { count += 1 }
        guard count == body.count else {
            throw BusConversionError(reason: "expected \(count) arguments, got \(body.count) ('\(signature)')")
        }
        var decoder = SequentialDecoder(values: body, place: "argument")
        return (repeat try decoder.next(each types))
    }
}

/// The options of a call's sender. Mirrors the flags of the D-Bus specification's message header.
public struct MethodCallFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The sender does not expect a reply, and none is sent.
    public static let noReplyExpected = MethodCallFlags(rawValue: 1)
    /// The bus must not start the destination for this call.
    public static let noAutoStart = MethodCallFlags(rawValue: 2)
    /// The service may prompt the user before it replies.
    public static let allowInteractiveAuthorization = MethodCallFlags(rawValue: 4)
}
