import Encodings

/// The stored form of keys and of the values by which lists filter.
enum RecordColumn {
    private static let digested = "sha256:"

    /// Returns the text of a column: the text itself, so that operators can read it; or a digest if it contains U+0000, which
    /// PostgreSQL does not store and which ends a text for GRDB, or is too long.
    ///
    /// - Parameter limit: The maximum size of a text that is stored unchanged, in bytes. A PostgreSQL index has room for 2,704.
    static func text(_ text: String, limit: Int = 200) -> String {
        // In contiguous memory, because this is part of every lookup.
        let hasNull = text.utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? text.utf8.contains(0)
        let isPlain = text.utf8.count <= limit && !hasNull && !text.hasPrefix(digested)
        return isPlain ? text : digested + hexadecimal(sha256(text))
    }

    /// Returns the condition that columns have the values of the first parameters, or of those after a number of others.
    static func condition(_ columns: some Sequence<String>, after others: Int = 0) -> String {
        columns.enumerated().map { "\(quoted($0.element)) = $\(others + $0.offset + 1)" }.joined(separator: " AND ")
    }
}
