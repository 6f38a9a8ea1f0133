import TVWorld

/// The counts of a requestor in an hour.
package struct UsageResource: ListedResource {
    package static let path = "usage"
    package static let member = "hours"
    package static let moments = ["start": MomentUnit.milliseconds]

    /// The start of the hour.
    package var start: Int64
    /// The requestor; empty for calls that name none.
    package var requestor: String
    package var counts: [String: Int64]

    package init(start: Int64, requestor: String, counts: [String: Int64]) {
        self.start = start
        self.requestor = requestor
        self.counts = counts
    }

    /// The counted events, by the names of ESM, in the order of a table.
    package enum Kind: String, Sendable, CaseIterable {
        /// A user was redirected to a provider.
        case authenticationAttempts = "authn-attempts"
        /// A user returned from a provider.
        case authenticationPending = "authn-pending"
        /// A device received a token.
        case authenticationSuccessful = "authn-successful"
        /// A provider's response was rejected.
        case authenticationFailed = "authn-failed"
        /// A device requested an authorization.
        case authorizationAttempts = "authz-attempts"
        /// The authorization was granted.
        case authorizationSuccessful = "authz-successful"
        /// The authorization was denied.
        case authorizationFailed = "authz-failed"
        /// The provider was not contacted, after repeated denials.
        case authorizationRejected = "authz-rejected"
        /// A media token was issued.
        case mediaTokens = "media-tokens"
        /// A session began.
        case sessions = "unique-sessions"
    }

    /// The names of all kinds.
    package static let kinds = Kind.allCases.map(\.rawValue)

    package var json: JSON {
        .object([
            .init("start", .integer(start)), .init("requestor", .string(requestor)),
            .init("counts", .object(Self.kinds.map { .init($0, .integer(counts[$0] ?? 0)) })),
        ])
    }
}
