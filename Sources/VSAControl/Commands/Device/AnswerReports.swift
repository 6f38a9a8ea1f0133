import TVWorld

extension Report {
    /// Returns the queued answers.
    static func answers(_ answers: [AnswerRecord]) -> Report {
        Report(
            "answers", answers, json: \.json,
            columns: [
                "NUMBER": { .init(String($0.id)) }, "PROMPT": { .init($0.prompt.rawValue) }, "ANSWER": { .init($0.answer) },
                "APP": { .init($0.application ?? "any") },
                "PROVIDER": { .init($0.prompt == .signIn ? $0.provider ?? "any" : "") },
                "DELAY": { .init(TimeSpan(milliseconds: $0.delay).defaultValueDescription) },
                "TIMES": { .init($0.times == 0 ? "always" : String($0.times)) }, "USED": { .init(String($0.used)) },
            ])
    }

    /// Returns a queued answer.
    ///
    /// - Parameter isWaiting: Whether it is queued; otherwise a prompt has already used it.
    static func answer(_ answer: AnswerRecord, isWaiting: Bool) -> Report {
        Report(document: .document(["answer": answer.json, "waiting": .bool(isWaiting)])) { style in
            isWaiting
                ? Report.answers([answer]).text(style) : "answer \(answer.id) was used at once, for a waiting prompt"
        }
    }

    /// Returns the policy for prompts without an answer.
    static func unanswered(_ policy: String?) -> Report {
        Report(["unanswered": .optional(policy)], text: policy ?? "unknown")
    }
}
