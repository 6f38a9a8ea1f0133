import TVWorld

/// The requests that are not finished, app by app: one of each app runs, the others of that app wait in the order in which they
/// came. Different apps do not wait for each other. Mirrors the serial queue that all `VSAccountManager` of a process share
/// (row Q1).
public struct Requests: Sendable, Equatable {
    /// The queued answers.
    public private(set) var answers = ScriptedAnswers()
    /// What becomes of prompts without a queued answer.
    public var unanswered = UnansweredPolicy.agent

    private var running: [ApplicationID: RunningRequest] = [:]
    private var waiting: [ApplicationID: [InterruptingRequest]] = [:]
    private var applications: [RequestID: ApplicationID] = [:]
    private var steps: [StepID: ApplicationID] = [:]
    private var lastStep: UInt64 = 0

    /// How many requests of one app may wait behind the running one.
    public static let maximumWaiting = 64
    /// How many prompts one request may open.
    public static let maximumPrompts = 50

    /// None.
    public init() {}

    /// Queues an answer; the event `answersChanged` has to follow.
    ///
    /// - Returns: Its number.
    /// - Throws: `InvalidInput`.
    public mutating func queue(_ answer: ScriptedAnswer) throws(InvalidInput) -> UInt32 { try answers.append(answer) }

    /// Puts these answers in the place of those that are queued.
    public mutating func replaceAnswers(by answers: [ScriptedAnswer]) { self.answers.replace(by: answers) }

    /// Forgets the queued answers.
    public mutating func clearAnswers() { answers.removeAll() }

    /// Whether a request with this name is not finished.
    public func contains(_ id: RequestID) -> Bool { applications[id] != nil }

    /// How many there are.
    public var count: Int { applications.count }
}

/// The machine's own view. Every table is changed here and nowhere else.
extension Requests {
    func runningRequest(of app: ApplicationID) -> RunningRequest? { running[app] }

    func application(of id: RequestID) -> ApplicationID? { applications[id] }

    /// The app whose running request waits for a step.
    func application(waitingFor step: StepID) -> ApplicationID? { steps[step] }

    var runningApplications: [ApplicationID] { running.keys.sorted() }

    var allIdentifiers: [RequestID] { Array(applications.keys) }

    func waitingRequests(of app: ApplicationID) -> [InterruptingRequest] { waiting[app] ?? [] }

    func identifiers(ownedBy owner: String) -> [RequestID] {
        applications.keys.filter { $0.owner == owner }.sorted { $0.token < $1.token }
    }

    mutating func append(_ request: InterruptingRequest) {
        waiting[request.application, default: []].append(request)
        applications[request.id] = request.application
    }

    /// The next request of an app, when none of it runs.
    mutating func startNext(of app: ApplicationID) -> RunningRequest? {
        guard running[app] == nil, var queue = waiting[app], !queue.isEmpty else { return nil }
        let next = RunningRequest(queue.removeFirst())
        waiting[app] = queue.isEmpty ? nil : queue
        running[app] = next
        return next
    }

    /// Puts a running request back, or forgets it when it has ended.
    mutating func settle(_ run: RunningRequest) {
        let app = run.request.application
        if let old = running[app]?.step { steps[old] = nil }
        if run.phase == .ended {
            running[app] = nil
            applications[run.request.id] = nil
        } else {
            running[app] = run
            if let step = run.step { steps[step] = app }
        }
    }

    /// Takes a request out of its queue; nil when it does not wait.
    mutating func removeWaiting(_ id: RequestID) -> InterruptingRequest? {
        guard let app = applications[id], var queue = waiting[app], let index = queue.firstIndex(where: { $0.id == id })
        else { return nil }
        let request = queue.remove(at: index)
        waiting[app] = queue.isEmpty ? nil : queue
        applications[id] = nil
        return request
    }

    mutating func nextStep() -> StepID {
        lastStep += 1
        return StepID(lastStep)
    }

    mutating func takeAnswer(for open: OpenPrompt) -> ScriptedAnswer? { answers.take(for: open.prompt, except: open.tried) }
}
