/// A software statement.
package struct StatementResource: ListedResource {
    package static let path = "statements"
    package static let moments = ["issuedAt": MomentUnit.seconds]

    package var id: String
    /// The requestors that it is for, separated by commas; `*` is all.
    package var requestor: String
    package var name: String
    package var platforms: [String]
    package var schemes: [String]
    /// The scopes of its clients' access tokens; nil: all.
    package var scopes: [String]?
    /// The signed statement.
    package var statement: String
    package var issuedAt: Int64
    package var revoked: Bool

    package init(
        id: String, requestor: String, name: String, platforms: [String], schemes: [String], scopes: [String]? = nil,
        statement: String, issuedAt: Int64, revoked: Bool
    ) {
        self.id = id
        self.requestor = requestor
        self.name = name
        self.platforms = platforms
        self.schemes = schemes
        self.scopes = scopes
        self.statement = statement
        self.issuedAt = issuedAt
        self.revoked = revoked
    }
}
