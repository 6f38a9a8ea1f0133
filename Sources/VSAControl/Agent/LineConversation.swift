import Encodings
import TVWorld

/// A prompt as a conversation in lines: lines in, lines out. Pure.
struct LineConversation: Sendable {
    struct Turn: Sendable, Equatable {
        var lines: [String] = []
        var step: Step
    }

    enum Step: Sendable, Equatable {
        /// Write the prompt and read a line, which is not echoed if it is hidden. A wrong line is one that the previous error
        /// concerns.
        case read(prompt: String, isHidden: Bool = false, isWrong: Bool = false)
        case answer(PromptAnswer)
    }

    private enum State: Sendable {
        case choice
        case picker(ProviderChoice)
        case username(SignInSubject)
        case password(SignInSubject, username: String)
    }

    private let question: AgentQuestion
    private let style: Style
    private var state: State

    /// The number of rows of a long list to write at once.
    private static let longestList = 30
    /// Escape and Enter: closes a prompt where every other text may be an answer.
    private static let escape = "\u{1B}"

    init(_ question: AgentQuestion, style: Style = Style(isColoured: false)) {
        self.question = question
        self.style = style
        state =
            switch question.subject {
            case .access, .autoSignIn: .choice
            case .picker(let picker): .picker(ProviderChoice(picker, applicationName: question.applicationName))
            case .signIn(let form): .username(form)
            }
    }

    /// Returns the first turn: the question itself.
    func begin() -> Turn {
        var lines = PromptFormatter.lines(question, style)
        switch state {
        case .choice: lines += ["  1  Allow", "  2  Don't Allow"]
        case .picker(let choice): lines += list(choice, Array(choice.rows.indices))
        case .username, .password: break
        }
        return Turn(lines: lines, step: ask)
    }

    /// Processes a line, without its line break.
    mutating func take(_ line: String) -> Turn {
        if line == Self.escape { return Turn(step: .answer(.closing(question.kind))) }
        let text = line.trimmingWhitespace
        switch state {
        case .choice: return takeChoice(text)
        case .picker(let choice): return takeProvider(text, choice) ?? again("Enter a number or part of a name.")
        case .username(let form):
            if text.lowercased() == "cancel" { return Turn(step: .answer(.cancelled)) }
            guard let username = Optional(text).nonEmpty ?? form.username.nonEmpty else { return again("Type your user name.") }
            state = .password(form, username: username)
            return Turn(step: ask)
        case .password(_, let username):
            // Spaces may belong to a password.
            return Turn(step: .answer(.credentials(username: username, password: line)))
        }
    }

    private var ask: Step {
        switch state {
        case .choice: .read(prompt: "1, 2 or dismiss: ")
        case .picker: .read(prompt: "Number, name or cancel: ")
        case .username(let form):
            .read(
                prompt: "User name \(form.username.nonEmpty.map { "[\(SafeText.line($0))] " } ?? "")or cancel: ",
                isWrong: form.errorField == .username)
        case .password(let form, _): .read(prompt: "Password: ", isHidden: true, isWrong: form.errorField == .password)
        }
    }

    /// Returns the turn that repeats the prompt, with a remark.
    func again(_ remark: String) -> Turn { Turn(lines: [remark], step: ask) }

    private func takeChoice(_ text: String) -> Turn {
        switch text.lowercased() {
        case "1", "allow", "granted", "y", "yes": Turn(step: .answer(.granted))
        case "2", "don't allow", "deny", "denied", "n", "no": Turn(step: .answer(.denied))
        case "dismiss", "cancel": Turn(step: .answer(.dismissed))
        default: again("Enter 1 to allow, 2 to deny, or dismiss.")
        }
    }

    private func takeProvider(_ text: String, _ choice: ProviderChoice) -> Turn? {
        if text.isEmpty { return nil }
        if let index = choice.named(text) { return Turn(step: .answer(choice.rows[index].answer)) }
        if text.lowercased() == "cancel" { return Turn(step: .answer(.cancelled)) }
        let found = choice.matching(text)
        if found.count == 1 {
            let row = choice.rows[found[0]]
            return Turn(lines: ["  \(row.title)"], step: .answer(row.answer))
        }
        return Turn(lines: found.isEmpty ? ["No TV provider was found."] : list(choice, found), step: ask)
    }

    private func list(_ choice: ProviderChoice, _ shown: [Int]) -> [String] {
        let width = String(choice.rows.count).count
        let lines = shown.prefix(Self.longestList).map { index -> String in
            let row = choice.rows[index]
            let number = String(repeating: " ", count: width - String(index + 1).count) + String(index + 1)
            let remarks = [row.isFeatured ? "Featured" : nil, row.remark].compactMap(\.self).joined(separator: ", ")
            return "  \(number)  \(row.title)" + (remarks.isEmpty ? "" : "  " + style.text("(\(remarks))", .faint))
        }
        let rest = shown.count - Self.longestList
        return rest > 0 ? lines + ["  and \(rest) more: type a part of the name"] : lines
    }
}

/// The texts of prompts. Strings from others are sanitized.
private enum PromptFormatter {
    /// The maximum length of a name inside a sentence.
    private static let nameColumns = 60

    /// Returns a prompt's title, its details and the previous error, one per line.
    static func lines(_ question: AgentQuestion, _ style: Style) -> [String] {
        let app = application(question)
        let title: String
        var details: [String?] = []
        var error: String?
        switch question.subject {
        case .access(let usage, let provider):
            title = "May \(app) use your TV provider subscription?"
            details = [usage.map(SafeText.line), provider.map { "TV provider: \(name($0))" }]
        case .picker(let picker):
            title = "Choose your TV provider for \(app)"
            details = [watching(picker.videoTitle)]
            error = picker.message
        case .signIn(let form):
            title = "Sign in to \(name(form.providerName)) for \(app)"
            details = [watching(form.videoTitle)]
            error = form.errorMessage
        case .autoSignIn:
            title = "May \(app) sign you in by itself from now on?"
        }
        return [style.text(title, .heading)] + details.compactMap { $0.map { "  " + $0 } }
            + (error.map { ["  " + style.text(SafeText.line($0), .bad)] } ?? [])
    }

    private static func watching(_ video: String?) -> String? { video.map { "To watch: \(SafeText.line($0))" } }

    /// Returns the app's name for use in a sentence.
    private static func application(_ question: AgentQuestion) -> String {
        let id = name(question.application)
        let shown = name(question.applicationName)
        return shown.isEmpty || shown == id ? id : "\(shown) (\(id))"
    }

    /// Returns a name for use in a sentence.
    private static func name(_ text: String) -> String { TextWidth.cut(SafeText.line(text), to: nameColumns) }
}
