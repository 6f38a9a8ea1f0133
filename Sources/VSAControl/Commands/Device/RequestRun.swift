import ArgumentParser
import DBus
import DeviceInterfaces
import FoundationEssentials
import Glibc
import SessionJournals
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

    /// Stores the first interruption.
    private final class Latch: Sendable {
        private let first = Mutex<Interruption?>(nil)

        var value: Interruption? { first.withLock { $0 } }

        /// Returns whether it is the first.
        func set(_ interruption: Interruption) -> Bool {
            first.withLock { first in
                guard first == nil else { return false }
                first = interruption
                return true
            }
        }
    }

    /// The usage description for apps without one, which would be rejected.
    private static let usageDescription = "vsactl makes requests as this app."

    /// Creates the request and follows it to its end.
    ///
    /// - Throws: `Failure` or `ExitCode` with the exit code.
    func perform(_ member: MemberName, _ details: VariantDictionary) async throws {
        let device = try await DeviceControl.connect(address: global.address)
        let known = try? await device.applications().first { $0.id == app.application }
        let usage = app.usageDescription ?? (known?.usageDescription == nil ? Self.usageDescription : nil)
        let start = (try? await device.journal(after: nil, limit: 1))?.last?.id.sequence ?? 0
        // From before the request: a device that leaves at once must be noticed.
        let presence = try await device.presence()
        let request: ApplicationRequest
        do {
            let client = try await ApplicationClient(
                application: app.application, usageDescription: usage, address: global.address)
            request = try await client.request(member, details)
        } catch let failure as SubscriberFailure {
            try app.show(failure, global)
            return
        }
        let interruption = Latch()
        let outcome: ApplicationRequest.Event? = try await withThrowingTaskGroup(of: ApplicationRequest.Event?.self) { group in
            group.addTask { try await follow(request) }
            group.addTask {
                await presence.hasLeft()
                return nil
            }
            group.addTask {
                try await interrupt(request, interruption)
                await Waiting.forever()
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        guard let outcome else { throw Failure(.unreachable, "the device (vsad) has left the bus before the request ended") }
        try await end(outcome, interruption.value, request, device, start)
    }

    private func follow(_ request: ApplicationRequest) async throws -> ApplicationRequest.Event? {
        var last: ApplicationRequest.Event?
        try await request.follow { event in
            last = event
            if !event.isLast || global.json { show(event, request) }
            if case .providerSelected = event, let confirms { try await request.confirm(confirms) }
        }
        return last
    }

    /// Waits for a signal or the time limit, and cancels the request. A signal after that exits immediately.
    ///
    /// - Throws: `Failure` if the device does not answer.
    private func interrupt(_ request: ApplicationRequest, _ interruption: Latch) async throws {
        let (interruptions, feed) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await arrival in SessionSignals.arrivals() {
                    guard interruption.set(.signal(arrival.signal)) else { exit(128 + arrival.signal) }
                    feed.yield(())
                }
            }
            if let timeout = options.timeout {
                group.addTask {
                    if await Waiting.pass(timeout.duration), interruption.set(.timeout) { feed.yield(()) }
                }
            }
            // The signals are awaited in the meantime.
            group.addTask {
                for await _ in interruptions { try await request.cancel() }
            }
            while try await group.next() != nil {}
        }
    }

    private func end(
        _ outcome: ApplicationRequest.Event, _ interruption: Interruption?, _ request: ApplicationRequest,
        _ device: DeviceControl, _ start: Int64
    ) async throws {
        switch outcome {
        case .completed(let metadata):
            if !global.json { global.show(RequestOutcomeReport(application: app.application, metadata: metadata)) }
            guard let status = metadata[SubscriberAccountInterface.Key.accessStatus],
                status != .string(AccessStatus.granted.rawValue)
            else { return }
            throw ExitCode(ExitStatus.isFalse.rawValue)
        case .failed(let failure):
            switch interruption {
            case .signal(let signal): throw ExitCode(128 + signal)
            case .timeout:
                throw Failure(.timedOut, "the request did not finish in time")
            case nil: break
            }
            if failure.name == SubscriberAccountInterface.Failure.userCancelled.lastPart,
                let reason = await whyNobodyAnswered(request, device, start)
            {
                throw Failure(
                    .nobodyAnswered, "nobody could answer the prompt: \(reason)",
                    advice: "Queue an answer with: vsactl answer KIND VALUE\nor start an agent with: vsactl agent run")
            }
            if !global.json { global.remark(SubscriberFailureReport(application: app.application, failure: failure).plain) }
            throw ExitCode(ExitStatus.failed.rawValue)
        default: return
        }
    }

    /// Returns the reason from the device's journal why the request's last prompt ended without an answer; nil if it was
    /// answered.
    private func whyNobodyAnswered(_ request: ApplicationRequest, _ device: DeviceControl, _ start: Int64) async -> String? {
        guard let entries = try? await device.journal(after: start, application: app.application) else {
            return nil
        }
        let last = entries.map(\.entry).last { entry in
            guard entry.event.hasPrefix("prompt."), let path = entry.details["request"]?.text else { return false }
            return request.path.string.hasSuffix("/" + path)
        }
        guard let last, last.event == "prompt.ended", let reason = last.details["reason"]?.text else { return nil }
        // The cause of the request's end, such as a fault, also ended the prompt; the request itself then contains the reason.
        return reason == "the request ended" ? nil : reason
    }

    private func show(_ event: ApplicationRequest.Event, _ request: ApplicationRequest) {
        global.stream(RequestEventReport(application: app.application, request: request.path.string, event: event))
    }
}

/// A signal of a request.
struct RequestEventReport: Report {
    var application: String
    var request: String
    var event: ApplicationRequest.Event

    var document: JSON {
        func document(_ signal: String, _ members: KeyValuePairs<String, JSON> = [:]) -> JSON {
            let head = [("application", application), ("request", request), ("signal", signal)].map {
                JSON.Member($0, .string($1))
            }
            return .document(head + members.map { .init($0, $1) })
        }
        return switch event {
        case .present(let dialog): document("present", ["dialog": dialog])
        case .dismiss: document("dismiss")
        case .providerSelected(let provider): document("provider-selected", ["provider": .string(provider)])
        case .completed(let metadata): document("completed", ["metadata": metadata])
        case .failed(let failure): document("failed", ["error": failure.json])
        }
    }

    func text(_ style: Style) -> String {
        switch event {
        case .present(let dialog):
            (["present"]
                + ["kind", "title", "provider"].compactMap { name in
                    if case .string(let text)? = dialog[name] { SafeText.line(text) } else { nil }
                }).joined(separator: "  ")
        case .dismiss: "dismiss"
        case .providerSelected(let provider): "provider-selected  \(SafeText.line(provider))"
        case .completed, .failed: ""
        }
    }
}

/// The outcome of a request.
struct RequestOutcomeReport: Report {
    var application: String
    var metadata: JSON

    var document: JSON { MetadataReport(application: application, metadata: metadata).document }

    func text(_ style: Style) -> String {
        if case .string(let status)? = metadata[SubscriberAccountInterface.Key.accessStatus] {
            return style.text(SafeText.line(status), AccessStatus.emphasis(status))
        }
        return MetadataReport(application: application, metadata: metadata).text(style)
    }
}
