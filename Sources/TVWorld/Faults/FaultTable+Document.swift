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
                if case .full(let limit) = error { throw WorldDocumentError(path, "are at most \(limit)") }
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
