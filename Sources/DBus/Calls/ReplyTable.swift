/// The calls that wait for a reply, by serial number, and their deadlines.
///
/// libdbus's own pending calls are not used: they never complete if the connection is lost. Whatever ends a call first removes it
/// from this table, so that each continuation is resumed once.
struct ReplyTable {
    /// A caller that waits for a reply, or is about to.
    final class Waiter {
        /// The maximum size of the reply's arguments.
        let byteLimit: Int
        private let destination: BusName?
        private var continuation: CheckedContinuation<BusMessage, any Error>?
        private var result: Result<BusMessage, any Error>?

        init(for destination: BusName?, byteLimit: Int) {
            self.destination = destination
            self.byteLimit = byteLimit
        }

        /// Returns whether a sender may answer the call: the called connection, or the bus in its place. A session bus delivers
        /// replies that nobody has requested, so that any connection could answer for another. The owner of a well-known name is
        /// not known here. A connection without a bus has only one sender, which is not named.
        func mayBeAnswered(by sender: BusName?) -> Bool {
            guard let sender, let destination, destination.isUnique || destination == .bus else { return true }
            return sender == destination || sender == .bus
        }

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
    /// Earliest first. Entries of completed calls are kept until they are in the majority.
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
        // Most calls have the same time limit, and so the latest deadline.
        let last = deadlines.lastIndex { $0.due <= due } ?? -1
        deadlines.insert(Deadline(due: due, serial: serial), at: last + 1)
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

    /// Removes the call that a reply answers; nil if it has already completed, or the sender of the reply was not called.
    mutating func remove(_ serial: UInt32, answeredBy sender: BusName?) -> Waiter? {
        guard waiters[serial]?.waiter.mayBeAnswered(by: sender) == true else { return nil }
        return remove(serial)
    }

    /// Removes the calls whose deadlines have passed.
    mutating func removeDue(at now: ContinuousClock.Instant) -> [Waiter] {
        let due = Array(deadlines.prefix { $0.due <= now })
        deadlines.removeFirst(due.count)
        return due.compactMap { deadline in
            guard let (waiter, due) = waiters[deadline.serial], due == deadline.due else {
                staleDeadlines -= 1
                return nil
            }
            waiters[deadline.serial] = nil
            return waiter
        }
    }

    /// Removes all calls.
    mutating func removeAll() -> [Waiter] {
        defer { self = ReplyTable() }
        return waiters.values.map(\.waiter)
    }

    private mutating func dropStaleDeadlines() {
        deadlines.removeAll { waiters[$0.serial]?.due != $0.due }
        staleDeadlines = 0
    }
}
