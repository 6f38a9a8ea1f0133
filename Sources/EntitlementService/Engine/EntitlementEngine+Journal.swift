import EntitlementCore

extension EntitlementEngine {
    /// Returns the journal's entries after a number, up to a limit: from memory, or from disk if they are no longer in memory.
    ///
    /// - Throws: The store's error if they could not be read.
    func entries(after sequence: Int64, limit: Int) async throws -> [Journal.Entry] {
        var entries: [Journal.Entry] = []
        var last = sequence
        // New entries may displace others from memory while the disk is read; then it is read again.
        while let journalStore, entries.count < limit {
            let first = journal.first
            guard first > 1, last < first - 1 else { break }
            let older = try await journalStore.entries(after: last, before: first, limit: limit - entries.count)
            entries += older
            last = older.count < limit - (entries.count - older.count) ? first - 1 : older.last?.sequence ?? first - 1
        }
        return entries + journal.entries(after: last, limit: limit - entries.count)
    }

    /// Returns the journal's entries of one request.
    ///
    /// - Throws: The store's error if they could not be read.
    func entries(of requestID: String) async throws -> [Journal.Entry] {
        let entries = journal.entries(of: requestID)
        guard entries.isEmpty, let journalStore else { return entries }
        return try await journalStore.entries(of: requestID)
    }
}
