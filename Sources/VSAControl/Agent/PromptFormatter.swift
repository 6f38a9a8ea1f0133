/// The texts of a prompt, the same in all forms. Strings from others are sanitized.
struct QuestionText: Sendable, Equatable {
    /// The prompt.
    var title: String
    /// The details, one paragraph each.
    var details: [String] = []
    /// The previous error.
    var error: String?

    /// The maximum length of a name inside a sentence.
    private static let nameColumns = 60

    init(_ question: AgentQuestion) {
        let app = Self.application(question)
        switch question.subject {
        case .access(let access):
            title = "May \(app) use your TV provider subscription?"
            if let usage = access.usageDescription { details.append(SafeText.line(usage)) }
            if let provider = access.providerName { details.append("TV provider: \(Self.name(provider))") }
        case .picker(let picker):
            title = "Choose your TV provider for \(app)"
            if let video = picker.videoTitle { details.append("To watch: \(SafeText.line(video))") }
            error = picker.message.map(SafeText.line)
        case .signIn(let form):
            title = "Sign in to \(Self.name(form.providerName)) for \(app)"
            if let video = form.videoTitle { details.append("To watch: \(SafeText.line(video))") }
            error = form.errorMessage.map(SafeText.line)
        case .autoSignIn:
            title = "May \(app) sign you in by itself from now on?"
        }
    }

    /// Returns the app's name for use in a sentence.
    static func application(_ question: AgentQuestion) -> String {
        let id = name(question.application)
        let shown = name(question.applicationName)
        return shown.isEmpty || shown == id ? id : "\(shown) (\(id))"
    }

    /// Returns a name for use in a sentence.
    static func name(_ text: String) -> String { TextWidth.cut(SafeText.line(text), to: nameColumns) }
}
