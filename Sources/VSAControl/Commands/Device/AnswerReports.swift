import TVWorld

/// A queued answer.
struct AnswerReport: Report {
    var answer: AnswerRecord
    /// Whether it is queued; otherwise a prompt has already used it.
    var isWaiting: Bool

    var document: JSON { .document(["answer": answer.json, "waiting": .bool(isWaiting)]) }

    func text(_ style: Style) -> String {
        isWaiting
            ? ListReport.answers([answer]).text(style)
            : "answer \(answer.id) was used at once, for a waiting prompt"
    }
}

extension ListReport {
    /// Returns the queued answers.
    static func answers(_ answers: [AnswerRecord]) -> ListReport {
        ListReport(
            "answers", answers, json: \.json,
            columns: [
                "NUMBER": { .init(String($0.id)) }, "PROMPT": { .init($0.prompt.rawValue) }, "ANSWER": { .init($0.answer) },
                "APP": { .init($0.application ?? "any") },
                "PROVIDER": { .init($0.prompt == .signIn ? $0.provider ?? "any" : "") },
                "DELAY": { .init(TimeSpan(milliseconds: $0.delay).defaultValueDescription) },
                "TIMES": { .init($0.times == 0 ? "always" : String($0.times)) }, "USED": { .init(String($0.used)) },
            ])
    }
}

extension RecordReport {
    /// Returns the policy for prompts without an answer.
    static func unanswered(_ policy: String?) -> RecordReport {
        RecordReport(["unanswered": .optional(policy)], text: policy ?? "unknown")
    }
}
