import AccountCore
import DBus
import TVWorld

/// The effects of faults on requests and their prompts.
extension RequestDriver {
    /// Applies a fault to a prompt, if there is one, before any party is asked to answer it.
    func hold(_ prompt: Prompt) {
        let request = prompt.request
        guard let point = prompt.question.kind.faultPoint, let strike = services.faults.strike(point, for: CallerContext(request))
        else { return send(.holdEnded(prompt.id)) }
        let sender = try? BusName(request.id.owner)
        wait(for: prompt.id) { [faults = services.faults] in
            switch await faults.failure(of: strike, at: point, sender: sender) {
            case nil: .holdEnded(prompt.id)
            case let error as VSError: .failed(prompt.id, error)
            // The component that should respond has failed.
            default: .nobodyToAsk(prompt.id)
            }
        }
    }

    /// Makes a fault hold up a request before it begins.
    func hold(_ strike: FaultTable.Strike, for step: StepID) {
        guard let request = requests.request(waitingFor: step) else { return }
        let sender = try? BusName(request.id.owner)
        wait(for: step) { [faults = services.faults] in
            let failure = await faults.failure(of: strike, at: request.kind.faultPoint, sender: sender)
            return (failure as? VSError).map { RequestEvent.failed(step, $0) } ?? .holdEnded(step)
        }
    }
}

extension CallerContext {
    init(_ request: InterruptingRequest) {
        self.init(
            application: request.application, identification: request.identification, correlation: request.correlation)
    }
}
