/// The reason why a server could not be reached or did not carry out a request.
public struct DatabaseError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    public enum Kind: Sendable, Equatable {
        /// libpq is not installed, or too old.
        case library
        /// The connection string, or the server that it names, cannot be used.
        case target
        /// The connection could not be opened.
        case unreachable
        /// The connection was lost; whether the last statements took effect is unknown.
        case lost
        /// The server did not answer in time; whether the statements will take effect is unknown.
        case late
        /// The server refused a statement, with this SQLSTATE (PostgreSQL documentation, appendix A).
        case refused(sqlState: String)
    }

    /// The kind of error.
    public var kind: Kind
    /// A description for users, in the words of libpq or of the server if they gave a reason.
    public var description: String

    /// Creates an error.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// Whether the same transaction may succeed if it is repeated: a concurrent one was in its way.
    public var isConflict: Bool { kind == .refused(sqlState: "40001") || kind == .refused(sqlState: "40P01") }

    /// Whether the values of a statement are to blame: it would fail again, but the same SQL with other values would not.
    public var isAboutValues: Bool {
        // Class 22: a data exception; 54: a limit of the server.
        if case .refused(let state) = kind { state.hasPrefix("22") || state.hasPrefix("54") } else { false }
    }

    /// Whether the connection can no longer be used.
    public var endsConnection: Bool {
        switch kind {
        case .library, .target, .unreachable, .lost, .late: true
        // 57P01 to 57P03: the server is shutting down or starting; 25006: it accepts no writes, and after a failover another
        // server does; 25P03: it waited too long for the next statement.
        case .refused(let state): state.hasPrefix("57P") || state == "25006" || state == "25P03"
        }
    }
}
