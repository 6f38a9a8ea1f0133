import EntitlementCore

extension EntitlementEngine {
    /// The journal's entries after a number, the first ones up to a limit: from memory, and from the disk what is no longer there.
    ///
    /// - Throws: the store's error when they could not be read.
    func entries(after sequence: Int64, limit: Int) async throws -> [Journal.Entry] {
        var entries: [Journal.Entry] = []
        var last = sequence
        // New entries may push others out of memory while the disk is read; then it is read once more.
        while let journalStore, entries.count < limit {
            let first = journal.first
            guard first > 1, last < first - 1 else { break }
            let older = try await journalStore.entries(after: last, before: first, limit: limit - entries.count)
            entries += older
            last = older.count < limit - (entries.count - older.count) ? first - 1 : older.last?.sequence ?? first - 1
        }
        return entries + journal.entries(after: last, limit: limit - entries.count)
    }

    /// The journal's entries of one request.
    ///
    /// - Throws: the store's error when they could not be read.
    func entries(of requestID: String) async throws -> [Journal.Entry] {
        let entries = journal.entries(of: requestID)
        guard entries.isEmpty, let journalStore else { return entries }
        return try await journalStore.entries(of: requestID)
    }
}
