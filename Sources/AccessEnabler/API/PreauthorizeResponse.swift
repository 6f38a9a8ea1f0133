/// The answer to `preauthorize`. Mirrors `PreauthorizeResponse` of the iOS/tvOS API 3.6.
public final class PreauthorizeResponse: Sendable {
    private let answer: PreauthorizeAnswer

    init(_ answer: PreauthorizeAnswer) {
        self.answer = answer
    }

    /// Returns the error of the request as a whole; nil if there are decisions.
    public func getStatus() -> Status? { answer.status.map(Status.init) }

    /// Returns one decision for each resource; empty if the request failed.
    public func getDecisions() -> [Decision] { answer.decisions.map(Decision.init) }
}

/// A decision about one resource. Mirrors `Decision` of the iOS/tvOS API 3.6.
public final class Decision: Sendable {
    private let decision: PreauthorizeAnswer.Decision

    init(_ decision: PreauthorizeAnswer.Decision) {
        self.decision = decision
    }

    /// Returns the resource.
    public func getId() -> String { decision.id }

    /// Returns whether the user is authorized for the resource.
    public func isAuthorized() -> Bool { decision.isAuthorized }

    /// Returns the reason for a negative decision, if the service provides one.
    public func getError() -> Status? { decision.error.map(Status.init) }
}

/// An enhanced error. Mirrors `Status` of the iOS/tvOS API 3.6; fields that the service did not send are nil.
public final class Status: Sendable {
    private let fields: PreauthorizeAnswer.Status

    init(_ fields: PreauthorizeAnswer.Status) {
        self.fields = fields
    }

    /// Returns the HTTP status; 0 for an error of the library itself.
    public func getStatus() -> Int { fields.status }
    /// Returns the enhanced error code.
    public func getCode() -> String! { fields.code }
    /// Returns a human-readable message.
    public func getMessage() -> String! { fields.message }
    /// Returns the provider's or programmer's message.
    public func getDetails() -> String! { fields.details }
    /// Returns the URL of further information.
    public func getHelpUrl() -> String! { fields.helpURL }
    /// Returns an identifier for support.
    public func getTrace() -> String! { fields.trace }
    /// Returns the action that the app can take: `none`, `retry`, `authentication`, …
    public func getAction() -> String! { fields.action }
}
