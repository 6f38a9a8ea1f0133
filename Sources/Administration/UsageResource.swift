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

    /// The counted events by the names of ESM, in the order of a table.
    package static let kinds = [
        "authn-attempts", "authn-pending", "authn-successful", "authn-failed", "authz-attempts", "authz-successful",
        "authz-failed", "authz-rejected", "media-tokens", "unique-sessions",
    ]

    package var json: JSON {
        .object([
            .init("start", .integer(start)), .init("requestor", .string(requestor)),
            .init("counts", .object(Self.kinds.map { .init($0, .integer(counts[$0] ?? 0)) })),
        ])
    }
}
