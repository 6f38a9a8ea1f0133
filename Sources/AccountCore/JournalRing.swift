/// The newest entries of the journal that are not yet in the file: a fixed number, the oldest makes room.
public struct JournalRing: Sendable {
    private var slots: [JournalEntry?]
    private var head = 0
    /// How many entries wait to be written.
    public private(set) var count = 0
    /// The number of the next entry.
    public private(set) var nextSequence: Int64

    /// An empty ring.
    public init(capacity: Int = 1_024, nextSequence: Int64 = 1) {
        precondition(capacity > 0)
        slots = Array(repeating: nil, count: capacity)
        self.nextSequence = nextSequence
    }

    /// Adds an entry and gives it the next number.
    public mutating func append(_ record: JournalRecord, time: Int64, machineTime: Int64 = 0) {
        let index = (head + count) % slots.count
        slots[index] = JournalEntry(sequence: nextSequence, time: time, machineTime: machineTime, record: record)
        nextSequence += 1
        if count == slots.count { head = (head + 1) % slots.count } else { count += 1 }
    }

    /// The oldest entries, at most so many. They stay until `removeThrough`.
    public func oldest(_ limit: Int) -> [JournalEntry] {
        (0..<min(limit, count)).compactMap { slots[(head + $0) % slots.count] }
    }

    /// Forgets the entries up to and with a number: they are in the file.
    public mutating func removeThrough(_ sequence: Int64) {
        while count > 0, let entry = slots[head], entry.sequence <= sequence {
            slots[head] = nil
            head = (head + 1) % slots.count
            count -= 1
        }
    }
}
