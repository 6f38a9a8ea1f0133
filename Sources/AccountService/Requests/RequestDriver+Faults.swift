import AccountCore
import DBus
import TVWorld

/// The effects of faults on requests and their prompts.
extension RequestDriver {
    /// Applies a fault to a prompt before any source is asked, once for each prompt.
    ///
    /// - Returns: Whether a fault applies; the prompt is then asked later or not at all.
    func strike(_ prompt: Prompt, _ source: PromptSource) -> Bool {
        guard services.faults.areInForce, let point = prompt.question.kind.faultPoint else { return false }
        struckPrompts = struckPrompts.filter { requests.prompt($0) != nil }
        guard struckPrompts.insert(prompt.id).inserted, let request = requests.request(waitingFor: prompt.id),
            let strike = services.faults.strike(point, for: CallerContext(request))
        else { return false }
        let sender = try? BusName(request.id.owner)
        waits[prompt.id] = Task { [faults = services.faults, weak self] in
            let failure = await faults.failure(of: strike, at: point, sender: sender)
            if !Task.isCancelled { await self?.goOn(prompt, source, failure) }
        }
        return true
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

    private func goOn(_ prompt: Prompt, _ source: PromptSource, _ failure: (any Error)?) {
        switch failure {
        case nil:
            waits[prompt.id] = nil
            // It may have been withdrawn before its turn.
            add { driver in if driver.requests.prompt(prompt.id) != nil { await driver.ask(prompt, source) } }
        case let error as VSError: end(prompt.id, with: .failed(prompt.id, error))
        // The component that should respond has failed.
        default: end(prompt.id, with: .nobodyToAsk(prompt.id))
        }
    }
}

extension CallerContext {
    init(_ request: InterruptingRequest) {
        self.init(
            application: request.application, identification: request.identification, correlation: request.correlation)
    }
}
