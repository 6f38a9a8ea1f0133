import Foundation
import ServiceAccess
import StateDirectory
import Synchronization
import VideoSubscriberAccount

/// A type that receives the callbacks, in order.
protocol CallbackReceiver: Sendable {
    /// Receives a callback about the calls with these tickets.
    func deliver(_ callback: Callback, to tickets: [Ticket])
    /// Ends a call without a callback.
    func supersede(_ call: Ticket)
    /// Makes a call wait for the open login, with the step that the app has to take, if there is one.
    func join(_ call: Ticket, at step: Callback?)
}

/// The engine that runs the machine: it passes events to the machine in order, and performs its effects.
final class Engine: Sendable {
    /// The dependencies with which effects are performed.
    struct Surroundings: Sendable {
        var transport: any Transport
        var account: any SystemAccount
        var store: any Store
        /// Milliseconds since 1970.
        var now: @Sendable () -> Int64
        /// Waits for a number of milliseconds; ends early, with an error, if its task is cancelled.
        var sleep: @Sendable (Int64) async throws -> Void = { try await DeviceClock.sleep(for: .milliseconds($0)) }
        /// Shows a page in the system's browser. The address lacks the value of its last parameter, the address at which the page
        /// ends.
        var show: @Sendable (String) async -> PageEnd
        var journal: Journal?
        /// The executor of the machine and of what it has requested, which block only while a journal line is written; nil for
        /// the threads of all tasks.
        var executor: (any TaskExecutor)?
    }

    private let events: AsyncStream<Event>.Continuation
    private let loop: Task<Void, Never>
    /// The last ticket that the engine itself has generated; those of its caller are smaller.
    private let lastTicket = Atomic<Ticket>(1 << 40)

    init(environment: Environment, surroundings: Surroundings, receiver: any CallbackReceiver) {
        let (stream, events) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        loop = Task.detached(executorPreference: surroundings.executor) {
            var machine = EntitlementMachine(environment: environment)
            let trace = CallTrace()
            var runner = EffectRunner(surroundings: surroundings, receiver: receiver, events: events, trace: trace)
            var inquiries: [@Sendable (NextTurn) -> Void] = []
            for await event in stream {
                let now = surroundings.now()
                if case .whenServed(let inquiry) = event { inquiries.append(inquiry) }
                if let (call, ticket) = event.call {
                    surroundings.journal?.record(call, correlation: ticket.map(trace.identifier), at: now)
                }
                if let request = event.answered { runner.underWay[request] = nil }
                for effect in machine.handle(event, at: now) {
                    runner.perform(effect, for: effect.request.flatMap(machine.ticket))
                }
                guard !inquiries.isEmpty, let turn = machine.nextTurn else { continue }
                for inquiry in inquiries { surroundings.store.afterChanges { inquiry(turn) } }
                inquiries = []
            }
            runner.giveUpAll()
        }
    }

    /// Accepts a call of the app. Calls are processed in the order in which they arrive.
    ///
    /// - Parameter ticket: The caller's number of the call; without it, the engine generates one that identifies its effects.
    func call(_ call: Call, ticket: Ticket? = nil) {
        let ticket = ticket ?? lastTicket.add(1, ordering: .relaxed).newValue
        events.yield(.call(call, ticket: ticket))
    }

    /// Accepts the app's response to a step of the login of a call.
    func reply(_ call: Call, login: Ticket) { events.yield(.reply(call, login: login)) }

    /// Accepts that the app no longer waits for a login.
    ///
    /// - Parameter isLast: Whether it waits for no other.
    func abandon(_ login: Ticket, isLast: Bool) { events.yield(.abandoned(login, isLast: isLast)) }

    /// Runs a closure, after the preceding callbacks, when all calls made so far have been processed.
    func whenServed(_ body: @escaping @Sendable (NextTurn) -> Void) { events.yield(.whenServed(body)) }

    /// Stops: no more requests are made or answered.
    func stop() {
        events.finish()
        loop.cancel()
    }
}

/// The performer of the machine's effects.
private struct EffectRunner {
    let surroundings: Engine.Surroundings
    let receiver: any CallbackReceiver
    let events: AsyncStream<Event>.Continuation
    let trace: CallTrace
    /// The operations that have not ended with an event.
    var underWay: [RequestID: Task<Void, Never>] = [:]

    /// Cancels everything: the app has released the library.
    mutating func giveUpAll() {
        for task in underWay.values { task.cancel() }
        underWay = [:]
    }

    /// Performs an effect.
    ///
    /// - Parameter ticket: The call for which a request is made.
    mutating func perform(_ effect: Effect, for ticket: Ticket?) {
        let (surroundings, events) = (surroundings, events)
        switch effect {
        case .load(let request, let requestor, let reading):
            surroundings.store.load(requestor: requestor, reading) { events.yield(.loaded(request, $0)) }
        case .save(let change): surroundings.store.save(change)
        case .http(let request, var content):
            if let ticket { content.headers.append(trace.header(of: ticket, request: request)) }
            start(request) { [content] in .http(request, await surroundings.transport.send(content)) }
        case .account(let request, let query):
            // The device receives the identifier of the call of the app that it serves.
            CallCorrelation.$identifier.withValue(ticket.map(trace.identifier)) {
                start(request) {
                    .account(request, await surroundings.account.answer(query) { events.yield(.dialog(request, $0)) })
                }
            }
        case .wait(let request, let milliseconds):
            start(request) {
                // A wait that was cancelled has not elapsed.
                (try? await surroundings.sleep(milliseconds)) == nil ? nil : .elapsed(request)
            }
        case .show(let request, let page): start(request) { .page(request, await surroundings.show(page)) }
        case .giveUp(let request): underWay.removeValue(forKey: request)?.cancel()
        case .callback(let callback, let tickets):
            surroundings.journal?.record(
                callback, correlation: tickets.first.map(trace.identifier), at: surroundings.now())
            // Changes must be visible to other processes before they are reported to the app.
            surroundings.store.afterChanges { [receiver] in receiver.deliver(callback, to: tickets) }
        case .superseded(let call): surroundings.store.afterChanges { [receiver] in receiver.supersede(call) }
        case .joined(let call, let step): surroundings.store.afterChanges { [receiver] in receiver.join(call, at: step) }
        }
    }

    /// Starts an operation, which ends with an event unless it is cancelled.
    private mutating func start(_ request: RequestID, _ operation: @escaping @Sendable () async -> Event?) {
        underWay[request] = Task(executorPreference: surroundings.executor) { [events] in
            if let event = await operation() { events.yield(event) }
        }
    }
}

extension Effect {
    fileprivate var request: RequestID? {
        switch self {
        case .http(let request, _), .account(let request, _): request
        case .load, .save, .wait, .show, .giveUp, .callback, .superseded, .joined: nil
        }
    }
}

extension Engine {
    /// Returns the engine of an app, which uses files, HTTP, and the device.
    static func standard(
        softwareStatement: String?, settings: AccessEnablerSettings, storageCheck: IntegrityCheckType,
        receiver: any CallbackReceiver
    ) -> Engine {
        let variables = settings.variables
        let clock = DeviceClock.named(in: settings.environment)
        let applicationID = settings.applicationID
        let statement = softwareStatement?.trimmingCharacters(in: .whitespacesAndNewlines)
        let scheme = settings.redirectScheme.nonEmpty ?? statement.flatMap(SoftwareStatement.redirectScheme)
        let environment = Environment(
            platform: settings.platform, applicationID: applicationID, softwareStatement: statement,
            statementDigest: String(Digest.sha256(statement ?? "").prefix(16)), jitter: .random(in: .min ... .max),
            redirectScheme: scheme?.lowercased(), device: VSApplication.deviceType)
        let serviceURL = settings.serviceURL
        let files = FileStore(
            location: StoreLocation(settings), isSynced: PrivateFile.isSynced(in: variables), now: { clock.milliseconds() },
            service: { ServiceLocation.standard(setting: serviceURL, environment: variables) })
        let browser = SystemBrowser(open: settings.browser ?? SystemBrowser.onDesktop(variables))
        let surroundings = Surroundings(
            transport: HTTPTransport(), account: DeviceAccount(settings.environment),
            store: QueuedStore(files: files, check: storageCheck),
            now: { clock.milliseconds() }, show: { await browser.show($0) },
            journal: variables["VSASIM_JOURNAL"].nonEmpty.flatMap { Journal(path: $0, applicationID: applicationID) },
            executor: HTTPTransport.executor)
        return Engine(environment: environment, surroundings: surroundings, receiver: receiver)
    }
}
