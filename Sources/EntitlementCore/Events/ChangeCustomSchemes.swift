import Encodings
import TVWorld

/// Generates or removes a URL scheme of a requestor, and returns it: `POST /admin/v1/custom-schemes` and `DELETE
/// /admin/v1/custom-schemes/{requestor}/{scheme}`.
public struct ChangeCustomSchemes: EntitlementEvent {
    /// The change.
    public enum Change: Sendable, Equatable {
        /// A new scheme is generated: `adbe.` and random digits.
        case generate
        /// A scheme is removed.
        case remove(String)
    }

    public static let journalEvent = JournalEvent.customSchemesChanged

    /// The requestor.
    public var requestor: String
    /// The change.
    public var change: Change

    /// Creates a change.
    public init(requestor: String, change: Change) {
        self.requestor = requestor
        self.change = change
    }

    public var journalDetails: [String: String] {
        if case .remove(let scheme) = change { return ["requestor": requestor, "removed": scheme] }
        return ["requestor": requestor]
    }

    /// The maximum number of schemes of a requestor.
    public static let limit = 64

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<String> {
        let known = try state.knownRequestor(requestor)
        var settings = state.configuration.requestorSettings[requestor] ?? RequestorSettings(id: requestor)
        let answer: String
        switch change {
        case .generate:
            guard known.customSchemes.count < Self.limit else {
                throw Refusal(409, .badRequest, "Requestor \(quoted(requestor)) has \(Self.limit) schemes already; remove one.")
            }
            answer = "adbe." + hexadecimal(context.random.bytes(11))
            settings.customSchemes = known.customSchemes + [answer]
        case .remove(let scheme):
            guard known.customSchemes.contains(scheme) else {
                throw .notFound("Requestor \(quoted(requestor)) has no scheme \(quoted(scheme)).")
            }
            answer = scheme
            settings.customSchemes = known.customSchemes.filter { $0 != scheme }
        }
        return Decision(answer, changes: [.save(settings)])
    }
}
