/// A registered application.
package struct ApplicationResource: ListedResource {
    package static let path = "applications"
    package static let moments = ["issuedAt": MomentUnit.seconds]

    package var id: String
    package var name: String
    /// The requestors that it may act for; empty means all.
    package var requestors: [String]
    package var platforms: [String]
    package var schemes: [String]
    package var version: String?
    /// The domains of its redirect URLs; nil: those of its requestors.
    package var domains: [String]?
    /// The scopes of its access tokens; nil: all.
    package var scopes: [String]?
    package var issuedAt: Int64
    package var revoked: Bool

    package init(
        id: String, name: String, requestors: [String], platforms: [String], schemes: [String], version: String?,
        domains: [String]?, scopes: [String]? = nil, issuedAt: Int64, revoked: Bool
    ) {
        self.id = id
        self.name = name
        self.requestors = requestors
        self.platforms = platforms
        self.schemes = schemes
        self.version = version
        self.domains = domains
        self.scopes = scopes
        self.issuedAt = issuedAt
        self.revoked = revoked
    }
}

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
