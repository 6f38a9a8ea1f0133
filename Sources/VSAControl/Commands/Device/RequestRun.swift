import ArgumentParser
import DBus
import DeviceInterfaces
import Glibc
import Synchronization
import TVWorld

/// One `vsactl request`: the request, its signals, its outcome and the exit code.
struct RequestRun: Sendable {
    var app: ActingAsApp
    var options: RequestOptions
    var global: GlobalOptions
    /// The app's decision about the selected provider; nil: the app is not asked.
    var confirms: Bool?

    /// An external event that ended the request.
    private enum Interruption: Sendable {
        case signal(Int32)
        case timeout
    }

    /// What the tasks of the run share: the first interruption, and the request as soon as there is one.
    private final class State: Sendable {
        private let first = Mutex<Interruption?>(nil)
        private let current = Mutex<ApplicationRequest?>(nil)

        var interruption: Interruption? { first.withLock { $0 } }

        var request: ApplicationRequest? {
            get { current.withLock { $0 } }
            set { current.withLock { $0 = newValue } }
        }

        /// Returns whether it is the first.
        func set(_ interruption: Interruption) -> Bool {
            first.withLock { first in
                guard first == nil else { return false }
                first = interruption
                return true
            }
        }
    }

    /// A request with what is needed to explain its end.
    private struct Started: Sendable {
        let request: ApplicationRequest
        let device: DeviceControl
        let presence: DevicePresence
        /// The last entry of the journal before it.
        let start: Int64
    }

    /// The usage description for apps without one, which would be rejected.
    private static let usageDescription = "vsactl makes requests as this app."

    /// Creates the request and follows it to its end.
    ///
    /// - Throws: `Failure` or `ExitCode` with the exit code.
    func perform(_ member: MemberName, _ details: VariantDictionary) async throws {
        let state = State()
        try await Waiting.first(
            {
                let started = try await start(member, details)
                state.request = started.request
                try await finish(started, state)
            },
            {
                try await interrupt(state)
                await Waiting.forever()
            })
    }

    /// Creates the request. A refusal of the device is shown.
    private func start(_ member: MemberName, _ details: VariantDictionary) async throws -> Started {
        let device = try await DeviceControl.connect(address: global.address)
        let known = try? await device.applications().first { $0.id == app.application }
        let usage = app.usageDescription ?? (known?.usageDescription == nil ? Self.usageDescription : nil)
        let start = (try? await device.journal(after: nil, limit: 1))?.last?.id.sequence ?? 0
        // From before the request: a device that leaves at once must be noticed.
        let presence = try await device.presence()
        do {
            let client = try await ApplicationClient(
                application: app.application, usageDescription: usage, address: global.address)
            return Started(
                request: try await client.request(member, details), device: device, presence: presence, start: start)
        } catch {
            throw app.ending(with: error, global)
        }
    }

    private func finish(_ started: Started, _ state: State) async throws {
        let outcome = try await Waiting.first(
            { try await follow(started.request) },
            { () -> ApplicationRequest.Event in
                await started.presence.hasLeft()
                throw Failure(.unreachable, "the device (vsad) has left the bus before the request ended")
            })
        try await end(outcome, state.interruption, started)
    }

    private func follow(_ request: ApplicationRequest) async throws -> ApplicationRequest.Event {
        try await request.follow { event in
            if !event.isLast || global.json {
                global.stream(.signal(event, application: app.application, request: request.path.string))
            }
            if case .providerSelected = event, let confirms { try await request.confirm(confirms) }
        }
    }

    /// Waits for a signal or the time limit, and cancels the request. A signal after that exits immediately.
    ///
    /// - Throws: The outcome if the device has not accepted the request yet; `Failure` if it does not answer.
    private func interrupt(_ state: State) async throws {
        let (interruptions, feed) = AsyncStream.makeStream(of: Interruption.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await arrival in SessionSignals.arrivals() {
                    guard state.set(.signal(arrival.signal)) else { exit(128 + arrival.signal) }
                    feed.yield(.signal(arrival.signal))
                }
            }
            if let timeout = options.timeout {
                group.addTask {
                    if await Waiting.pass(timeout.duration), state.set(.timeout) { feed.yield(.timeout) }
                }
            }
            // The signals are awaited in the meantime.
            group.addTask {
                for await interruption in interruptions {
                    guard let request = state.request else { throw Self.outcome(of: interruption) }
                    try await request.cancel()
                }
            }
            while try await group.next() != nil {}
        }
    }

    /// The outcome of a request that was interrupted.
    private static func outcome(of interruption: Interruption) -> any Error {
        switch interruption {
        case .signal(let signal): ExitCode(128 + signal)
        case .timeout: Failure(.timedOut, "the request did not finish in time")
        }
    }

    private func end(_ outcome: ApplicationRequest.Event, _ interruption: Interruption?, _ started: Started) async throws {
        switch outcome {
        case .completed(let metadata):
            if !global.json { global.show(.metadata(metadata, of: app.application)) }
            guard let status = metadata[SubscriberAccountInterface.Key.accessStatus],
                status != .string(AccessStatus.granted.rawValue)
            else { return }
            throw ExitCode(ExitStatus.isFalse.rawValue)
        case .failed(let failure):
            if let interruption { throw Self.outcome(of: interruption) }
            if failure.name == SubscriberAccountInterface.Failure.userCancelled.lastPart,
                let reason = await whyNobodyAnswered(started)
            {
                throw Failure(
                    .nobodyAnswered, "nobody could answer the prompt: \(reason)",
                    advice: "Queue an answer with: vsactl answer KIND VALUE\nor start an agent with: vsactl agent run")
            }
            if !global.json { StandardStream.remark(failure.text) }
            throw ExitCode(ExitStatus.failed.rawValue)
        default: return
        }
    }

    /// Returns the reason from the device's journal why the request's last prompt ended without an answer; nil if it was
    /// answered.
    private func whyNobodyAnswered(_ started: Started) async -> String? {
        guard let entries = try? await started.device.journal(after: started.start, application: app.application) else {
            return nil
        }
        let last = entries.map(\.entry).last { entry in
            guard entry.event.hasPrefix("prompt."), let path = entry.details["request"]?.text else { return false }
            return started.request.path.string.hasSuffix("/" + path)
        }
        guard let last, last.event == JournalEvent.promptEnded.rawValue, let reason = last.details["reason"]?.text
        else { return nil }
        // The cause of the request's end, such as a fault, also ended the prompt; the request itself then contains the reason.
        return reason == "the request ended" ? nil : reason
    }
}

extension Report {
    /// Returns a signal of a request. The end has no text: its outcome is shown separately.
    static func signal(_ event: ApplicationRequest.Event, application: String, request: String) -> Report {
        func line(_ words: [String?]) -> String { words.compactMap(\.self).map(SafeText.line).joined(separator: "  ") }
        let (signal, members, text): (String, KeyValuePairs<String, JSON>, String) =
            switch event {
            case .present(let dialog):
                ("present", ["dialog": dialog], line(["present"] + ["kind", "title", "provider"].map { dialog[$0]?.text }))
            case .dismiss: ("dismiss", [:], "dismiss")
            case .providerSelected(let provider):
                ("provider-selected", ["provider": .string(provider)], line(["provider-selected", provider]))
            case .completed(let metadata): ("completed", ["metadata": metadata], "")
            case .failed(let failure): ("failed", ["error": failure.json], "")
            }
        let head = [("application", application), ("request", request), ("signal", signal)].map {
            JSON.Member($0, .string($1))
        }
        return Report(document: .document(head + members.map { JSON.Member($0, $1) })) { _ in text }
    }
}
