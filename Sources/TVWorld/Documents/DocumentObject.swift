import Dates

/// One object of a world document or a scenario. It returns its members after validating them. If a member is invalid, it reports
/// the problem and returns a valid value instead, so that reading continues and finds further problems.
struct DocumentObject {
    /// The path in the document; empty for the root.
    let path: String
    /// The collection of the problems.
    let problems: DocumentProblems
    private let members: [String: JSON]
    /// The keys that the document spells with their former names.
    private let formerNames: [String: String]
    /// Whether the value is not an object, so that its members cannot be checked.
    private let isBroken: Bool

    /// Creates a reader for an object; reports a value of another type, and every unknown key.
    ///
    /// - Parameters:
    ///   - keys: The accepted keys.
    ///   - renamed: The keys that may also have their former names.
    init(_ value: JSON, at path: String, keys: [String], renamed: [RenamedKey] = [], in problems: DocumentProblems) {
        self.path = path
        self.problems = problems
        guard case .object(let members) = value else {
            problems.report(.wrongType(path, "an object", value))
            self.members = [:]
            formerNames = [:]
            isBroken = true
            return
        }
        for member in members where !keys.contains(member.key) && !renamed.contains(where: { $0.former == member.key }) {
            problems.report(.unknown(WorldDocumentError.join(path, member.key), "the key", member.key, known: keys))
        }
        var values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        var formerNames: [String: String] = [:]
        for key in renamed {
            guard let value = values.removeValue(forKey: key.former) else { continue }
            if values[key.name] != nil {
                problems.report(WorldDocumentError(WorldDocumentError.join(path, key.former), key.conflict))
            } else {
                values[key.name] = value
                formerNames[key.name] = key.former
            }
        }
        self.members = values
        self.formerNames = formerNames
        isBroken = false
    }

    /// Returns the path of a member, as the document spells it.
    func field(_ key: String) -> String { WorldDocumentError.join(path, formerNames[key] ?? key) }

    func has(_ key: String) -> Bool { members[key] != nil }

    /// The value of a member; nil if it is missing.
    subscript(key: String) -> JSON? { members[key] }

    func required(_ key: String) -> JSON? {
        if members[key] == nil && !isBroken { problems.report(absence: WorldDocumentError(field(key), "is missing")) }
        return members[key]
    }

    /// Reports a `schema` that is missing or another one.
    func require(schema: String) {
        guard let value = required("schema"), value.text != schema else { return }
        problems.report(.wrongType("schema", WorldDocumentError.quoted(schema), value))
    }

    func report(_ key: String, _ message: String) { problems.report(WorldDocumentError(field(key), message)) }

    /// Returns a required string; empty if it is invalid.
    func text(_ key: String, _ rule: TextRule) -> String {
        required(key).flatMap { problems.text($0, rule, at: field(key)) } ?? ""
    }

    func text(_ key: String, _ rule: TextRule, default value: String) -> String { optionalText(key, rule) ?? value }

    /// Returns a string; nil if it is missing.
    func optionalText(_ key: String, _ rule: TextRule) -> String? {
        members[key].flatMap { problems.text($0, rule, at: field(key)) }
    }

    /// Returns a string that refers to another element of the document; nil if it is invalid, or there is no such element.
    func reference(_ key: String, _ rule: TextRule, to what: String, known: [String]) -> String? {
        guard let value = required(key), let text = problems.text(value, rule, at: field(key)) else { return nil }
        guard known.contains(text) else {
            problems.report(dangling: .unknown(field(key), what, text, known: known))
            return nil
        }
        return text
    }

    func flag(_ key: String, default standard: Bool) -> Bool { value(key, "true or false", \.bool) ?? standard }

    /// Returns an integer within bounds; nil if it is missing.
    func integer(_ key: String, in bounds: ClosedRange<Int64>) -> Int64? {
        value(key, "a whole number from \(bounds.inWords)") { json in
            json.integer.flatMap { bounds.contains($0) ? $0 : nil }
        }
    }

    /// Returns a duration in seconds, a number or a string like `30d`; nil if it is missing.
    func lifetime(_ key: String) -> Int64? {
        value(key, "1 second to a hundred years: seconds, or a number with s, m, h or d as in 90s, 5m, 2h, 30d") { json in
            (json.integer ?? json.text.flatMap(DurationText.seconds)).flatMap { Lifetime.accepted.contains($0) ? $0 : nil }
        }
    }

    /// Returns a duration with its unit, in milliseconds; nil if it is missing.
    func duration(_ key: String, in bounds: ClosedRange<Int64>) -> Int64? {
        duration(key, in: bounds, step: 1, "ms, s, m, h or d, as in 800ms, 90s, 5m, 2h, 30d")
    }

    /// Returns a duration of whole seconds with its unit; nil if it is missing.
    func seconds(_ key: String, in bounds: ClosedRange<Int64>) -> Int64? {
        let milliseconds = bounds.lowerBound * 1_000...bounds.upperBound * 1_000
        return duration(key, in: milliseconds, step: 1_000, "s, m, h or d, as in 90s, 5m, 2h, 30d").map { $0 / 1_000 }
    }

    private func duration(_ key: String, in bounds: ClosedRange<Int64>, step: Int64, _ units: String) -> Int64? {
        let range =
            "\(DurationText.text(milliseconds: bounds.lowerBound)) to \(DurationText.text(milliseconds: bounds.upperBound))"
        return value(key, "\(range): a number with \(units)") { json in
            let length = json.integer == 0 ? 0 : json.text.flatMap(DurationText.milliseconds)
            return length.flatMap { bounds.contains($0) && $0 % step == 0 ? $0 : nil }
        }
    }

    /// Returns what is read from a member; nil if it is missing, or, with a report of what it takes, if it cannot be read.
    func value<Value>(_ key: String, _ accepted: @autoclosure () -> String, _ read: (JSON) -> Value?) -> Value? {
        guard let member = members[key] else { return nil }
        guard let value = read(member) else {
            problems.report(.wrongType(field(key), accepted(), member))
            return nil
        }
        return value
    }

    /// Returns one of a type's values.
    func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, default value: Choice) -> Choice
    where Choice.RawValue == String {
        members[key].flatMap { problems.choice($0, at: field(key)) } ?? value
    }

    /// Returns a list of unique values of a type.
    func choices<Choice: RawRepresentable & CaseIterable>(_ key: String, default value: [Choice]) -> [Choice]
    where Choice.RawValue == String {
        has(key) ? unique(key, \.rawValue, by: \.rawValue) { problems.choice($0, at: $1) } : value
    }

    /// Reports a list of a type's values that is empty.
    func requireElement<Choice: RawRepresentable & CaseIterable>(_ key: String, of type: Choice.Type)
    where Choice.RawValue == String {
        guard members[key] == .array([]) else { return }
        report(key, "takes at least one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    /// Returns a list of unique strings.
    ///
    /// - Parameter ignoringCase: Whether strings that differ only by case are the same.
    func texts(
        _ key: String, _ rule: TextRule, default value: [String] = [], ignoringCase: Bool = false
    ) -> [String] {
        func identity(_ text: String) -> String { ignoringCase ? text.lowercased() : text }
        return has(key) ? unique(key, WorldDocumentError.quoted, by: identity) { problems.text($0, rule, at: $1) } : value
    }

    /// Returns the elements of a list as values; reports those with the same identity as an earlier one.
    private func unique<Value>(
        _ key: String, _ name: (Value) -> String, by identity: (Value) -> String, _ read: (JSON, String) -> Value?
    ) -> [Value] {
        var seen: Set<String> = []
        return elements(key).compactMap { path, element in
            guard let value = read(element, path) else { return nil }
            guard seen.insert(identity(value)).inserted else {
                problems.report(WorldDocumentError(path, "\(name(value)) is repeated"))
                return nil
            }
            return value
        }
    }

    /// Returns the object that is the value of a member; nil if the member is missing.
    func object(_ key: String, keys: [String]) -> DocumentObject? {
        members[key].map { DocumentObject($0, at: problems.origin(of: field(key)), keys: keys, in: problems) }
    }

    /// Returns what a closure makes of each object of a list, together with its path.
    func read<Element>(
        _ key: String, keys: [String], renamed: [RenamedKey] = [], _ make: (DocumentObject) -> Element?
    ) -> [(path: String, value: Element?)] {
        elements(key).map { path, value in
            (path, make(DocumentObject(value, at: path, keys: keys, renamed: renamed, in: problems)))
        }
    }

    /// Returns the elements of a list, each with its path; empty if the member is missing.
    func elements(_ key: String) -> [(path: String, value: JSON)] {
        let values = value(key, "a list") { json -> [JSON]? in if case .array(let values) = json { values } else { nil } }
        if values == nil, has(key), path.isEmpty { problems.hasUnreadableList = true }
        return (values ?? []).enumerated().map { (problems.origin(of: "\(field(key))[\($0.offset)]"), $0.element) }
    }

    /// Returns the members of an object with arbitrary keys, each with its path; empty if the member is missing.
    func freeMembers(_ key: String) -> [(path: String, key: String, value: JSON)] {
        let members = value(key, "an object") { json -> [JSON.Member]? in
            if case .object(let members) = json { members } else { nil }
        }
        return (members ?? []).map { (WorldDocumentError.join(field(key), $0.key), $0.key, $0.value) }
    }
}

extension ClosedRange where Bound: BinaryInteger {
    /// The limits in words: `1 to 1000`.
    package var inWords: String { "\(lowerBound) to \(upperBound)" }
}
