import AccountCore

/// The SAML messages of the newest journal entries, up to a total size. All but the newest are deflated. They are never written
/// to a file, because anyone who can read one could use it in the app's place while it is valid.
struct JournalDocuments {
    /// The maximum total size, in bytes. A response with its certificate has about eight thousand bytes.
    static let capacity = 1_048_576
    /// The maximum size of a message, in bytes; longer ones are not kept.
    static let maximumSize = 65_536

    /// From this number of entries with messages on, they are deflated without delay: in a burst, they would otherwise use
    /// several times the memory, which would be too fragmented to be returned afterwards.
    private static let plainLimit = 8

    private var kept: [Int64: [JournalDocument]] = [:]
    /// The numbers of the entries, oldest first.
    private var order: [Int64] = []
    private var size = 0
    /// The numbers of the entries whose messages have not been deflated.
    private var plain: [Int64] = []

    /// Stores the messages of a new entry and removes the oldest if necessary.
    mutating func keep(_ documents: [JournalDocument], of sequence: Int64) {
        let documents = documents.filter { $0.size <= Self.maximumSize }
        guard !documents.isEmpty else { return }
        size += documents.reduce(0) { $0 + $1.size }
        kept[sequence] = documents
        order.append(sequence)
        plain.append(sequence)
        var gone = 0
        while size > Self.capacity, gone < order.count - 1 {
            size -= (kept.removeValue(forKey: order[gone]) ?? []).reduce(0) { $0 + $1.size }
            gone += 1
        }
        order.removeFirst(gone)
    }

    /// The messages of an entry; empty if it had none, or they have been removed.
    subscript(_ sequence: Int64) -> [JournalDocument] { kept[sequence] ?? [] }

    /// Whether the messages of many entries have not been deflated.
    var arePlainMany: Bool { plain.count >= Self.plainLimit }

    /// Returns the messages of an entry that have not been deflated, for `replace`; nil if there are none.
    mutating func nextPlain() -> (sequence: Int64, documents: [JournalDocument])? {
        while let sequence = plain.popLast() {
            if let documents = kept[sequence] { return (sequence, documents) }
        }
        return nil
    }

    /// Replaces the messages of an entry with the same messages deflated, if they are still kept.
    mutating func replace(_ sequence: Int64, with deflated: [JournalDocument]) {
        if kept[sequence] != nil { kept[sequence] = deflated }
    }
}
