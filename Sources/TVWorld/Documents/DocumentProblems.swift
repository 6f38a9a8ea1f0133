/// All problems with a document, collected in the order of reading.
final class DocumentProblems {
    private(set) var errors: [WorldDocumentError] = []
    /// The origins of the parts of a merged document, by their paths in it.
    private let origins: [String: String]
    /// Whether the document is part of an unknown one, which may define what this part lacks.
    private let isPart: Bool
    /// Whether a list of elements cannot be read, so that references to them cannot be checked.
    var hasUnreadableList = false
    /// Whether the document was stored, and may be one that only an earlier version accepted.
    let isStored: Bool

    /// The maximum number of problems to report.
    static let limit = 1_000

    /// Creates an empty collection.
    init(origins: [String: String] = [:], isPart: Bool = false, isStored: Bool = false) {
        self.origins = origins
        self.isPart = isPart
        self.isStored = isStored
    }

    /// Records a problem. Beyond the limit the error is not even created, because finding the nearest name takes longer than
    /// reading.
    func report(_ error: @autoclosure () -> WorldDocumentError) {
        if errors.count < Self.limit { errors.append(error()) }
    }

    /// Records a missing member.
    func report(absence error: @autoclosure () -> WorldDocumentError) {
        if !isPart { report(error()) }
    }

    /// Records a reference to an element that does not exist.
    func report(dangling error: @autoclosure () -> WorldDocumentError) {
        if !isPart && !hasUnreadableList { report(error()) }
    }

    /// Returns the original path of an element or object.
    func origin(of path: String) -> String { origins[path] ?? path }

    /// Returns a string that conforms to a rule; nil, with a report, if it does not.
    func text(_ value: JSON, _ rule: TextRule, at path: String) -> String? {
        guard let text = value.text, rule.accepts(text) else {
            report(.wrongType(path, rule.accepted, value))
            return nil
        }
        return text
    }

    /// Returns one of a type's values; nil, with a report, for any other value.
    func choice<Choice: RawRepresentable & CaseIterable>(_ value: JSON, at path: String) -> Choice?
    where Choice.RawValue == String {
        choice(value, at: path, known: { _ in Choice.allCases.map(\.rawValue) }, Choice.init(rawValue:))
    }

    /// Returns the place of a fault; nil, with a report, for any other value.
    func point(_ value: JSON, at path: String) -> FaultPoint? {
        choice(value, at: path, known: FaultPoint.names(near:), FaultPoint.init(named:))
    }

    private func choice<Choice>(
        _ value: JSON, at path: String, known: (String) -> [String], _ find: (String) -> Choice?
    ) -> Choice? {
        guard let text = value.text else {
            report(.wrongType(path, known("").map(WorldDocumentError.quoted).joined(separator: ", "), value))
            return nil
        }
        guard let choice = find(text) else {
            report(.unknown(path, "the value", text, known: known(text)))
            return nil
        }
        return choice
    }

    /// Reports elements that have the same key as an earlier one. Those without a key have been reported already.
    func requireUnique<Element, Key: Hashable>(
        _ elements: [(path: String, value: Element?)], _ member: String, by key: (Element) -> Key?
    ) {
        var first: [Key: String] = [:]
        for (path, value) in elements {
            guard let key = value.flatMap(key) else { continue }
            if let other = first[key] {
                report(WorldDocumentError("\(path).\(member)", "is the same as that of \(other)"))
            } else {
                first[key] = path
            }
        }
    }
}
