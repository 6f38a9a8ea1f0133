import TVWorld

/// Entries of the journal that are no longer in memory.
protocol JournalArchive: Sendable {
    /// Returns the entries between two numbers, both exclusive, up to a limit.
    ///
    /// - Throws: ``StoreFailure``
    func entries(after sequence: Int64, before end: Int64, limit: Int) async throws -> [Journal.Entry]

    /// Returns the entries of one request.
    ///
    /// - Throws: ``StoreFailure``
    func entries(of requestID: String) async throws -> [Journal.Entry]
}

/// The details of an entry as stored.
enum JournalDetails {
    static func text(_ details: [String: String]) -> String {
        JSON.object(details.map { .init($0.key, .string($0.value)) }).serialized
    }

    /// Returns the details in a text; empty if it is unreadable.
    static func texts(_ text: String) -> [String: String] {
        guard case .object(let members)? = try? JSON(parsing: text.utf8) else { return [:] }
        return Dictionary(members.map { ($0.key, $0.value.text ?? "") }) { first, _ in first }
    }
}
