/// A ring buffer of the newest journal entries that are not yet in the file: the oldest is displaced.
public struct JournalRing: Sendable {
    private var slots: [JournalEntry?]
    private var head = 0
    /// The number of entries to be written.
    public private(set) var count = 0
    /// The number of the next entry.
    public private(set) var nextSequence: Int64

    /// Creates an empty buffer.
    public init(capacity: Int = 1_024, nextSequence: Int64 = 1) {
        precondition(capacity > 0)
        slots = Array(repeating: nil, count: capacity)
        self.nextSequence = nextSequence
    }

    /// Appends an entry and assigns the next number to it.
    public mutating func append(_ record: JournalRecord, time: Int64, machineTime: Int64 = 0) {
        let index = (head + count) % slots.count
        slots[index] = JournalEntry(sequence: nextSequence, time: time, machineTime: machineTime, record: record)
        nextSequence += 1
        if count == slots.count { head = (head + 1) % slots.count } else { count += 1 }
    }

    /// Returns the oldest entries, up to a limit. They are kept until `removeThrough`.
    public func oldest(_ limit: Int) -> [JournalEntry] {
        (0..<min(limit, count)).compactMap { slots[(head + $0) % slots.count] }
    }

    /// Removes the entries up to and including a number, which are in the file.
    public mutating func removeThrough(_ sequence: Int64) {
        while count > 0, let entry = slots[head], entry.sequence <= sequence {
            slots[head] = nil
            head = (head + 1) % slots.count
            count -= 1
        }
    }
}
