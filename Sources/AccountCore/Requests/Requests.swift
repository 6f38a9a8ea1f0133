import TVWorld

/// The unfinished requests of all apps. One request of each app runs, and its other requests wait in order of arrival. Different
/// apps do not wait for each other. Mirrors the serial queue that all `VSAccountManager` instances of a process share (row Q1).
public struct Requests: Sendable, Equatable {
    /// The queued answers. After an answer has been added, the caller must send the event `answersChanged`.
    public var answers = ScriptedAnswers()
    /// The policy for prompts without a queued answer.
    public var unanswered = UnansweredPolicy.agent

    private var running: [ApplicationID: RunningRequest] = [:]
    private var waiting: [ApplicationID: [InterruptingRequest]] = [:]
    private var applications: [RequestID: ApplicationID] = [:]
    private var steps: [StepID: ApplicationID] = [:]
    private var lastStep: UInt64 = 0

    /// The maximum number of requests of an app that wait behind the running one.
    public static let maximumWaiting = 64
    /// The maximum number of prompts that a request may open.
    public static let maximumPrompts = 50

    /// Creates an empty set of requests.
    public init() {}

    /// Replaces the queued answers and the policy for prompts without one.
    public mutating func replaceAnswers(by answers: [ScriptedAnswer], unanswered: UnansweredPolicy) {
        self.answers.replace(by: answers)
        self.unanswered = unanswered
    }

    /// Returns whether there is an unfinished request with this identifier.
    public func contains(_ id: RequestID) -> Bool { applications[id] != nil }

    /// The number of requests.
    public var count: Int { applications.count }
}

/// The machine's own access. The tables are changed only here.
extension Requests {
    /// Any of the running requests; nil if there is none.
    var anyRunning: RunningRequest? { running.first?.value }

    func runningRequest(of app: ApplicationID) -> RunningRequest? { running[app] }

    func application(of id: RequestID) -> ApplicationID? { applications[id] }

    /// Returns the app whose running request waits for a step.
    func application(waitingFor step: StepID) -> ApplicationID? { steps[step] }

    var runningApplications: [ApplicationID] { running.keys.sorted() }

    func waitingRequests(of app: ApplicationID) -> [InterruptingRequest] { waiting[app] ?? [] }

    func identifiers(ownedBy owner: String) -> [RequestID] {
        applications.keys.filter { $0.owner == owner }.sorted { $0.token < $1.token }
    }

    mutating func append(_ request: InterruptingRequest) {
        waiting[request.application, default: []].append(request)
        applications[request.id] = request.application
    }

    /// Removes and returns the next request of an app, unless one of its requests is running.
    mutating func startNext(of app: ApplicationID) -> RunningRequest? {
        guard running[app] == nil, var queue = waiting[app], !queue.isEmpty else { return nil }
        let next = RunningRequest(request: queue.removeFirst())
        waiting[app] = queue.isEmpty ? nil : queue
        running[app] = next
        return next
    }

    /// Stores a running request, or removes it if it has ended.
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

    /// Removes a request from its queue; nil if it is not waiting.
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
}

/// A request as displayed to users.
public struct RequestSummary: Sendable, Equatable {
    /// The event that a request waits for. The raw value is the string on the bus.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// The end of the app's previous request.
        case waiting
        /// The end of a fault.
        case held
        /// The answer to its prompt.
        case asking
        /// The app's `Confirm`.
        case confirming
        /// The completion of a write to disk.
        case storing
        /// The provider's response.
        case contacting
    }

    /// The request.
    public var request: InterruptingRequest
    /// The event that it waits for.
    public var stage: Stage
    /// The open prompt.
    public var prompt: Prompt?
    /// The party that is being asked: `script 3`, `agent`; nil if there is none.
    public var asked: String?
}

extension Requests {
    /// All unfinished requests: ordered by app, then by the order of the app's queue.
    public var summaries: [RequestSummary] {
        Set(applications.values).sorted().flatMap { app in
            (runningRequest(of: app).map { [Self.summary(of: $0)] } ?? [])
                + waitingRequests(of: app).map { RequestSummary(request: $0, stage: .waiting, prompt: nil, asked: nil) }
        }
    }

    /// Returns the request that waits for a step; nil if there is none.
    public func request(waitingFor step: StepID) -> InterruptingRequest? {
        application(waitingFor: step).flatMap(runningRequest)?.request
    }

    private static func summary(of run: RunningRequest) -> RequestSummary {
        var summary = RequestSummary(request: run.request, stage: .storing, prompt: nil, asked: nil)
        switch run.phase {
        case .asking(let open):
            summary.stage = open.isHeld ? .held : .asking
            summary.prompt = open.prompt
            switch open.source {
            case .script(let id, _, _): summary.asked = Answerer.script(id).journalText
            case .agent: summary.asked = "agent"
            case nil: break
            }
        case .held: summary.stage = .held
        case .confirming: summary.stage = .confirming
        case .contacting: summary.stage = .contacting
        case .storing, .running, .ended: break
        }
        return summary
    }
}
