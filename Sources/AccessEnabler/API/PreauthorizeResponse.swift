/// The answer to `preauthorize`. Mirrors `PreauthorizeResponse` of the iOS/tvOS API 3.6.
public final class PreauthorizeResponse: Sendable {
    private let status: Status?
    private let decisions: [Decision]

    init(_ answer: PreauthorizeAnswer) {
        status = answer.status.map(Status.init)
        decisions = answer.decisions.map(Decision.init)
    }

    /// What went wrong as a whole; nil when there are decisions.
    public func getStatus() -> Status? { status }

    /// One decision for each resource; empty when something went wrong.
    public func getDecisions() -> [Decision] { decisions }
}

/// Whether one resource may be watched. Mirrors `Decision` of the iOS/tvOS API 3.6.
public final class Decision: Sendable {
    private let id: String
    private let isPermitted: Bool
    private let error: Status?

    init(_ decision: PreauthorizeAnswer.Decision) {
        id = decision.id
        isPermitted = decision.isAuthorized
        error = decision.error.map(Status.init)
    }

    /// The resource.
    public func getId() -> String { id }

    /// Whether it may be watched.
    public func isAuthorized() -> Bool { isPermitted }

    /// Why not, when the service tells.
    public func getError() -> Status? { error }
}

/// An enhanced error. Mirrors `Status` of the iOS/tvOS API 3.6; texts that the service did not send are nil.
public final class Status: Sendable {
    private let fields: PreauthorizeAnswer.Status

    init(_ fields: PreauthorizeAnswer.Status) {
        self.fields = fields
    }

    /// An HTTP status; 0 when the library itself says so.
    public func getStatus() -> Int { fields.status }
    /// The enhanced error code.
    public func getCode() -> String! { fields.code }
    /// A text for people.
    public func getMessage() -> String! { fields.message }
    /// The provider's or programmer's text.
    public func getDetails() -> String! { fields.details }
    /// Where to read on.
    public func getHelpUrl() -> String! { fields.helpURL }
    /// An identifier for support.
    public func getTrace() -> String! { fields.trace }
    /// What the app can do: `none`, `retry`, `authentication`, …
    public func getAction() -> String! { fields.action }
}
