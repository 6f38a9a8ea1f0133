/// An SQLite file of the service.
struct DatabaseFile: Sendable {
    /// Its path; empty for a database in memory.
    let path: String
    /// What messages call it.
    let name: String
    /// What is lost without it.
    let content: String

    static func records(_ path: String) -> DatabaseFile {
        DatabaseFile(path: path, name: "database", content: "all sign-ins and registrations")
    }

    static func journal(_ path: String) -> DatabaseFile { DatabaseFile(path: path, name: "journal", content: "only the journal") }
}
