import TVWorld

/// Changes the settings of a requestor: `PUT /admin/v1/requestors/{requestor}`.
public struct ChangeRequestor: EntitlementEvent {
    public static let journalEvent = JournalEvent.requestorChanged

    /// The changes; nil values are unchanged.
    public var settings: RequestorSettings

    /// Creates a change.
    public init(_ settings: RequestorSettings) {
        self.settings = settings
    }

    public var journalDetails: [String: String] { ["requestor": settings.id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Requestor> {
        let before = try state.knownRequestor(settings.id)
        let after = settings.applied(to: before)
        guard after != before else { return Decision(before) }
        let whole = (state.configuration.requestorSettings[settings.id] ?? RequestorSettings(id: settings.id)).merging(settings)
        return Decision(after, changes: [.save(whole)])
    }
}

extension EntitlementState {
    /// Returns the requestor with an identifier, or throws the refusal of an administrative call.
    func knownRequestor(_ id: String) throws(Refusal) -> Requestor {
        guard let requestor = world.requestor(id: id) else { throw .notFound("Requestor \(quoted(id)) is unknown.") }
        return requestor
    }

    /// Returns the provider with an MVPD or platform identifier, or throws the refusal of an administrative call.
    func knownProvider(_ name: String) throws(Refusal) -> Provider {
        guard let provider = world.provider(mvpd: name) ?? world.provider(id: name) else {
            throw .notFound("MVPD \(quoted(name)) is unknown.")
        }
        return provider
    }
}
