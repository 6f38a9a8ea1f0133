import AccountCore
import TVWorld
import Testing

/// Acts as the bus adapter: performs the effects, stores changes, and delivers queued answers at once. A test acts as the agents.
struct RequestStage {
    var requests = Requests()
    var device: DeviceState
    /// The effects, without the journal.
    private(set) var effects: [RequestEffect] = []
    private(set) var records: [JournalRecord] = []
    /// Changes that are held because `holdsChanges` is set.
    private(set) var heldChanges: [StepID] = []
    var holdsChanges = false
    /// Answers of scripts that are held because `holdsScripts` is set.
    private(set) var heldAnswers: [(step: StepID, answer: PromptAnswer, by: Answerer, delay: Int64)] = []
    var holdsScripts = false
    /// Whether faults hold up prompts, until a test sends `holdEnded`.
    var holdsPrompts = false
    /// Whether providers do not respond.
    var holdsProviders = false
    /// Distinguishes agents: the names that answer `ask`; by default there is none and the prompt stays open.
    var agents: [String]?

    init(_ device: DeviceState, usage: String? = "To watch") throws {
        self.device = device
        for app in [player, other] {
            self.device.applications[app] = Application(identification: .registered, usageDescription: usage)
        }
    }

    var environment: RequestEnvironment {
        RequestEnvironment(device: device, now: now, hasFaults: holdsPrompts, random: Array(0..<16))
    }

    /// Queues an answer as `vsactl answer` does.
    mutating func queue(
        _ prompt: PromptKind, _ answer: String, app: ApplicationID? = nil, provider: String? = nil, delay: Int64 = 0,
        times: UInt32 = 1
    ) throws {
        _ = try requests.answers.append(
            ScriptedAnswer(prompt: prompt, answer: answer, application: app, provider: provider, delay: delay, times: times))
        try send(.answersChanged)
    }

    /// Makes a request and performs all of its effects.
    @discardableResult
    mutating func open(
        _ kind: RequestKind, app: ApplicationID = player, token: String = "t1", owner: String = ":1.7"
    ) throws -> RequestID {
        let id = try RequestID(owner: owner, token: token)
        let request = InterruptingRequest(id: id, application: app, identification: .registered, kind: kind)
        try carryOut(RequestMachine.open(request, in: &requests, environment: environment))
        return id
    }

    /// Makes a metadata request that may interrupt.
    @discardableResult
    mutating func openMetadata(
        app: ApplicationID = player, token: String = "t1", confirms: Bool = false,
        _ change: (inout MetadataRequest) -> Void = { _ in }
    ) throws -> RequestID {
        var metadata = MetadataRequest()
        metadata.includeAccountProviderIdentifier = true
        change(&metadata)
        return try open(.metadata(metadata, confirmsProvider: confirms), app: app, token: token)
    }

    mutating func send(_ event: RequestEvent) throws {
        try carryOut(RequestMachine.reduce(&requests, event, environment: environment))
    }

    /// Answers the newest open prompt as an agent.
    mutating func answer(_ answer: PromptAnswer, agent: String = "tty") throws {
        try send(.promptAnswered(#require(prompt).id, answer, by: .agent(agent)))
    }

    /// A change from elsewhere.
    mutating func change(_ event: DeviceEvent) throws {
        _ = try DeviceReducer(baseline: .builtIn).reduce(&device, event)
        try send(.deviceChanged)
    }

    /// Stores the held changes.
    mutating func releaseChanges() throws {
        let held = heldChanges
        heldChanges = []
        for step in held { try send(.changed(step)) }
    }

    /// A work list instead of recursion, as in the adapter.
    private mutating func carryOut(_ new: [RequestEffect]) throws {
        var queue = new
        var index = 0
        while index < queue.count {
            let effect = queue[index]
            index += 1
            if case .record(let record) = effect { records.append(record) } else { effects.append(effect) }
            for event in try events(from: effect) {
                queue += RequestMachine.reduce(&requests, event, environment: environment)
            }
        }
    }

    private mutating func events(from effect: RequestEffect) throws -> [RequestEvent] {
        switch effect {
        case .ask(let prompt, .script(let id, let answer, let delay)):
            guard holdsScripts else { return [.promptAnswered(prompt.id, answer, by: .script(id))] }
            heldAnswers.append((prompt.id, answer, .script(id), delay))
            return []
        case .ask(let prompt, .agent(let excluded)):
            guard let agents else { return [] }
            return agents.contains { !excluded.contains($0) } ? [] : [.nobodyToAsk(prompt.id)]
        case .change(let step, let changes):
            for change in changes { _ = try DeviceReducer(baseline: .builtIn).reduce(&device, change) }
            if holdsChanges {
                heldChanges.append(step)
                return []
            }
            return [.changed(step), .deviceChanged]
        case .contactProvider(let step, let contact, _):
            if holdsProviders { return [] }
            let status = contact.refusal?.statusCode ?? "success"
            return [
                .providerResponded(step, ProviderResponse(authenticationScheme: contact.scheme, status: status, body: "<R/>"))
            ]
        default: return []
        }
    }
}

let other = try! ApplicationID("com.example.other")

/// The results of requests.
extension RequestStage {
    /// The newest prompt that is open.
    var prompt: Prompt? {
        let open = requests.summaries.compactMap(\.prompt)
        for case .ask(let prompt, _) in effects.reversed() where open.contains(prompt) { return prompt }
        return open.last
    }

    var picker: PickerQuestion? { if case .picker(let question)? = prompt?.question { question } else { nil } }
    var form: SignInQuestion? { if case .signIn(let question)? = prompt?.question { question } else { nil } }

    /// The error of the request that failed last.
    var error: VSError? {
        for case .fail(_, let error) in effects.reversed() { return error }
        return nil
    }

    /// The result of the request that completed last.
    var result: RequestResult? {
        for case .complete(_, let result) in effects.reversed() { return result }
        return nil
    }

    /// What the provider was contacted for last.
    var contacted: (step: StepID, contact: ProviderRequest, timeLimit: Int64?)? {
        for case .contactProvider(let step, let contact, let limit) in effects.reversed() { return (step, contact, limit) }
        return nil
    }

    var metadata: AccountMetadata? { if case .metadata(let metadata)? = result { metadata } else { nil } }

    /// What the app received, as text.
    var signals: [String] {
        effects.compactMap { effect in
            switch effect {
            case .present(_, let dialog): "present \(dialog.kind.rawValue)"
            case .dismiss: "dismiss"
            case .providerSelected(_, let id): "selected \(id)"
            case .complete: "completed"
            case .fail: "failed"
            case .vanish: "vanished"
            case .ask, .holdPrompt, .hold, .withdraw, .change, .contactProvider, .record: nil
            }
        }
    }

    var withdrawn: Int { effects.count { if case .withdraw = $0 { true } else { false } } }

    /// The reasons why prompts ended without an answer.
    var endings: [String] { details(of: .promptEnded, "reason") }

    /// One detail of every record of a kind.
    func details(of event: JournalEvent, _ key: String) -> [String] {
        records.filter { $0.event == event }.flatMap(\.details).compactMap { detail in
            if detail.key == key, case .text(let text) = detail.value { text } else { nil }
        }
    }
}
