import TVWorld

/// Tells what the provider told about the user: REST v1 `GET /api/v1/tokens/usermetadata`.
public struct ReadUserMetadata: EntitlementEvent {
    /// The metadata.
    public typealias Answer = UserMetadata

    public static let journalEvent = JournalEvent.userMetadataRead

    /// The call.
    public var call: DeviceCall

    /// A device's question.
    public init(call: DeviceCall) {
        self.call = call
    }

    public var journalDetails: [String: String] { call.journalDetails }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        let record = try state.session(key, now: context.now).required(status: 412, of: requestor).record
        var data = record.attributes
        data["userID"] = data["userID"] ?? .text(record.userID)
        if record.source == .apple { data["tokenSource"] = .text("Apple") }
        return Decision(UserMetadata(updated: record.createdAt / 1_000, data: data))
    }
}
