@testable import VSAControl

/// Prompts for the tests of agents.
enum Questions {
    static let access = AgentQuestion(
        request: nil, application: "com.example.player", applicationName: "Player",
        subject: .access(usageDescription: "To let you watch", providerName: nil))

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

    /// A line-up of a number of providers.
    static func many(_ count: Int) -> PickerSubject {
        PickerSubject(rows: (1...count).map { .init(id: "p\($0).example", name: "Provider \($0) 漢字") })
    }
}

/// A user who answers line by line. A class, because `#expect` cannot change a value.
final class Talk {
    private var conversation: LineConversation

    init(_ question: AgentQuestion) { conversation = LineConversation(question) }

    func say(_ line: String) -> LineConversation.Turn { conversation.take(line) }
}
