import TVWorld

/// Changes what a requestor is set up with: `PUT /admin/v1/requestors/{requestor}`.
public struct ChangeRequestor: EntitlementEvent {
    /// The requestor as it is now.
    public typealias Answer = Requestor

    public static let journalEvent = JournalEvent.requestorChanged

    /// What changes; what is nil stays.
    public var settings: RequestorSettings

    /// A change.
    public init(_ settings: RequestorSettings) {
        self.settings = settings
    }

    public var journalDetails: [String: String] { ["requestor": settings.id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let before = try state.knownRequestor(settings.id)
        let after = settings.applied(to: before)
        guard after != before else { return Decision(before) }
        let whole = (state.configuration.requestorSettings[settings.id] ?? RequestorSettings(id: settings.id)).merging(settings)
        return Decision(after, changes: [.saveRequestorSettings(whole)])
    }
}

extension EntitlementState {
    /// The requestor with an identifier, or the refusal of a call of the administration.
    func knownRequestor(_ id: String) throws(Refusal) -> Requestor {
        guard let requestor = world.requestor(id: id) else { throw .notFound("Requestor \(quoted(id)) is unknown.") }
        return requestor
    }
}
