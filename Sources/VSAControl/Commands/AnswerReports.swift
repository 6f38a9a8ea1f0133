import TVWorld

/// A queued answer.
struct AnswerReport: Report {
    var answer: AnswerRecord
    /// Whether it is queued; otherwise a prompt has already used it.
    var isWaiting: Bool

    var document: JSON { .document(["answer": answer.json, "waiting": .bool(isWaiting)]) }

    func text(_ style: Style) -> String {
        isWaiting
            ? AnswersReport(answers: [answer]).text(style)
            : "answer \(answer.id) was used at once: a prompt had waited for it"
    }
}

/// The queued answers.
struct AnswersReport: Report {
    var answers: [AnswerRecord]

    var document: JSON { .document(["answers": .array(answers.map(\.json))]) }

    func text(_ style: Style) -> String {
        guard !answers.isEmpty else { return "" }
        return Table(
            headings: ["NUMBER", "PROMPT", "ANSWER", "APP", "PROVIDER", "DELAY", "TIMES", "USED"],
            rows: answers.map { answer in
                [
                    .init(String(answer.id)), .init(answer.prompt.rawValue), .init(answer.answer),
                    .init(answer.application ?? "any"),
                    .init(answer.prompt == .signIn ? answer.provider ?? "any" : ""),
                    .init(TimeSpan(milliseconds: answer.delay).defaultValueDescription),
                    .init(answer.times == 0 ? "always" : String(answer.times)), .init(String(answer.used)),
                ]
            }
        ).text(style)
    }
}

/// The policy for prompts without an answer.
struct UnansweredReport: Report {
    var policy: String?

    var document: JSON { .document(["unanswered": .optional(policy)]) }

    func text(_ style: Style) -> String { policy ?? "unknown" }
}
