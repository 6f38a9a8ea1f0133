/// The faults of one daemon, and how often each took effect. Pure: times and random numbers are passed in.
public struct FaultTable: Sendable, Equatable, Codable {
    /// A fault, including one that is used up.
    public struct Entry: Sendable, Equatable, Codable {
        /// The fault.
        public let fault: Fault
        /// The time at which it was added, in milliseconds of the daemon's clock.
        public let addedAt: Int64
        /// The number of matching calls.
        public fileprivate(set) var seen = 0
        /// The number of affected calls.
        public fileprivate(set) var struck = 0

        /// Returns whether it can no longer take effect.
        func isUsedUp(now: Int64) -> Bool {
            if let times = fault.times, struck >= times { return true }
            guard let duration = fault.duration else { return false }
            return now - addedAt >= (fault.from + duration) * 1_000
        }

        fileprivate func isDue(now: Int64) -> Bool {
            !isUsedUp(now: now) && seen > fault.after && now - addedAt >= fault.from * 1_000 && isDrawn
        }

        /// Whether the current call is among the percentage that is affected.
        private var isDrawn: Bool {
            guard let percent = fault.percent else { return true }
            // FNV-1a
            let name = fault.id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            var generator = SeededGenerator(seed: name &+ UInt64(seen))
            return Int.random(in: 1...100, using: &generator) <= percent
        }

        fileprivate func fits(_ point: FaultPoint, _ application: String?, _ everywhere: Bool) -> Bool {
            (fault.point == point || everywhere && fault.point == point.every)
                && (fault.application == nil || fault.application == application)
        }
    }

    /// The effect of a fault on one call.
    public struct Strike: Sendable, Equatable {
        /// The fault's name.
        public var id: String
        /// The effect.
        public var effect: Fault.Effect
        /// The delay of the response in milliseconds, including jitter.
        public var delay: Int64
        /// The bytes of the response's body to send per second; nil for no limit.
        public var bandwidth: Int64?

        /// Creates a strike.
        public init(id: String, effect: Fault.Effect, delay: Int64, bandwidth: Int64? = nil) {
            self.id = id
            self.effect = effect
            self.delay = delay
            self.bandwidth = bandwidth
        }
    }

    /// The maximum number of faults of a daemon.
    public static let limit = 256

    /// The faults, the oldest first.
    public private(set) var entries: [Entry] = []

    /// Creates an empty table.
    public init() {}

    /// Whether there is no fault, so that no further checks are needed.
    public var isEmpty: Bool { entries.isEmpty }

    /// The fault with a name.
    public subscript(id: String) -> Fault? { entries.first { $0.fault.id == id }?.fault }

    /// Returns the faults that can still take effect: those of a scenario that describes the current state.
    public func remaining(now: Int64) -> [Fault] { entries.filter { !$0.isUsedUp(now: now) }.map(\.fault) }

    /// Adds a fault after the others.
    ///
    /// - Parameter now: Milliseconds of the daemon's clock.
    /// - Throws: ``FaultProblem``
    public mutating func add(_ fault: Fault, now: Int64) throws(FaultProblem) {
        guard self[fault.id] == nil else { throw .duplicate(fault.id) }
        guard entries.count < Self.limit else { throw .full(limit: Self.limit) }
        entries.append(Entry(fault: fault, addedAt: now))
    }

    /// Restores a fault with its counts.
    ///
    /// - Throws: ``FaultProblem``
    public mutating func restore(_ fault: Fault, addedAt: Int64, seen: Int, struck: Int) throws(FaultProblem) {
        try add(fault, now: addedAt)
        entries[entries.count - 1].seen = seen
        entries[entries.count - 1].struck = struck
    }

    /// Removes and returns the faults for which a condition holds.
    public mutating func remove(where isMeant: (Fault) -> Bool) -> [Fault] {
        let removed = entries.map(\.fault).filter(isMeant)
        entries.removeAll { isMeant($0.fault) }
        return removed
    }

    /// Returns the effect on a call: the first fault in order that is due takes effect; every matching fault counts the call.
    ///
    /// - Parameters:
    ///   - now: Milliseconds of the daemon's clock.
    ///   - includingEverywhere: Whether faults at every point also take effect here; false at a second point of the same call.
    ///   - jitter: Returns a random number from 0 to the given number, inclusive.
    public mutating func strike(
        at point: FaultPoint, application: String?, now: Int64, includingEverywhere: Bool = true, jitter: (Int64) -> Int64
    ) -> Strike? {
        var strike: Strike?
        for index in entries.indices where entries[index].fits(point, application, includingEverywhere) {
            entries[index].seen += 1
            guard strike == nil, entries[index].isDue(now: now) else { continue }
            entries[index].struck += 1
            let fault = entries[index].fault
            strike = Strike(
                id: fault.id, effect: fault.effect, delay: fault.delay + (fault.jitter > 0 ? jitter(fault.jitter) : 0),
                bandwidth: fault.bandwidth)
        }
        return strike
    }
}

/// Faults with their effects so far, as in a snapshot: the keys of a scenario's `faults` and the counts.
extension FaultTable {
    /// The accepted number of calls that a fault has seen; counting can continue from there.
    public static let counts: ClosedRange<Int64> = 0...1_000_000_000_000

    /// The members that are stored in addition to the fault itself.
    private static let countKeys = ["added-at", "seen", "struck"]

    /// Reads the format of ``document``.
    ///
    /// - Parameter path: The path of the list, for error messages.
    /// - Throws: `WorldDocumentError` for the first mistake.
    public init(document value: JSON, at path: String) throws(WorldDocumentError) {
        self.init()
        guard case .array(let elements) = value else { throw .wrongType(path, "a list", value) }
        for (index, element) in elements.enumerated() {
            let place = "\(path)[\(index)]"
            let problems = DocumentProblems()
            let counts = DocumentObject(Self.members(of: element, areCounts: true), at: place, keys: Self.countKeys, in: problems)
            let fault = Fault(Self.members(of: element, areCounts: false), at: place, number: index + 1, in: problems)
            let addedAt = counts.integer("added-at", in: ClockSetting.representable) ?? 0
            let seen = counts.integer("seen", in: Self.counts) ?? 0
            let struck = counts.integer("struck", in: 0...seen) ?? 0
            if let first = problems.errors.first { throw first }
            guard let fault else { continue }
            do throws(FaultProblem) { try restore(fault, addedAt: addedAt, seen: Int(seen), struck: Int(struck)) } catch {
                if case .full(let limit) = error { throw WorldDocumentError(path, "takes at most \(limit)") }
                throw WorldDocumentError("\(place).id", "another fault is called \(fault.id)")
            }
        }
    }

    /// A list with an object for each fault, the oldest first.
    public var document: JSON {
        .array(
            entries.map { entry in
                guard case .object(let members) = entry.fault.document else { return .null }
                return .object(
                    members + [
                        .init("added-at", .integer(entry.addedAt)), .init("seen", .integer(entry.seen)),
                        .init("struck", .integer(entry.struck)),
                    ])
            })
    }

    /// Returns the counts of an element, or all other members.
    private static func members(of element: JSON, areCounts: Bool) -> JSON {
        guard case .object(let members) = element else { return areCounts ? .object([]) : element }
        return .object(members.filter { countKeys.contains($0.key) == areCounts })
    }
}
