import TVWorld

/// A ring buffer of the newest journal entries that are not yet in the file. When it is full, the oldest is lost; an entry that
/// takes the number of the last lost one contains their count.
public struct JournalRing: Sendable {
    private var slots: [JournalEntry?] = []
    private var head = 0
    private let capacity: Int
    /// The numbers of the lost entries that the file does not report yet, and the last of these entries.
    private var lost: (numbers: ClosedRange<Int64>, last: JournalEntry)?
    /// The number of entries to be written, without the lost ones.
    public private(set) var count = 0
    /// The number of the next entry.
    public private(set) var nextSequence: Int64

    /// The initial capacity, in entries.
    private static let initialCapacity = 256

    /// Creates an empty buffer.
    public init(capacity: Int = 8_192, nextSequence: Int64 = 1) {
        precondition(capacity > 0)
        self.capacity = capacity
        self.nextSequence = nextSequence
    }

    /// Appends an entry and assigns the next number to it.
    public mutating func append(_ record: JournalRecord, time: Int64, machineTime: Int64 = 0) {
        if count == slots.count { makeRoom() }
        slots[(head + count) % slots.count] = JournalEntry(
            sequence: nextSequence, time: time, machineTime: machineTime, record: record)
        nextSequence += 1
        count += 1
    }

    /// Returns the oldest entries, up to a limit. They are kept until `removeThrough`.
    public func oldest(_ limit: Int) -> [JournalEntry] {
        let entries = (0..<min(limit, count)).compactMap { slots[(head + $0) % slots.count] }
        return (lossEntry.map { [$0] } ?? []) + entries
    }

    /// Removes the entries up to and including a number, which are in the file.
    public mutating func removeThrough(_ sequence: Int64) {
        while count > 0, let entry = slots[head], entry.sequence <= sequence { _ = removeFirst() }
        if let (numbers, last) = lost {
            // Entries that were lost after they had been passed to the writer are in the file.
            lost = numbers.upperBound > sequence ? (max(numbers.lowerBound, sequence + 1)...numbers.upperBound, last) : nil
        }
        if count == 0, slots.count > Self.initialCapacity { slots = [] }
    }

    /// The entry that reports the number of lost entries, in place of the last of them.
    private var lossEntry: JournalEntry? {
        guard let (numbers, last) = lost else { return nil }
        let record = JournalRecord(.entriesLost, details: [JournalDetail("count", .number(Int64(numbers.count)))])
        return JournalEntry(sequence: last.sequence, time: last.time, machineTime: last.machineTime, record: record)
    }

    private mutating func makeRoom() {
        if slots.count < capacity {
            let entries = (0..<count).map { slots[(head + $0) % slots.count] }
            let size = min(capacity, max(2 * slots.count, Self.initialCapacity))
            slots = entries + Array(repeating: nil, count: size - entries.count)
            head = 0
        } else if let oldest = removeFirst() {
            lost = ((lost?.numbers.lowerBound ?? oldest.sequence)...oldest.sequence, oldest)
        }
    }

    private mutating func removeFirst() -> JournalEntry? {
        defer {
            slots[head] = nil
            head = (head + 1) % slots.count
            count -= 1
        }
        return slots[head]
    }
}
