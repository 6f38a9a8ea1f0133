import TVWorld

/// An answer that waits for its prompt.
public struct ScriptedAnswer: Sendable, Equatable {
    /// Its number.
    public internal(set) var id: UInt32
    /// The kind of prompt that it is for.
    public var prompt: PromptKind
    /// What it answers.
    public var answer: PromptAnswer
    /// Only prompts of this app; nil: of any.
    public var application: ApplicationID?
    /// Only sign-in forms of this provider; nil: of any.
    public var provider: String?
    /// How long the answer takes, in milliseconds.
    public var delay: Int64
    /// For how many prompts it is; 0: for all.
    public var times: UInt32
    /// How many it has answered, or is answering.
    public internal(set) var used: UInt32 = 0

    /// The longest name of a provider or subscriber, in bytes.
    public static let maximumLength = 1_024

    /// The longest delay, in milliseconds: a day.
    public static let maximumDelay: Int64 = 86_400_000

    /// Reads an answer as it stands on the bus and in scenario files: access and automatic sign-in `granted`, `denied`,
    /// `dismiss`; picker `PROVIDER-ID`, `other`, `cancel`; sign-in `SUBSCRIBER`, `wrong-password`, `cancel`.
    ///
    /// - Throws: `InvalidInput` that names the field `answer`, `provider` or `delay`.
    public init(
        prompt: PromptKind, answer text: String, application: ApplicationID? = nil, provider: String? = nil, delay: Int64 = 0,
        times: UInt32 = 1
    ) throws(InvalidInput) {
        guard provider == nil || prompt == .signIn else {
            throw InvalidInput(field: "provider", message: "is accepted only with prompt sign-in")
        }
        guard (0...Self.maximumDelay).contains(delay) else {
            throw InvalidInput(field: "delay", message: "must be 0 to \(Self.maximumDelay) milliseconds (a day)")
        }
        _ = try InvalidInput.checkLength(text, of: "answer", atMost: Self.maximumLength)
        _ = try InvalidInput.checkLength(provider, of: "provider", atMost: Self.maximumLength)
        id = 0
        self.prompt = prompt
        answer = try Self.answer(text, to: prompt)
        self.application = application
        self.provider = provider
        self.delay = delay
        self.times = times
    }

    private static func answer(_ text: String, to prompt: PromptKind) throws(InvalidInput) -> PromptAnswer {
        switch (prompt, text) {
        case (.access, "granted"), (.autoSignIn, "granted"): return .granted
        case (.access, "denied"), (.autoSignIn, "denied"): return .denied
        case (.access, "dismiss"), (.autoSignIn, "dismiss"): return .dismissed
        case (.access, _), (.autoSignIn, _):
            throw InvalidInput(field: "answer", message: "must be granted, denied or dismiss for prompt \(prompt.rawValue)")
        case (.picker, ""), (.signIn, ""):
            throw InvalidInput(
                field: "answer",
                message: prompt == .picker
                    ? "must be a provider identifier, other or cancel for prompt picker"
                    : "must be a subscriber, wrong-password or cancel for prompt sign-in")
        case (.picker, "cancel"), (.signIn, "cancel"): return .cancelled
        case (.picker, "other"): return .otherProvider
        case (.picker, _): return .provider(text)
        case (.signIn, "wrong-password"): return .wrongPassword
        case (.signIn, _): return .subscriber(text)
        }
    }

    var isUsedUp: Bool { times != 0 && used >= times }

    func fits(_ prompt: Prompt) -> Bool {
        !isUsedUp && self.prompt == prompt.question.kind && (application == nil || application == prompt.application)
            && (provider == nil || provider == prompt.question.provider)
    }
}

/// The queued answers, used in the order in which they were queued and before any agent is asked.
public struct ScriptedAnswers: Sendable, Equatable {
    /// The answers that are not used up, oldest first.
    public private(set) var waiting: [ScriptedAnswer] = []
    private var lastID: UInt32 = 0

    /// How many answers may wait.
    public static let maximumCount = 1_024

    /// None.
    public init() {}

    /// Queues an answer and gives it its number.
    ///
    /// - Throws: `InvalidInput` that names the field `answer` when too many wait.
    public mutating func append(_ answer: ScriptedAnswer) throws(InvalidInput) -> UInt32 {
        guard waiting.count < Self.maximumCount else {
            throw InvalidInput(field: "answer", message: "at most \(Self.maximumCount) answers may wait")
        }
        var answer = answer
        lastID = lastID == .max ? 1 : lastID + 1
        answer.id = lastID
        answer.used = 0
        waiting.append(answer)
        return lastID
    }

    /// Forgets all of them; those that are being given are given.
    public mutating func removeAll() { waiting = [] }

    /// Puts others in the place of all; those that have a number keep it, and what they have been used for.
    mutating func replace(by answers: [ScriptedAnswer]) {
        waiting = []
        for var answer in answers.prefix(Self.maximumCount) where !answer.isUsedUp {
            // Numbers of before are not given again, so that nobody takes one answer for another.
            if answer.id == 0 || waiting.contains(where: { $0.id == answer.id }) {
                lastID = lastID == .max ? 1 : lastID + 1
                answer.id = lastID
            }
            lastID = max(lastID, answer.id)
            waiting.append(answer)
        }
    }

    /// Takes the first answer that fits a prompt, none of those that have been tried on it.
    mutating func take(for prompt: Prompt, except tried: Set<Answerer>) -> ScriptedAnswer? {
        guard let index = waiting.firstIndex(where: { $0.fits(prompt) && !tried.contains(.script($0.id)) }) else { return nil }
        waiting[index].used += waiting[index].used == .max ? 0 : 1
        let answer = waiting[index]
        if answer.isUsedUp { waiting.remove(at: index) }
        return answer
    }
}
