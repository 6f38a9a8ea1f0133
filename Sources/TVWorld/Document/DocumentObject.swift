import Dates

/// One object of a world document or a scenario: hands out its members, each checked. What is wrong is reported, and something that
/// would be right is handed out instead, so that the reading goes on and finds what else is wrong.
struct DocumentObject {
    /// Where it stands in the document; empty for the root.
    let path: String
    /// Where mistakes are reported.
    let problems: DocumentProblems
    private let members: [String: JSON]
    /// Whether it is no object at all, so that nothing can be said about its members.
    private let isBroken: Bool

    /// Takes an object; reports another value, and every key that it may not have.
    ///
    /// - Parameter keys: All that it may have.
    init(_ value: JSON, at path: String, keys: [String], in problems: DocumentProblems) {
        self.path = path
        self.problems = problems
        guard case .object(let members) = value else {
            problems.report(.wrongType(path, "an object", value))
            self.members = [:]
            isBroken = true
            return
        }
        for member in members where !keys.contains(member.key) {
            problems.report(.unknown(WorldDocumentError.join(path, member.key), "the key", member.key, known: keys))
        }
        self.members = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        isBroken = false
    }

    /// Returns the path of a member.
    func field(_ key: String) -> String { WorldDocumentError.join(path, key) }

    /// Whether there is such a member.
    func has(_ key: String) -> Bool { members[key] != nil }

    /// The value of a member; nil when there is none.
    subscript(key: String) -> JSON? { members[key] }

    /// The value of a member that has to be there.
    func required(_ key: String) -> JSON? {
        if members[key] == nil && !isBroken { problems.report(absence: WorldDocumentError(field(key), "is missing")) }
        return members[key]
    }

    /// Reports a member.
    func report(_ key: String, _ message: String) { problems.report(WorldDocumentError(field(key), message)) }

    /// A text that has to be there; empty when it is wrong.
    func text(_ key: String, _ rule: TextRule) -> String {
        required(key).flatMap { problems.text($0, rule, at: field(key)) } ?? ""
    }

    /// A text, or what stands for none.
    func text(_ key: String, _ rule: TextRule, default value: String) -> String { optionalText(key, rule) ?? value }

    /// A text; nil when there is none.
    func optionalText(_ key: String, _ rule: TextRule) -> String? {
        members[key].flatMap { problems.text($0, rule, at: field(key)) }
    }

    /// A text that names something else of the document; nil when it is wrong, or there is no such thing.
    func reference(_ key: String, _ rule: TextRule, to what: String, known: [String]) -> String? {
        guard let value = required(key), let text = problems.text(value, rule, at: field(key)) else { return nil }
        guard known.contains(text) else {
            problems.report(absence: .unknown(field(key), what, text, known: known))
            return nil
        }
        return text
    }

    /// A truth value.
    func flag(_ key: String, default value: Bool) -> Bool {
        guard let member = members[key] else { return value }
        guard let flag = member.bool else {
            problems.report(.wrongType(field(key), "true or false", member))
            return value
        }
        return flag
    }

    /// A whole number within bounds.
    func integer(_ key: String, in bounds: ClosedRange<Int64>, default value: Int64) -> Int64 {
        integer(key, in: bounds) ?? value
    }

    /// A whole number within bounds; nil when there is none.
    func integer(_ key: String, in bounds: ClosedRange<Int64>) -> Int64? {
        guard let member = members[key] else { return nil }
        guard let number = member.integer, bounds.contains(number) else {
            problems.report(
                .wrongType(field(key), "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)", member))
            return nil
        }
        return number
    }

    /// How long a token or an account can be valid, in seconds: from a second to a hundred years.
    static let lifetimes: ClosedRange<Int64> = 1...(100 * 31_557_600)

    /// A length of time in seconds: a number, or a text like `30d`.
    func lifetime(_ key: String, default value: Int64) -> Int64 { lifetime(key) ?? value }

    /// A length of time in seconds; nil when there is none.
    func lifetime(_ key: String) -> Int64? {
        guard let member = members[key] else { return nil }
        guard let seconds = member.integer ?? member.text.flatMap(DurationText.seconds), Self.lifetimes.contains(seconds)
        else {
            problems.report(
                .wrongType(
                    field(key), "1 second to a hundred years: seconds, or a number with s, m, h or d as in 90s, 5m, 2h, 30d",
                    member))
            return nil
        }
        return seconds
    }

    /// One of a type's values.
    func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, default value: Choice) -> Choice
    where Choice.RawValue == String {
        members[key].flatMap { problems.choice($0, at: field(key)) } ?? value
    }

    /// The elements of a list, each with its path; none when there is no such member.
    func elements(_ key: String) -> [(path: String, value: JSON)] {
        guard let member = members[key] else { return [] }
        guard case .array(let values) = member else {
            problems.report(.wrongType(field(key), "a list", member))
            return []
        }
        return values.enumerated().map { (problems.origin(of: "\(field(key))[\($0.offset)]"), $0.element) }
    }

    /// The members of an object whose keys are free, each with its path; none when there is no such member.
    func freeMembers(_ key: String) -> [(path: String, key: String, value: JSON)] {
        guard let member = members[key] else { return [] }
        guard case .object(let members) = member else {
            problems.report(.wrongType(field(key), "an object", member))
            return []
        }
        return members.map { (WorldDocumentError.join(field(key), $0.key), $0.key, $0.value) }
    }

    /// A list of texts, none of them twice.
    func texts(_ key: String, _ rule: TextRule, default value: [String] = []) -> [String] {
        guard has(key) else { return value }
        var seen: Set<String> = []
        return elements(key).compactMap { path, element in
            guard let text = problems.text(element, rule, at: path) else { return nil }
            guard seen.insert(text).inserted else {
                problems.report(WorldDocumentError(path, "\(WorldDocumentError.quoted(text)) stands there twice"))
                return nil
            }
            return text
        }
    }
}
