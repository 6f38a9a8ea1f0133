import TVWorld

/// An event of an agent, for observers.
enum AgentEvent: Sendable, Equatable {
    case registered(name: String)
    case opened(AgentQuestion)
    case answered(AgentQuestion, PromptAnswer)
    /// The prompt was withdrawn: the app cancelled it, or it was decided elsewhere.
    case withdrawn(AgentQuestion)
    case unanswered(AgentQuestion, reason: String)

    /// The event as one line for programs.
    var document: JSON {
        switch self {
        case .registered(let name): .document(["event": "registered", "name": name])
        case .opened(let question): Self.document("opened", question)
        case .answered(let question, let answer): Self.document("answered", question, ["answer": answer.text])
        case .withdrawn(let question): Self.document("withdrawn", question)
        case .unanswered(let question, let reason): Self.document("unanswered", question, ["reason": reason])
        }
    }

    private static func document(
        _ event: String, _ question: AgentQuestion, _ more: KeyValuePairs<String, (any JSONConvertible)?> = [:]
    ) -> JSON {
        var members = JSON.all([
            "event": event, "prompt": question.kind.rawValue, "application": question.application, "request": question.request,
        ])
        if case .signIn(let form) = question.subject {
            members += JSON.all(["provider": form.provider, "attempt": form.attempt])
        }
        return .document(members + JSON.all(more))
    }

    /// Returns the event as one human-readable line, and whether it is data or a message; nil if there is nothing to report.
    func line(_ style: Style) -> (text: String, isData: Bool)? {
        switch self {
        case .registered(let name): ("vsactl: \(SafeText.line(name)) is waiting for prompts; press Ctrl-C to stop", false)
        case .opened: nil
        case .answered(let question, let answer):
            ("\(question.kind.rawValue)  \(SafeText.line(question.application))  \(SafeText.line(answer.text))", true)
        case .withdrawn(let question):
            ("vsactl: the prompt \(question.kind.rawValue) of \(SafeText.line(question.application)) was withdrawn", false)
        case .unanswered(let question, let reason):
            (
                "vsactl: not answered, \(question.kind.rawValue) of \(SafeText.line(question.application)): \(SafeText.line(reason))",
                false
            )
        }
    }
}
