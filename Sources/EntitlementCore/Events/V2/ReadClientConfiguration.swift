import TVWorld

extension EntitlementEvent where Self == PlainEvent<ReadConfiguration.Answer> {
    /// Returns the providers that an app is integrated with: REST v2 `GET /api/v2/{serviceProvider}/configuration`.
    ///
    /// - Parameter call: The call; it needs no device.
    public static func readClientConfiguration(call: ClientCall) -> Self {
        Self(.configurationRead, call.journalDetails) { (state, context) throws(Refusal) in
            let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
            try state.check(optional: call.deviceIdentifier)
            try state.check(call.device)
            return Decision(
                ReadConfiguration.Answer(of: requestor, on: call.platform, in: state, now: context.now))
        }
    }
}
