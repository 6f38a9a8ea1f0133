import Administration

extension ServiceControl {
    /// The maximum number of entries in a response.
    private static let page = 10_000

    /// Returns the entries after an entry, oldest first.
    ///
    /// - Parameters:
    ///   - wait: The number of seconds to wait for the first entry, up to 25.
    ///   - hasDocuments: Whether to include SAML messages.
    func journal(after: Int64, wait: Int = 0, hasDocuments: Bool = false) async throws -> [JournalEntryResource] {
        var entries: [JournalEntryResource] = []
        var last = after
        while true {
            let waiting = entries.isEmpty && wait > 0 ? "&wait=\(wait)" : ""
            let documents = hasDocuments ? "&documents=true" : ""
            let page = try await send(
                .get, "/admin/v1/journal?after=\(last)&limit=\(Self.page)\(waiting)\(documents)",
                as: ResourceList<JournalEntryResource>.self
            ).elements
            entries += page
            guard page.count == Self.page, let newest = page.last else { return entries }
            last = newest.sequence
        }
    }
}
