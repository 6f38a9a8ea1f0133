/// The search for the intended name of a misspelled one.
public enum NearestName {
    /// Returns the known name nearest to `name`, if it is near enough for a typing error; ties go to the first in order. An empty
    /// name is none: any name of two letters would be near enough.
    public static func find(_ name: String, in known: [String]) -> String? {
        if name.isEmpty { return nil }
        let wanted = Array(name.lowercased())
        func limit(_ other: Int) -> Int { max(2, max(wanted.count, other) / 3) }
        var best: (name: String, distance: Int)?
        for candidate in known.sorted() {
            let letters = Array(candidate.lowercased())
            // The distance is at least the difference of the lengths; comparing a long text of a caller would take seconds.
            guard abs(wanted.count - letters.count) <= limit(letters.count) else { continue }
            let distance = distance(wanted, letters)
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best.flatMap { $0.distance <= limit($0.name.count) ? $0.name : nil }
    }

    /// Returns a remark for an unknown name: the nearest name, or else the known names, at most a dozen.
    public static func remark(on name: String, known: [String]) -> String {
        if let nearest = find(name, in: known) { return "did you mean \(nearest)?" }
        let names = known.prefix(12).joined(separator: ", ")
        return "there are: \(known.isEmpty ? "none" : names)" + (known.count > 12 ? " and \(known.count - 12) more" : "")
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
    public static func distance(_ first: [Character], _ second: [Character]) -> Int {
        if first.isEmpty || second.isEmpty { return max(first.count, second.count) }
        var beforePrevious: [Int] = []
        var previous = Array(0...second.count)
        for row in 1...first.count {
            var current = [row]
            for column in 1...second.count {
                let isSame = first[row - 1] == second[column - 1]
                var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
                    best = min(best, beforePrevious[column - 2] + 1)
                }
                current.append(best)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[second.count]
    }
}
