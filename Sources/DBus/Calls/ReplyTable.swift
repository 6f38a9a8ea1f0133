/// The calls that wait for a reply, by serial number, and their deadlines.
///
/// libdbus's own pending calls are not used: they never complete if the connection is lost. Whatever ends a call first removes it
/// from this table, so that each continuation is resumed once.
struct ReplyTable {
    /// A caller that waits for a reply, or is about to.
    final class Waiter {
        /// The maximum size of the reply's arguments.
        let byteLimit: Int
        private var continuation: CheckedContinuation<BusMessage, any Error>?
        private var result: Result<BusMessage, any Error>?

        init(byteLimit: Int) { self.byteLimit = byteLimit }

        /// Resumes a continuation with the result, which may already be there.
        func wait(_ continuation: CheckedContinuation<BusMessage, any Error>) {
            if let result { continuation.resume(with: result) } else { self.continuation = continuation }
        }

        /// Ends the call. Called once, by the code that has removed the waiter from the table.
        func resume(with result: Result<BusMessage, any Error>) {
            if let continuation { continuation.resume(with: result) } else { self.result = result }
        }
    }

    private struct Deadline {
        let due: ContinuousClock.Instant
        let serial: UInt32
    }

    private var waiters: [UInt32: (waiter: Waiter, due: ContinuousClock.Instant?)] = [:]
    /// A binary heap, earliest first. Entries of completed calls are kept until they are in the majority.
    private var deadlines: [Deadline] = []
    private var staleDeadlines = 0

    /// The number of waiting calls.
    var count: Int { waiters.count }

    /// The number of stored deadlines, including those of completed calls.
    var deadlineCount: Int { deadlines.count }

    /// The earliest deadline. It may belong to a completed call, which costs one unnecessary wake-up.
    var nextDue: ContinuousClock.Instant? { deadlines.first?.due }

    mutating func add(_ waiter: Waiter, serial: UInt32, due: ContinuousClock.Instant?) {
        waiters[serial] = (waiter, due)
        guard let due else { return }
        deadlines.append(Deadline(due: due, serial: serial))
        siftUp(deadlines.count - 1)
    }

    /// Removes the call with this serial number; nil if it has already completed.
    mutating func remove(_ serial: UInt32) -> Waiter? {
        guard let (waiter, due) = waiters.removeValue(forKey: serial) else { return nil }
        if waiters.isEmpty {
            // There are no calls, so the loop need not check the time.
            deadlines.removeAll(keepingCapacity: true)
            staleDeadlines = 0
        } else if due != nil {
            staleDeadlines += 1
            if staleDeadlines > 64, staleDeadlines > deadlines.count / 2 { dropStaleDeadlines() }
        }
        return waiter
    }

    /// Removes a call whose deadline has passed; nil if there is none.
    mutating func removeDue(at now: ContinuousClock.Instant) -> Waiter? {
        while let first = deadlines.first, first.due <= now {
            removeFirstDeadline()
            if let (waiter, due) = waiters[first.serial], due == first.due {
                waiters[first.serial] = nil
                return waiter
            }
            staleDeadlines -= 1
        }
        return nil
    }

    /// Removes all calls.
    mutating func removeAll() -> [Waiter] {
        defer { self = ReplyTable() }
        return waiters.values.map(\.waiter)
    }

    private mutating func dropStaleDeadlines() {
        deadlines.removeAll { waiters[$0.serial]?.due != $0.due }
        // A sorted array is a heap.
        deadlines.sort { $0.due < $1.due }
        staleDeadlines = 0
    }

    private mutating func removeFirstDeadline() {
        let last = deadlines.removeLast()
        if deadlines.isEmpty { return }
        deadlines[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            let right = left + 1
            var smallest = parent
            if left < deadlines.count, deadlines[left].due < deadlines[smallest].due { smallest = left }
            if right < deadlines.count, deadlines[right].due < deadlines[smallest].due { smallest = right }
            if smallest == parent { return }
            deadlines.swapAt(parent, smallest)
            parent = smallest
        }
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            if deadlines[parent].due <= deadlines[child].due { return }
            deadlines.swapAt(parent, child)
            child = parent
        }
    }
}
