/// The answer to `preauthorize`. Mirrors `PreauthorizeResponse` of the iOS/tvOS API 3.6.
public final class PreauthorizeResponse: Sendable {
    private let status: Status?
    private let decisions: [Decision]

    init(_ answer: PreauthorizeAnswer) {
        status = answer.status.map(Status.init)
        decisions = answer.decisions.map(Decision.init)
    }

    /// The error of the request as a whole; nil if there are decisions.
    public func getStatus() -> Status? { status }

    /// One decision for each resource; empty if the request failed.
    public func getDecisions() -> [Decision] { decisions }
}

/// A decision about one resource. Mirrors `Decision` of the iOS/tvOS API 3.6.
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

    /// Whether the user is authorized for the resource.
    public func isAuthorized() -> Bool { isPermitted }

    /// The reason for a negative decision, if the service provides one.
    public func getError() -> Status? { error }
}

/// An enhanced error. Mirrors `Status` of the iOS/tvOS API 3.6; fields that the service did not send are nil.
public final class Status: Sendable {
    private let fields: PreauthorizeAnswer.Status

    init(_ fields: PreauthorizeAnswer.Status) {
        self.fields = fields
    }

    /// The HTTP status; 0 for an error of the library itself.
    public func getStatus() -> Int { fields.status }
    /// The enhanced error code.
    public func getCode() -> String! { fields.code }
    /// A human-readable message.
    public func getMessage() -> String! { fields.message }
    /// The provider's or programmer's message.
    public func getDetails() -> String! { fields.details }
    /// The URL of further information.
    public func getHelpUrl() -> String! { fields.helpURL }
    /// An identifier for support.
    public func getTrace() -> String! { fields.trace }
    /// The action that the app can take: `none`, `retry`, `authentication`, …
    public func getAction() -> String! { fields.action }
}
