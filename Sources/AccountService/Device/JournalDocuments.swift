import AccountCore

/// The SAML messages of the newest entries of the journal, in a bounded piece of memory. No file has them: who reads one could
/// use it in the app's place while it is valid.
struct JournalDocuments {
    /// How many bytes all of them may have. A response with its certificate has about eight thousand.
    static let capacity = 1_048_576
    /// How many bytes one may have; a longer one is not kept.
    static let maximumSize = 65_536

    private var kept: [Int64: [JournalDocument]] = [:]
    /// The numbers of their entries, the oldest first.
    private var order: [Int64] = []
    private var size = 0

    /// Takes the messages of a new entry; the oldest make room.
    mutating func keep(_ documents: [JournalDocument], of sequence: Int64) {
        let documents = documents.filter { $0.size <= Self.maximumSize }
        guard !documents.isEmpty else { return }
        size += documents.reduce(0) { $0 + $1.size }
        kept[sequence] = documents
        order.append(sequence)
        var gone = 0
        while size > Self.capacity, gone < order.count - 1 {
            size -= (kept.removeValue(forKey: order[gone]) ?? []).reduce(0) { $0 + $1.size }
            gone += 1
        }
        order.removeFirst(gone)
    }

    /// The messages of an entry; none when it had none, or they made room.
    subscript(_ sequence: Int64) -> [JournalDocument] { kept[sequence] ?? [] }
}
