import TVWorld

/// Prepared answers. For each kind of prompt, its values are used in order; the last one is repeated.
actor AutomaticAnswers: Answerer {
    private var values: [PromptKind: [PromptAnswer]]
    private let subscribers: [String: [String]]

    /// Creates answers from values: `granted`, `denied`, `dismiss`, a provider's identifier, `other`, `cancel`, a subscriber's
    /// name (with the password after a colon if it differs), `wrong-password`; any of them for one kind only as in
    /// `picker=other`.
    ///
    /// - Throws: `Failure` with `ExitStatus.notFound` and the nearest name, `ExitStatus.usage` for a value of the wrong kind.
    init(_ texts: [String], providers: [ProviderRecord]) throws {
        subscribers = Dictionary(providers.map { ($0.id, $0.subscribers) }) { first, _ in first }
        values = Dictionary(grouping: try texts.flatMap { try Self.read($0, providers) }, by: \.0).mapValues { $0.map(\.1) }
    }

    func answer(_ question: AgentQuestion) throws -> PromptAnswer {
        guard let answer = next(for: question) else {
            throw NoAnswer(reason: "the agent has no answer to this prompt of kind \(question.kind.rawValue)")
        }
        return answer
    }

    /// Returns the answer to a prompt; nil if there is none for its kind, or the next one does not fit.
    private func next(for question: AgentQuestion) -> PromptAnswer? {
        guard let waiting = values[question.kind], var answer = waiting.first else { return nil }
        switch (answer, question.subject) {
        case (.wrongPassword, .signIn(let form)):
            let name = form.username.nonEmpty ?? subscribers[form.provider]?.first ?? "nobody"
            answer = .credentials(username: name, password: "wrong-password")
        case (.provider(let id), .picker(let picker)):
            guard picker.rows.contains(where: { $0.id == id }) else { return nil }
        case (.otherProvider, .picker(let picker)):
            guard picker.offersOther else { return nil }
        default: break
        }
        if waiting.count > 1 { values[question.kind]?.removeFirst() }
        return answer
    }

    /// Returns every kind of prompt that a value answers, with the answer.
    private static func read(_ text: String, _ providers: [ProviderRecord]) throws -> [(PromptKind, PromptAnswer)] {
        if let sign = text.firstIndex(of: "="), let kind = PromptKind(rawValue: String(text[..<sign])) {
            return [(kind, try named(String(text[text.index(after: sign)...]), for: kind, providers))]
        }
        let kinds = PromptKind.allCases.compactMap { kind in known(text, for: kind, providers).map { (kind, $0) } }
        guard kinds.isEmpty else { return kinds }
        let fixed = ["granted", "denied", "dismiss", "other", "cancel", "wrong-password"]
        let names = providers.map(\.id) + Set(providers.flatMap(\.subscribers)).sorted()
        // A name of three letters is similar to many others.
        let nearest = text.count > 3 ? NearestName.find(text, in: fixed + names).map { "Did you mean \($0)?\n" } : nil
        let kindsOnly = PromptKind.allCases.map { "\($0.rawValue)=VALUE" }.joined(separator: ", ")
        let provider = providers.first.map { "a provider's identifier, such as \($0.id)" } ?? "a provider's identifier"
        throw Failure(
            .notFound, "no such answer, provider or subscriber: \(text.isEmpty ? "''" : text)",
            advice: """
                \(nearest ?? "")Accepted: \(fixed.joined(separator: ", ")), \(provider), a subscriber's name, NAME:PASSWORD; \
                for one kind of prompt only: \(kindsOnly).
                """)
    }

    /// Returns the answer of a value for a specific kind: identifiers and names need not be known, because apps may add
    /// providers.
    private static func named(_ text: String, for kind: PromptKind, _ providers: [ProviderRecord]) throws -> PromptAnswer {
        if let value = known(text, for: kind, providers) { return value }
        switch kind {
        case .picker where !text.isEmpty: return .provider(text)
        case .signIn where !text.isEmpty: return credentials(text)
        default: throw Failure(.usage, "'\(text)' is not an answer to a prompt of kind \(kind.rawValue)", advice: accepted(kind))
        }
    }

    private static func known(_ text: String, for kind: PromptKind, _ providers: [ProviderRecord]) -> PromptAnswer? {
        switch PromptAnswer(text, to: kind) {
        case .provider(let id)?:
            let provider = providers.first { $0.id == id } ?? providers.first { $0.mvpd == id }
            return provider.map { .provider($0.id) }
        case .subscriber(let name)?:
            let isKnown = providers.contains { $0.subscribers.contains(name) }
            // A name and a password, separated by a colon.
            let isPair = name.contains(":") && name.first != ":"
            return isKnown || isPair ? credentials(name) : nil
        case let answer: return answer
        }
    }

    private static func credentials(_ text: String) -> PromptAnswer {
        guard let colon = text.firstIndex(of: ":") else { return .credentials(username: text, password: text) }
        return .credentials(username: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
    }

    /// Returns the accepted values, for advice and help.
    static func accepted(_ kind: PromptKind) -> String {
        switch kind {
        case .access, .autoSignIn: "Accepted: granted, denied, dismiss."
        case .picker: "Accepted: a provider's identifier, other, cancel."
        case .signIn: "Accepted: a subscriber's name, wrong-password, cancel."
        }
    }
}
