/// The texts of prompts. Strings from others are sanitized.
enum PromptFormatter {
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
