/// Where the reply to a call goes, and what it must look like.
struct ReplyTarget: Sendable {
    let serial: UInt32
    let sender: BusName?
    let isWanted: Bool
    /// What was called, for the log.
    let name: String
    /// The types that the reply must have; nil when nobody has declared them.
    let output: Signature?

    init(_ message: Message, name: String, output: Signature?) {
        serial = message.serial
        sender = message.sender
        isWanted = !message.flags.contains(.noReplyExpected)
        self.name = name
        self.output = output
    }
}
