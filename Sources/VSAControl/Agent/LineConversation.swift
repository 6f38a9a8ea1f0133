import Administration
import Foundation

/// A prompt as a conversation in lines, for pipes and simple terminals: lines in, lines out. Pure.
struct LineConversation: Sendable, Equatable {
    /// The next action.
    struct Turn: Sendable, Equatable {
        /// The text to write first.
        var lines: [String] = []
        /// How it goes on.
        var step: Step
    }

    /// How it goes on.
    enum Step: Sendable, Equatable {
        /// Write the prompt and read a line; a hidden one is not shown while it is typed.
        case read(prompt: String, isHidden: Bool = false)
        /// The prompt is answered.
        case answer(AgentAnswer)
    }

    private enum State: Sendable, Equatable {
        case choice
        case picker(ProviderChoice)
        case username(prefilled: String?)
        case password(username: String)
    }

    private let question: AgentQuestion
    private var state: State

    /// How many rows of a long list are written at once.
    private static let longestList = 30

    init(_ question: AgentQuestion) {
        self.question = question
        state =
            switch question.subject {
            case .access, .autoSignIn: .choice
            case .picker(let picker): .picker(ProviderChoice(picker, applicationName: question.applicationName))
            case .signIn(let form): .username(prefilled: form.username)
            }
    }

    /// The question itself.
    func begin() -> Turn {
        let text = QuestionText(question)
        var lines = [text.title] + text.details.map { "  " + $0 }
        if let error = text.error { lines.append("  " + error) }
        switch state {
        case .choice: lines += ["  1  Allow", "  2  Don't Allow"]
        case .picker(let choice): lines += Self.list(choice, choice.rows.indices.map { $0 })
        case .username, .password: break
        }
        return Turn(lines: lines, step: ask)
    }

    /// Takes a line without its end.
    mutating func take(_ line: String) -> Turn {
        let text = line.trimmingCharacters(in: .whitespaces)
        switch state {
        case .choice: return takeChoice(text)
        case .picker(let choice): return Self.takeProvider(text, choice) ?? again("Give a number or a part of a name.")
        case .username(let prefilled):
            if text.lowercased() == "cancel" { return Turn(step: .answer(.cancelled)) }
            guard let username = Optional(text).nonEmpty ?? prefilled.nonEmpty else { return again("Type your user name.") }
            state = .password(username: username)
            return Turn(step: ask)
        case .password(let username):
            // Blanks may belong to a password.
            return Turn(step: .answer(.credentials(username: username, password: line)))
        }
    }

    private var ask: Step {
        switch state {
        case .choice: .read(prompt: "1, 2 or dismiss: ")
        case .picker: Self.pickerAsk
        case .username(let prefilled):
            .read(prompt: prefilled.nonEmpty.map { "User name [\(SafeText.line($0))] or cancel: " } ?? "User name or cancel: ")
        case .password: .read(prompt: "Password: ", isHidden: true)
        }
    }

    private func again(_ remark: String) -> Turn { Turn(lines: [remark], step: ask) }

    private func takeChoice(_ text: String) -> Turn {
        switch text.lowercased() {
        case "1", "allow", "granted", "y", "yes": Turn(step: .answer(.granted))
        case "2", "don't allow", "deny", "denied", "n", "no": Turn(step: .answer(.denied))
        case "dismiss", "cancel": Turn(step: .answer(.dismissed))
        default: again("Type 1 to allow, 2 not to, or dismiss.")
        }
    }

    private static func takeProvider(_ text: String, _ choice: ProviderChoice) -> Turn? {
        if text.isEmpty { return nil }
        if let index = choice.named(text) { return Turn(step: .answer(choice.rows[index].answer)) }
        if text.lowercased() == "cancel" { return Turn(step: .answer(.cancelled)) }
        let found = choice.matching(text).filter(choice.isFound)
        if found.count == 1 {
            let row = choice.rows[found[0]]
            return Turn(lines: ["  \(row.title)"], step: .answer(row.answer))
        }
        if found.isEmpty { return Turn(lines: ["No TV provider was found."], step: LineConversation.pickerAsk) }
        return Turn(lines: list(choice, found), step: LineConversation.pickerAsk)
    }

    private static let pickerAsk = Step.read(prompt: "Number, name or cancel: ")

    private static func list(_ choice: ProviderChoice, _ shown: [Int]) -> [String] {
        let width = String(choice.rows.count).count
        let lines = shown.prefix(longestList).map { index -> String in
            let row = choice.rows[index]
            let number = String(repeating: " ", count: width - String(row.number).count) + String(row.number)
            let remarks = [row.isFeatured ? "Featured" : nil, row.remark].compactMap(\.self).joined(separator: ", ")
            return "  \(number)  \(row.title)" + (remarks.isEmpty ? "" : "  (\(remarks))")
        }
        let rest = shown.count - longestList
        return rest > 0 ? lines + ["  and \(rest) more: type a part of the name"] : lines
    }
}
