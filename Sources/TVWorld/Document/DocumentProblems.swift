/// What is wrong with a document: gathered while it is read, all of it, in the order of reading.
final class DocumentProblems {
    /// The mistakes.
    private(set) var errors: [WorldDocumentError] = []
    /// Where the elements of a list came from that was put together of several documents, by their paths in it.
    private let origins: [String: String]
    /// Whether the document is a part of one that nobody knows, so that what it lacks may be there.
    private let isPart: Bool

    /// The most mistakes that are told; nobody mends more at a time.
    static let limit = 1_000

    /// Nothing is wrong yet.
    init(origins: [String: String] = [:], isPart: Bool = false) {
        self.origins = origins
        self.isPart = isPart
    }

    /// Takes note of a mistake. One too many is not made at all: to find the name nearest to a wrong one takes longer than to read it.
    func report(_ error: @autoclosure () -> WorldDocumentError) {
        if errors.count < Self.limit { errors.append(error()) }
    }

    /// Takes note of what the document lacks, or names without having it.
    func report(absence error: @autoclosure () -> WorldDocumentError) {
        if !isPart { report(error()) }
    }

    /// Where an element really stands.
    func origin(of path: String) -> String { origins[path] ?? path }

    /// A text that keeps to a rule; nil and a report when it does not.
    func text(_ value: JSON, _ rule: TextRule, at path: String) -> String? {
        guard let text = value.text, rule.accepts(text) else {
            report(.wrongType(path, rule.accepted, value))
            return nil
        }
        return text
    }

    /// One of a type's values; nil and a report when it is none.
    func choice<Choice: RawRepresentable & CaseIterable>(_ value: JSON, at path: String) -> Choice?
    where Choice.RawValue == String {
        let known = Choice.allCases.map(\.rawValue)
        guard let text = value.text else {
            report(.wrongType(path, known.map(WorldDocumentError.quoted).joined(separator: ", "), value))
            return nil
        }
        guard let choice = Choice(rawValue: text) else {
            report(.unknown(path, "the value", text, known: known))
            return nil
        }
        return choice
    }

    /// Reports what has the same key as an element before it.
    func requireUnique<Key: Hashable>(_ keys: [(path: String, key: Key)], _ member: String) {
        var first: [Key: String] = [:]
        for (path, key) in keys {
            if let other = first[key] {
                report(WorldDocumentError("\(path).\(member)", "is the same as that of \(other)"))
            } else {
                first[key] = path
            }
        }
    }
}
