import CPostgreSQL

/// libpq, which is loaded on first use: only programs that connect to a server need it.
struct ClientLibrary {
    let functions: cpostgresql

    private static let loaded = ClientLibrary(functions: cpostgresql_load())

    /// Returns the loaded library.
    ///
    /// - Throws: ``DatabaseError`` if it is not installed, or too old.
    static func load() throws(DatabaseError) -> cpostgresql {
        if let reason = loaded.functions.failure {
            throw DatabaseError(
                .library, "libpq cannot be used: \(String(cString: reason)). Install libpq5, version 14 or later.")
        }
        return loaded.functions
    }
}

// Proof: the constant is complete before it can be read, and libpq's functions may be called on any thread.
extension ClientLibrary: @unchecked Sendable {}
