import TVWorld

/// A queued answer.
public struct ScriptedAnswer: Sendable, Equatable {
    /// The number.
    public internal(set) var id: UInt32
    /// The kind of prompt that it answers.
    public var prompt: PromptKind
    /// The answer.
    public var answer: PromptAnswer
    /// The app whose prompts it answers; nil: any.
    public var application: ApplicationID?
    /// The provider whose sign-in forms it answers; nil: any.
    public var provider: String?
    /// The delay of the answer, in milliseconds.
    public var delay: Int64
    /// The number of prompts that it answers; 0: all.
    public var times: UInt32
    /// The number of prompts that it has answered, or is answering.
    public internal(set) var used: UInt32 = 0

    /// The maximum length of a provider's or subscriber's name, in bytes.
    public static let maximumLength = 1_024

    /// Creates an answer from its form on the bus and in scenario files: see `PromptAnswer`.
    ///
    /// - Throws: `InvalidInput` with the field `answer`, `provider` or `delay`.
    public init(
        prompt: PromptKind, answer text: String, application: ApplicationID? = nil, provider: String? = nil, delay: Int64 = 0,
        times: UInt32 = 1
    ) throws(InvalidInput) {
        guard provider == nil || prompt == .signIn else {
            throw InvalidInput(field: "provider", message: "is accepted only with prompt sign-in")
        }
        guard Delay.accepted.contains(delay) else {
            throw InvalidInput(field: "delay", message: "must be 0 to \(Delay.accepted.upperBound) milliseconds (a day)")
        }
        _ = try InvalidInput.checkLength(text, of: "answer", atMost: Self.maximumLength)
        _ = try InvalidInput.checkLength(provider, of: "provider", atMost: Self.maximumLength)
        guard let answer = PromptAnswer(text, to: prompt) else {
            throw InvalidInput(field: "answer", message: "must be \(Self.accepted(prompt)) for prompt \(prompt.rawValue)")
        }
        id = 0
        self.prompt = prompt
        self.answer = answer
        self.application = application
        self.provider = provider
        self.delay = delay
        self.times = times
    }

    private static func accepted(_ prompt: PromptKind) -> String {
        switch prompt {
        case .access, .autoSignIn: "granted, denied or dismiss"
        case .picker: "a provider identifier, other or cancel"
        case .signIn: "a subscriber, wrong-password or cancel"
        }
    }

    var isUsedUp: Bool { times != 0 && used >= times }

    func fits(_ prompt: Prompt) -> Bool {
        !isUsedUp && self.prompt == prompt.question.kind && (application == nil || application == prompt.request.application)
            && (provider == nil || provider == prompt.question.provider)
    }
}

/// The queued answers, used in order and before any agent is asked.
public struct ScriptedAnswers: Sendable, Equatable {
    /// The answers that have not been used up, oldest first.
    public private(set) var waiting: [ScriptedAnswer] = []
    private var lastID: UInt32 = 0

    /// The maximum number of queued answers.
    public static let maximumCount = 1_024

    /// Appends an answer and assigns a number to it.
    ///
    /// - Throws: `InvalidInput` with the field `answer` if the queue is full.
    public mutating func append(_ answer: ScriptedAnswer) throws(InvalidInput) -> UInt32 {
        guard waiting.count < Self.maximumCount else {
            throw InvalidInput(field: "answer", message: "at most \(Self.maximumCount) answers may be queued")
        }
        var answer = answer
        answer.id = nextID()
        answer.used = 0
        waiting.append(answer)
        return answer.id
    }

    /// Removes all answers; those in progress are not affected.
    public mutating func removeAll() { waiting = [] }

    /// Replaces all answers; the new ones keep their number, if they have one, and their use count.
    mutating func replace(by answers: [ScriptedAnswer]) {
        waiting = []
        for var answer in answers.prefix(Self.maximumCount) where !answer.isUsedUp {
            // Previous numbers are not reused, so that one answer is not mistaken for another.
            if answer.id == 0 || waiting.contains(where: { $0.id == answer.id }) { answer.id = nextID() }
            lastID = max(lastID, answer.id)
            waiting.append(answer)
        }
    }

    /// Returns a number that no waiting answer has: a snapshot may contain the largest one, after which they begin again.
    private mutating func nextID() -> UInt32 {
        repeat { lastID = lastID == .max ? 1 : lastID + 1 } while waiting.contains(where: { $0.id == lastID })
        return lastID
    }

    /// Uses and returns the first answer that fits a prompt and has not been tried on it.
    mutating func take(for prompt: Prompt, except tried: Set<Answerer>) -> ScriptedAnswer? {
        guard let index = waiting.firstIndex(where: { $0.fits(prompt) && !tried.contains(.script($0.id)) }) else { return nil }
        waiting[index].used += waiting[index].used == .max ? 0 : 1
        let answer = waiting[index]
        if answer.isUsedUp { waiting.remove(at: index) }
        return answer
    }
}
