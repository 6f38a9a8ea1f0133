import AccountCore
import DBus
import DeviceInterfaces
import Synchronization
import TVWorld

private typealias Member = RequestInterface.Member

/// Drives `RequestMachine`: passes one event at a time, performs its effects in order, and passes their results as further
/// events. Holds all requests.
actor RequestDriver {
    /// A unit of work; the next one begins when its effects have been performed.
    typealias Job = @Sendable (isolated RequestDriver) async -> Void

    var requests = Requests()
    /// Whether there may be a request. Set before a request reads the device, and read after the device has changed.
    private nonisolated let mayHaveRequests = Atomic(false)
    private var jobs: [Job] = []
    private var isWorking = false
    /// The tasks of delayed queued answers, delays by faults, and calls to providers.
    private var waits: [StepID: Task<Void, Never>] = [:]

    let services: DeviceServices
    private let providers: ProviderClient
    private let objects: RequestObjects
    private let agents: AgentPrompts

    init(_ services: DeviceServices, providers: ProviderClient, objects: RequestObjects, agents: AgentPrompts) {
        self.services = services
        self.providers = providers
        self.objects = objects
        self.agents = agents
    }

    /// Opens a request.
    ///
    /// - Parameter accept: Exports the request's object and replies to the caller, before anything else happens.
    /// - Throws: `Refusal`.
    func open(_ request: InterruptingRequest, accept: @escaping @Sendable () async -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            add { driver in
                do {
                    let effects = try RequestMachine.open(request, in: &driver.requests, environment: driver.environment())
                    await accept()
                    continuation.resume()
                    await driver.carryOut(effects)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Checks whether a request of an app can be opened now.
    ///
    /// - Throws: `Refusal`.
    func admit(_ id: RequestID, of app: ApplicationID) throws(Refusal) {
        try RequestMachine.admit(id, of: app, to: requests)
    }

    /// Enqueues an event.
    func send(_ event: RequestEvent) { add { await $0.process(event) } }

    /// Processes an event, and returns when its effects have been performed.
    func apply(_ event: RequestEvent) async {
        await withCheckedContinuation { continuation in
            add { driver in
                await driver.process(event)
                continuation.resume()
            }
        }
    }

    /// Reconsiders the unfinished requests after a change of the device. Nearly always there are none.
    nonisolated func reconsider() {
        guard mayHaveRequests.load(ordering: .sequentiallyConsistent) else { return }
        Task { [weak self] in await self?.send(.deviceChanged) }
    }

    /// The unfinished requests.
    var summaries: [RequestSummary] { requests.summaries }

    /// The answers that have not been used up.
    var answers: [ScriptedAnswer] { get async { await withRequests { $0.answers.waiting } } }

    /// The policy for prompts without a queued answer.
    var unanswered: UnansweredPolicy { get async { await withRequests { $0.unanswered } } }

    /// Queues an answer.
    ///
    /// - Returns: Its number.
    /// - Throws: `InvalidInput`.
    func queue(_ answer: ScriptedAnswer) async throws -> UInt32 {
        let id = try await withRequests { requests throws(InvalidInput) in try requests.answers.append(answer) }
        await apply(.answersChanged)
        return id
    }

    /// Removes the queued answers.
    func clearAnswers() async { await withRequests { $0.answers.removeAll() } }

    /// Sets the policy for prompts without a queued answer.
    func setUnanswered(_ policy: UnansweredPolicy) async {
        await withRequests { $0.unanswered = policy }
        await apply(.answersChanged)
    }

    /// Changes the answers, or reads them together with other parts of the device, while the device does not change.
    func withRequests<Value: Sendable, Failure>(
        _ body: @Sendable (inout Requests) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await services.device.lock.withLock { () throws(Failure) in try body(&requests) }
    }

    /// Changes the whole device while no request proceeds.
    ///
    /// - Throws: The error that the change throws; in that case it must not have changed anything.
    func swap<Value: Sendable>(
        _ change: @escaping @Sendable (isolated RequestDriver) async throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            add { driver in
                do {
                    continuation.resume(returning: try await driver.services.device.lock.withLock { try await change(driver) })
                    await driver.process(.answersChanged)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    func add(_ job: @escaping Job) {
        mayHaveRequests.store(true, ordering: .sequentiallyConsistent)
        jobs.append(job)
        if isWorking { return }
        isWorking = true
        Task { await work() }
    }

    private func work() async {
        while !jobs.isEmpty {
            let batch = jobs
            jobs = []
            for job in batch { await job(self) }
        }
        isWorking = false
        mayHaveRequests.store(requests.count > 0, ordering: .sequentiallyConsistent)
    }

    private func process(_ event: RequestEvent) async {
        await carryOut(RequestMachine.reduce(&requests, event, environment: environment()))
    }

    private func environment() -> RequestEnvironment {
        RequestEnvironment(
            device: services.device.state, now: services.clock.seconds(), hasFaults: services.faults.areInForce,
            random: systemRandomBytes(32))
    }
}

/// The machine's effects.
extension RequestDriver {
    private func carryOut(_ effects: [RequestEffect]) async {
        for effect in effects { await carryOut(effect) }
    }

    private func carryOut(_ effect: RequestEffect) async {
        switch effect {
        case .ask(let prompt, let source): await ask(prompt, source)
        case .holdPrompt(let prompt): hold(prompt)
        case .hold(let step, let strike): hold(strike, for: step)
        case .withdraw(let step):
            waits.removeValue(forKey: step)?.cancel()
            await agents.withdraw(step)
        case .present(let id, let dialog): await objects.emit(Member.present, [dialog.details], of: id)
        case .dismiss(let id): await objects.emit(Member.dismiss, of: id)
        case .providerSelected(let id, let provider): await objects.emit(Member.providerSelected, [provider], of: id)
        case .change(let step, let changes): await store(changes, for: step)
        case .contactProvider(let step, let contact, let limit): contactProvider(contact, for: step, limit: limit)
        case .complete(let id, let result):
            await objects.emit(Member.completed, [result.details], of: id, isLast: true)
            await agents.end(id)
        case .fail(let id, let error):
            await objects.emit(Member.failed, [error.code.errorName, error.message, error.info], of: id, isLast: true)
            await agents.end(id)
        case .vanish(let id):
            await objects.remove(id)
            await agents.end(id)
        case .record(let record): services.journal.record(record)
        }
    }

    private func ask(_ prompt: Prompt, _ source: PromptSource) async {
        switch source {
        case .script(let id, let answer, let delay):
            let event = RequestEvent.promptAnswered(prompt.id, answer, by: .script(id))
            guard delay > 0 else { return send(event) }
            wait(for: prompt.id) { [providers] in
                await providers.wait(.answer(milliseconds: delay))
                return event
            }
        case .agent(let tried):
            let isAsked = await agents.ask(prompt, except: tried) { [weak self] event in await self?.apply(event) }
            if !isAsked { send(.nobodyToAsk(prompt.id)) }
        }
    }

    /// Stores changes, all or none, and announces them.
    private func store(_ changes: [DeviceEvent], for step: StepID) async {
        do {
            let announcements = try await services.store.perform(changes)
            if let connection = services.bus.connection { await services.notifier.publish(announcements, on: connection) }
            send(.changed(step))
        } catch {
            send(.failed(step, .notStored("\(error)")))
        }
    }

    private func contactProvider(_ contact: ProviderRequest, for step: StepID, limit: Int64?) {
        let sender = requests.request(waitingFor: step).flatMap { try? BusName($0.id.owner) }
        wait(for: step) { [providers] in await providers.event(for: step, contact, within: limit, sender: sender) }
    }

    /// Waits for the event that ends a step, unless the step is withdrawn first.
    func wait(for step: StepID, _ event: @escaping @Sendable () async -> RequestEvent) {
        waits[step] = Task { [weak self] in
            let event = await event()
            if !Task.isCancelled { await self?.end(step, with: event) }
        }
    }

    private func end(_ step: StepID, with event: RequestEvent) {
        waits[step] = nil
        send(event)
    }
}
