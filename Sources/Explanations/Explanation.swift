/// The meaning of a code that one of the programs or libraries prints.
package struct Explanation: Sendable, Equatable {
    /// The code as it is printed: `VSA404`.
    package let code: String
    /// A property of the code within its group: the level of a status, the action of an enhanced error.
    package let property: String?
    /// The meaning, in one sentence.
    package fileprivate(set) var meaning = ""
    /// Its causes in the simulator.
    package fileprivate(set) var cause = ""
    /// The recommended action for the app or its developer.
    package fileprivate(set) var action = ""
    /// A command that produces it.
    package fileprivate(set) var command: String?
    /// Other spellings, and the codes that a pattern such as `CFG5xx` stands for.
    package fileprivate(set) var otherCodes: [String] = []
    /// The code that the command shows, if it is not ``code``.
    package fileprivate(set) var shownCode: String?
}

/// The codes of one kind.
package struct ExplanationGroup: Sendable, Equatable {
    /// The heading.
    package fileprivate(set) var title = ""
    /// The places where the codes appear.
    package fileprivate(set) var introduction = ""
    /// The codes in their usual order.
    package fileprivate(set) var explanations: [Explanation] = []
    /// Lines of the file that were not understood. A test ensures that there are none.
    package fileprivate(set) var unreadLines: [String] = []
}

extension ExplanationGroup {
    /// Reads a file of `Resources/codes`, as `scripts/code-docs` does.
    ///
    /// A line beginning with `#` is the title; the next line is the introduction. `app PROPERTY:` and `try:` before the first
    /// code apply to the codes that have none of their own, with `{code}` replaced by the code. A code and its property,
    /// separated by ` | `, begin an explanation; the indented lines below it are its meaning and its fields.
    init(_ text: String) {
        var actions: [String: String] = [:]
        var command: String?
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# ") {
                title = String(line.dropFirst(2))
            } else if introduction.isEmpty {
                introduction = String(line)
            } else if line.hasPrefix("  "), !explanations.isEmpty {
                if !explanations[explanations.count - 1].take(line.dropFirst(2)) { unreadLines.append(String(line)) }
            } else if explanations.isEmpty, line.hasPrefix("app "), let colon = line.firstIndex(of: ":") {
                actions[String(line[..<colon].dropFirst(4))] = String(line[colon...].dropFirst(2))
            } else if explanations.isEmpty, line.hasPrefix("try: ") {
                command = String(line.dropFirst(5))
            } else {
                explanations.append(Explanation(line))
            }
        }
        for index in explanations.indices { explanations[index].complete(actions, command) }
    }
}

extension Explanation {
    fileprivate init(_ line: Substring) {
        let end = line.firstIndex(of: "|") ?? line.endIndex
        let isWhole = end == line.endIndex
        code = String(isWhole ? line : line[..<line.index(before: end)])
        property = isWhole ? nil : String(line[end...].dropFirst(2))
    }

    /// Reads a line: the meaning, or a field. Returns false for any other line.
    fileprivate mutating func take(_ line: Substring) -> Bool {
        guard !meaning.isEmpty else {
            meaning = String(line)
            return true
        }
        guard let colon = line.firstIndex(of: ":") else { return false }
        let value = String(line[colon...].dropFirst(2))
        switch line[..<colon] {
        case "cause": cause = value
        case "app": action = value
        case "try": command = value
        case "also": otherCodes = value.split(separator: " ").map(String.init)
        case "shows": shownCode = value
        default: return false
        }
        return true
    }

    /// Adds the fields that the group defines for all its codes.
    fileprivate mutating func complete(_ actions: [String: String], _ common: String?) {
        if action.isEmpty { action = property.flatMap { actions[$0] } ?? "" }
        guard command == nil, let common else { return }
        let parts = common.split(separator: "{", maxSplits: 1)
        command = parts.count == 2 ? parts[0] + code + parts[1].drop { $0 != "}" }.dropFirst() : common
    }
}
