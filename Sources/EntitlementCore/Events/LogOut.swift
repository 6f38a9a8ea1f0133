import TVWorld

/// Removes a device's tokens, if it has any; the provider's own session continues: REST v1 `DELETE /api/v1/logout`.
public struct LogOut: EntitlementEvent {
    public var journalEvent: JournalEvent { .loggedOut }

    /// The call.
    public var call: DeviceCall

    /// Creates the logout of a device.
    public init(call: DeviceCall) {
        self.call = call
    }

    public var journalDetails: [String: String] { call.journalDetails }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        let (_, key) = try state.admit(call)
        guard state.authentications[key] != nil || state.denials(of: key) != nil else { return Decision(()) }
        return Decision((), changes: Change.signOut(key))
    }
}
