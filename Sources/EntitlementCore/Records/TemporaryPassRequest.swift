/// A device's request for a temporary pass: REST v1 `POST /api/v1/authenticate/freepreview`.
public struct TemporaryPassRequest: Sendable, Codable, Equatable {
    /// `domain_name`: the domain of the requesting app or site.
    public var domain: String
    /// The SHA-256 digests of the members of `generic_data`, by key, in hexadecimal digits.
    public var identifiers: [String: String]
}
