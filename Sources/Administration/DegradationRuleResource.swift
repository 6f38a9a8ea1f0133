/// A degradation rule that has not expired.
package struct DegradationRuleResource: ListedResource {
    package static let path = "degradation-rules"
    package static let member = "rules"
    package static let writesNull = true
    package static let moments = ["expiresAt": MomentUnit.milliseconds]

    package var id: String
    package var requestor: String
    package var mvpd: String
    package var kind: String
    /// The resources; empty means all.
    package var resources: [String]
    package var platform: String?
    package var message: String?
    package var createdAt: Int64
    /// The expiration date; nil if it is valid until it is removed.
    package var expiresAt: Int64?

    package init(
        id: String, requestor: String, mvpd: String, kind: String, resources: [String], platform: String?, message: String?,
        createdAt: Int64, expiresAt: Int64?
    ) {
        self.id = id
        self.requestor = requestor
        self.mvpd = mvpd
        self.kind = kind
        self.resources = resources
        self.platform = platform
        self.message = message
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}
