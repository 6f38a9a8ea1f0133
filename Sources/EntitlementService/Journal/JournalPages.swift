import EntitlementCore
import TVWorld

/// The newest entries of the journal, in blocks of memory that are reused.
///
/// Separate entries would live long among data that lives for only one request, and fragment the memory around them.
struct JournalPages: Sendable {
    private struct Page {
        /// The number of the first entry.
        var first: Int64
        var starts: [Int32] = []
        var bytes: [UInt8] = []

        mutating func append(_ entry: borrowing Journal.Entry, _ names: inout DetailNames) {
            starts.append(Int32(bytes.count))
            for number in [entry.time, entry.machineTime] {
                for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
            }
            bytes.append(UInt8(JournalEvent.numbers[entry.event] ?? 0))
            for text in [entry.requestID, entry.correlation, entry.outcome] {
                bytes.append(packed: text, limit: JournalPages.textLimit)
            }
            for (name, value) in entry.details {
                if let number = names.number(of: name) {
                    bytes.append(number)
                } else {
                    bytes.append(DetailNames.other)
                    bytes.append(packed: name, limit: JournalPages.textLimit)
                }
                bytes.append(packed: value, limit: JournalPages.textLimit)
            }
        }
    }

    /// The pages, oldest first.
    private var pages: [Page] = []
    private var names = DetailNames()
    /// The number of the next entry.
    private(set) var next: Int64
    private let limit: Int

    /// The maximum length of a string, in bytes, because callers choose the length of what they send.
    static let textLimit = 256
    private static let pageSize = 32_768

    /// - Parameters:
    ///   - limit: The number of entries to keep.
    ///   - next: The number of the first entry.
    init(limit: Int, next: Int64) {
        self.limit = limit
        self.next = next
    }

    /// The number of the oldest entry that is kept; that of the next one if there is none.
    var first: Int64 { max(next - Int64(limit), pages.first?.first ?? next) }

    mutating func removeAll(next: Int64) { (pages, self.next) = ([], next) }

    /// Appends an entry, and removes the oldest if there is no room.
    mutating func append(_ entry: borrowing Journal.Entry) {
        defer { next += 1 }
        guard limit > 0 else { return }
        if pages.last.map({ $0.bytes.count >= Self.pageSize }) ?? true { pages.append(emptyPage()) }
        pages[pages.count - 1].append(entry, &names)
    }

    /// Returns a page for the next entries: the oldest, if the entries of the others suffice.
    private mutating func emptyPage() -> Page {
        guard pages.count > 1, next - pages[1].first >= Int64(limit) else {
            var page = Page(first: next)
            page.bytes.reserveCapacity(Self.pageSize + 1_024)
            return page
        }
        var page = pages.removeFirst()
        page.first = next
        page.starts.removeAll(keepingCapacity: true)
        page.bytes.removeAll(keepingCapacity: true)
        return page
    }

    /// Returns the bytes of an entry that is kept.
    private func bytes(of sequence: Int64) -> ArraySlice<UInt8> {
        var (low, high) = (0, pages.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pages[middle].first <= sequence { low = middle } else { high = middle }
        }
        let (page, index) = (pages[low], Int(sequence - pages[low].first))
        let end = index + 1 < page.starts.count ? Int(page.starts[index + 1]) : page.bytes.count
        return page.bytes[Int(page.starts[index])..<end]
    }

    /// Returns an entry that is kept, without its document.
    subscript(sequence: Int64) -> Journal.Entry {
        var rest = bytes(of: sequence)
        func number() -> Int64 {
            defer { rest = rest.dropFirst(8) }
            return rest.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
        }
        let times = (number(), number())
        let event = JournalEvent.allCases[Int(rest.removeFirst())]
        var entry = Journal.Entry(
            sequence: sequence, time: times.0, machineTime: times.1, event: event, requestID: rest.removePackedText(),
            correlation: rest.removePackedText(), outcome: rest.removePackedText(), details: [:])
        while let number = rest.popFirst() {
            let name = number == DetailNames.other ? rest.removePackedText() : names[number]
            entry.details[name] = rest.removePackedText()
        }
        return entry
    }

    /// Returns the entries of one request that are still kept.
    func entries(of requestID: String) -> [Journal.Entry] {
        var packed: [UInt8] = []
        packed.append(packed: requestID, limit: Self.textLimit)
        return (first..<next).filter { bytes(of: $0).dropFirst(17).starts(with: packed) }.map { self[$0] }
    }
}

/// The names of details, which are few, represented by numbers.
private struct DetailNames: Sendable {
    private var names: [String] = []
    private var numbers: [String: UInt8] = [:]

    /// The number that stands for all other names.
    static let other: UInt8 = 255

    subscript(number: UInt8) -> String { names[Int(number)] }

    /// Returns the number of a name; nil if it is too long, or if there are too many names.
    mutating func number(of name: String) -> UInt8? {
        if let number = numbers[name] { return number }
        guard names.count < Int(Self.other), name.utf8.count <= JournalPages.textLimit else { return nil }
        let number = UInt8(names.count)
        names.append(name)
        numbers[name] = number
        return number
    }
}

extension JournalEvent {
    /// The index of each event among all.
    fileprivate static let numbers = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))
}
