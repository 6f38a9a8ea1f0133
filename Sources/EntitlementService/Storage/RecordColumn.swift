import Crypto
import Encodings
import Foundation

/// How keys and the values that lists filter by are stored.
enum RecordColumn {
    private static let digested = "sha256:"

    /// Returns the text of a column: the text itself, so that an operator can read it; a digest if it contains U+0000, which
    /// PostgreSQL does not store and at which GRDB ends a text, or is too long.
    ///
    /// - Parameter limit: The longest text that is stored as it is, in bytes. An index of PostgreSQL has room for 2,704.
    static func text(_ text: String, limit: Int = 200) -> String {
        // In contiguous memory, because each lookup passes here.
        let hasNull = text.utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? text.utf8.contains(0)
        let isPlain = text.utf8.count <= limit && !hasNull && !text.hasPrefix(digested)
        return isPlain ? text : digested + hexadecimal(SHA256.hash(data: Data(text.utf8)))
    }
}
