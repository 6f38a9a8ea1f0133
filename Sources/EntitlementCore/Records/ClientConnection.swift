/// The information that the service itself detects about a client.
public struct ClientConnection: Sendable, Codable, Equatable {
    /// The `User-Agent` header.
    public var userAgent: String?
    /// The client's address.
    public var address: String?
    /// The client's port.
    public var port: Int?
    /// Whether the connection is encrypted.
    public var isSecure: Bool

    /// Creates the values of a connection.
    public init(userAgent: String? = nil, address: String? = nil, port: Int? = nil, isSecure: Bool = false) {
        self.userAgent = userAgent
        self.address = address
        self.port = port
        self.isSecure = isSecure
    }

    /// The values for the records: the `User-Agent` is limited to its first characters.
    var stored: ClientConnection {
        var stored = self
        stored.userAgent = userAgent.map { String($0.prefix(512)) }
        return stored
    }
}
