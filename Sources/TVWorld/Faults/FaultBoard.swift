/// The faults of one daemon, and the calls that they delay. Pure: times are passed in, and a waiting caller is identified by a
/// ticket. The daemons use it through ``SharedFaultBoard``.
struct FaultBoard: Sendable {
    /// A waiting call.
    struct Wait: Sendable, Equatable {
        /// The fault's name.
        var fault: String
        /// The place where the fault took effect.
        var point: FaultPoint
        /// Whether only a release or the end of the fault ends the wait.
        var isHanging: Bool
    }

    let side: FaultPoint.Side
    /// The faults with their counts.
    private(set) var table = FaultTable()
    /// The waiting calls, by their tickets.
    private(set) var waits: [UInt64: Wait] = [:]
    private var random = SeededGenerator(seed: nil)
    private var lastName = 0
    private var lastTicket: UInt64 = 0

    /// The maximum number of waiting calls at the service; any further call proceeds at once.
    static let waitLimit = 1_024

    init(side: FaultPoint.Side) {
        self.side = side
    }

    /// Adds a fault; one without a name receives a name that no other fault of either daemon has. At the device, adding an
    /// existing fault has no effect.
    ///
    /// - Parameter now: Milliseconds of the daemon's clock.
    /// - Returns: The fault, and whether it is new.
    /// - Throws: ``FaultProblem``
    mutating func add(_ record: FaultRecord, now: Int64) throws(FaultProblem) -> (fault: Fault, isNew: Bool) {
        var record = record
        if record.id.isEmpty { record.id = freeName() }
        let fault = try Fault(record, at: side)
        if side == .device, table[fault.id] == fault { return (fault, false) }
        try table.add(fault, now: now)
        return (fault, true)
    }

    /// Returns a name. The device never reuses one; the service reuses those of removed faults.
    private mutating func freeName() -> String {
        if side == .service { lastName = 0 }
        repeat { lastName += 1 } while table["\(side.rawValue)-fault-\(lastName)"] != nil
        return "\(side.rawValue)-fault-\(lastName)"
    }

    /// Decides what happens to a call; nil if it is not affected.
    ///
    /// - Parameters:
    ///   - names: The possible identifiers of the app; the first one that a fault names is used.
    ///   - includingEverywhere: Whether faults at every point also take effect here.
    mutating func strike(
        at point: FaultPoint, names: [String], now: Int64, includingEverywhere: Bool
    ) -> FaultTable.Strike? {
        let named = Set(table.entries.compactMap(\.fault.application))
        var random = random
        defer { self.random = random }
        return table.strike(
            at: point, application: names.first { named.contains($0) }, now: now, includingEverywhere: includingEverywhere
        ) { Int64.random(in: 0...max(0, $0), using: &random) }
    }

    /// Makes a call wait; nil if it proceeds at once because its fault was removed, or because too many calls are waiting.
    mutating func wait(on fault: String, at point: FaultPoint, isHanging: Bool) -> UInt64? {
        guard table[fault] != nil, side == .device || waits.count < Self.waitLimit else { return nil }
        lastTicket += 1
        waits[lastTicket] = Wait(fault: fault, point: point, isHanging: isHanging)
        return lastTicket
    }

    /// Ends the wait of a call; false if it had already ended.
    mutating func end(_ ticket: UInt64) -> Bool { waits.removeValue(forKey: ticket) != nil }

    /// Releases the calls that hang because of a fault, or at a point; nil if the fault does not exist. At the device, a point
    /// also includes calls there that a fault at every point affected.
    ///
    /// - Returns: The first matching fault, and the tickets of the calls.
    mutating func release(_ name: String) -> (fault: Fault?, tickets: [UInt64])? {
        let (side, point) = (side, FaultPoint(named: name))
        let meant = table.entries.map(\.fault).filter { $0.id == name || $0.point == point }
        let tickets = end { wait in
            wait.isHanging && (side == .device && wait.point == point || meant.contains { $0.id == wait.fault })
        }
        return meant.isEmpty && tickets.isEmpty ? nil : (meant.first, tickets)
    }

    /// Removes the fault with a name, or all faults if it is nil.
    ///
    /// - Returns: The removed faults, and the tickets of the calls that proceed.
    mutating func remove(_ id: String?) -> (faults: [Fault], tickets: [UInt64]) {
        let removed = table.remove { id == nil || $0.id == id }
        return (removed, end { wait in removed.contains { $0.id == wait.fault } })
    }

    /// Replaces all faults, and restarts the random numbers.
    ///
    /// - Parameter seed: Makes the jitter reproducible; nil for random jitter.
    /// - Returns: The removed faults, and the tickets of the calls that proceed.
    mutating func replace(by table: FaultTable, seed: UInt64?) -> (faults: [Fault], tickets: [UInt64]) {
        let removed = remove(nil)
        self.table = table
        random = SeededGenerator(seed: seed)
        return removed
    }

    /// Adopts the faults of the service's other nodes, with their counts.
    ///
    /// - Returns: The tickets of the calls that proceed because their fault was removed.
    mutating func adopt(_ table: FaultTable) -> [UInt64] {
        self.table = table
        return end { table[$0.fault] == nil }
    }

    /// Returns the faults with their counts, the oldest first. At the device, calls that a fault delays also count as waiting.
    func records(now: Int64) -> [FaultRecord] {
        table.entries.map { entry in
            var record = FaultRecord(entry.fault)
            (record.seen, record.struck) = (Int64(entry.seen), Int64(entry.struck))
            record.waiting = Int64(waits.values.count { $0.fault == record.id && (side == .device || $0.isHanging) })
            record.usedUp = entry.isUsedUp(now: now)
            return record
        }
    }

    private mutating func end(where isMeant: (Wait) -> Bool) -> [UInt64] {
        let tickets = waits.filter { isMeant($0.value) }.keys.sorted()
        for ticket in tickets { waits[ticket] = nil }
        return tickets
    }
}
