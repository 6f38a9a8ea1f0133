@testable import VSAControl

/// Questions for the tests of agents.
enum Questions {
    static let access = AgentQuestion(
        request: nil, application: "com.example.player", applicationName: "Player",
        subject: .access(AccessSubject(usageDescription: "To let you watch", providerName: nil)))

    static let autoSignIn = AgentQuestion(
        request: nil, application: "com.example.player", applicationName: "com.example.player", subject: .autoSignIn)

    static func picker(_ picker: PickerSubject) -> AgentQuestion {
        AgentQuestion(request: nil, application: "com.example.player", applicationName: "Player", subject: .picker(picker))
    }

    static func signIn(_ form: SignInSubject) -> AgentQuestion {
        AgentQuestion(request: nil, application: "com.example.player", applicationName: "Player", subject: .signIn(form))
    }

    static let threeProviders = PickerSubject(rows: [
        .init(id: "beta.example", name: "Beta Fiber", isFeatured: true), .init(id: "alpha.example", name: "Alpha Cable"),
        .init(id: "gamma.example", name: "Gamma Sät", isSupported: false),
    ])

    static let form = SignInSubject(provider: "alpha.example", providerName: "Alpha Cable")

    /// A line-up of so many providers.
    static func many(_ count: Int) -> PickerSubject {
        PickerSubject(rows: (1...count).map { .init(id: "p\($0).example", name: "Provider \($0) 漢字") })
    }
}

/// Somebody in front of a screen. A class, since `#expect` cannot change a value.
final class Typist {
    private(set) var screen: PromptScreen

    init(_ question: AgentQuestion) { screen = PromptScreen(question) }

    /// Types a text, and returns what the last key led to.
    func type(_ text: String) -> PromptScreen.Outcome {
        var reader = KeyReader()
        var outcome = PromptScreen.Outcome.none
        for key in reader.read(Array(text.utf8)) + reader.flush() { outcome = screen.take(key) }
        return outcome
    }

    func press(_ key: Key) { _ = screen.take(key) }

    /// The screen as text.
    func picture(columns: Int = 80, rows: Int = 24) -> String {
        screen.lines(TerminalSize(columns: columns, rows: rows)).map(\.text).joined(separator: "\n")
    }
}

/// A keyboard whose bytes come in portions.
final class Keyboard {
    private var reader = KeyReader()

    var isWaiting: Bool { reader.isWaiting }

    func read(_ bytes: [UInt8]) -> [Key] { reader.read(bytes) }

    func read(_ text: String) -> [Key] { reader.read(Array(text.utf8)) }

    func flush() -> [Key] { reader.flush() }
}

/// Somebody at the other end of a pipe.
final class Talk {
    private var conversation: LineConversation

    init(_ question: AgentQuestion) { conversation = LineConversation(question) }

    func say(_ line: String) -> LineConversation.Turn { conversation.take(line) }
}
