import TVWorld

/// Returns the providers that an app is integrated with: REST v2 `GET /api/v2/{serviceProvider}/configuration`.
public struct ReadClientConfiguration: EntitlementEvent {
    /// The configuration document.
    public typealias Answer = ReadConfiguration.Answer

    public var journalEvent: JournalEvent { .configurationRead }

    /// The call; it needs no device.
    public var call: ClientCall

    /// Creates the request of a client.
    public init(call: ClientCall) {
        self.call = call
    }

    public var journalDetails: [String: String] { call.journalDetails }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
        try state.check(optional: call.deviceIdentifier)
        try state.check(call.device)
        return Decision(Answer(of: requestor, on: call.platform, in: state, now: context.now))
    }
}
