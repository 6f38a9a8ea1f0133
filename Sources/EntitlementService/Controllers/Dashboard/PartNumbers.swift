/// The numbers of the parts of a page that change by themselves, as in `command1.console17.device3`. They increase with every
/// change.
struct PartNumbers: Sendable, CustomStringConvertible {
    private var numbers: [String: Int64] = [:]

    init(_ numbers: [String: Int64]) { self.numbers = numbers }

    /// Parses the numbers that a page shows; nil if the text is invalid.
    init?(_ text: String) {
        for part in text.split(separator: ".", maxSplits: 8, omittingEmptySubsequences: false) {
            let name = part.prefix { $0.isLetter }
            guard !name.isEmpty, let number = Int64(part.dropFirst(name.count)) else { return nil }
            numbers[String(name)] = number
        }
    }

    /// Returns the events that report the parts whose numbers differ from those that a page shows; nil if none do.
    func events(since shown: PartNumbers) -> String? {
        let changes = numbers.filter { shown.numbers[$0.key] != $0.value }.sorted { $0.key < $1.key }
        guard !changes.isEmpty else { return nil }
        // Last, so that a page that received only some of the events receives the others when it reconnects.
        return changes.map { "event: \($0.key)\ndata: \($0.value)\n\n" }.joined() + "id: \(self)\n\n"
    }

    var description: String { numbers.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }.joined(separator: ".") }
}
