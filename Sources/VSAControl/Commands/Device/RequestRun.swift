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

    /// The state that the tasks of the run share: the request as soon as there is one, and the outcome of the first interruption.
    private final class State: Sendable {
        private let values = Mutex<(request: ApplicationRequest?, interruption: (any Error)?)>((nil, nil))
        let (interruptions, feed) = AsyncStream.makeStream(of: (any Error).self)

        var interruption: (any Error)? { values.withLock { $0.interruption } }

        var request: ApplicationRequest? {
            get { values.withLock { $0.request } }
            set { values.withLock { $0.request = newValue } }
        }

        /// Records an interruption, and returns whether it is the first.
        func interrupt(_ outcome: any Error) -> Bool {
            let isFirst = values.withLock { values in
                defer { values.interruption = values.interruption ?? outcome }
                return values.interruption == nil
            }
            if isFirst { feed.yield(outcome) }
            return isFirst
        }
    }

    /// The usage description for apps without one, which would be rejected.
    private static let usageDescription = "vsactl makes requests as this app."

    /// Creates the request and follows it to its end.
    ///
    /// - Throws: `Failure` or `ExitCode` with the exit code.
    func perform(_ member: MemberName, _ details: VariantDictionary) async throws {
        let state = State()
        try await Waiting.first(
            { try await make(member, details, state) },
            {
                try await awaitInterruption(state)
                await Waiting.forever()
            })
    }

    private func make(_ member: MemberName, _ details: VariantDictionary, _ state: State) async throws {
        let device = try await DeviceControl.connect(address: global.address)
        // Starts the device if it is not running, and throws the reason if it cannot start.
        _ = try await device.status()
        let known = try? await device.applications().first { $0.id == app.application }
        let usage = app.usageDescription ?? (known?.usageDescription == nil ? Self.usageDescription : nil)
        // The last entry of the journal before the request, which explains its end.
        let start = (try? await device.journal(after: nil, limit: 1))?.last?.id.sequence ?? 0
        let request: ApplicationRequest
        do {
            let client = try await ApplicationClient(
                application: app.application, usageDescription: usage, address: global.address)
            request = try await client.request(member, details)
        } catch {
            throw app.ending(with: error, global)
        }
        state.request = request
        let outcome = try await follow(request)
        try await end(outcome, state.interruption) { await whyNobodyAnswered(request, at: device, after: start) }
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
    private func awaitInterruption(_ state: State) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await arrival in SessionSignals.arrivals() {
                    let code = 128 + arrival.signal
                    if !state.interrupt(ExitCode(code)) { exit(code) }
                }
            }
            if let timeout = options.timeout {
                group.addTask {
                    guard await Waiting.pass(timeout.duration) else { return }
                    _ = state.interrupt(Failure(.timedOut, "the request did not finish in time"))
                }
            }
            // The signals are awaited in the meantime.
            group.addTask {
                for await interruption in state.interruptions {
                    guard let request = state.request else { throw interruption }
                    try await request.cancel()
                }
            }
            while try await group.next() != nil {}
        }
    }

    private func end(
        _ outcome: ApplicationRequest.Event, _ interruption: (any Error)?, whyNobodyAnswered: () async -> String?
    ) async throws {
        switch outcome {
        case .completed(let metadata):
            if !global.json { global.show(.metadata(metadata, of: app.application)) }
            guard let status = metadata[SubscriberAccountInterface.Key.accessStatus],
                status != .string(AccessStatus.granted.rawValue)
            else { return }
            throw ExitCode(ExitStatus.isFalse.rawValue)
        case .failed(let failure):
            if let interruption { throw interruption }
            if failure.name == SubscriberAccountInterface.Failure.userCancelled.lastPart,
                let reason = await whyNobodyAnswered()
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
    private func whyNobodyAnswered(
        _ request: ApplicationRequest, at device: DeviceControl, after start: Int64
    ) async -> String? {
        guard let entries = try? await device.journal(after: start, application: app.application) else { return nil }
        let last = entries.last { entry in
            guard entry.event.hasPrefix("prompt."), let path = entry.details["request"]?.text else { return false }
            return request.path.string.hasSuffix("/" + path)
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
        let (signal, members, text): (String, KeyValuePairs<String, (any JSONConvertible)?>, String) =
            switch event {
            case .present(let dialog):
                ("present", ["dialog": dialog], line(["present"] + ["kind", "title", "provider"].map { dialog[$0]?.text }))
            case .dismiss: ("dismiss", [:], "dismiss")
            case .providerSelected(let provider):
                ("provider-selected", ["provider": provider], line(["provider-selected", provider]))
            case .completed(let metadata): ("completed", ["metadata": metadata], "")
            case .failed(let failure): ("failed", ["error": failure], "")
            }
        let head = JSON.all(["application": application, "request": request, "signal": signal])
        return Report(document: .document(head + JSON.all(members))) { _ in text }
    }
}
