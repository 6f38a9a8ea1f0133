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
        allApplications.sorted().flatMap { app in
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
