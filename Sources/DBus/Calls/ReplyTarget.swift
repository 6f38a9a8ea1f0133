/// The recipient of a reply, and the reply's required types.
struct ReplyTarget: Sendable {
    let serial: UInt32
    let sender: BusName?
    let isWanted: Bool
    /// The called member, for the log.
    let name: String
    /// The types that the reply must have; nil if none are declared.
    let output: BusSignature?

    init(_ message: BusMessage, name: String, output: BusSignature?) {
        serial = message.serial
        sender = message.sender
        isWanted = !message.flags.contains(.noReplyExpected)
        self.name = name
        self.output = output
    }
}
