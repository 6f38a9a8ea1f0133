import EntitlementModel
import EntitlementREST
import Foundation
import ServiceAccess
import Synchronization

/// The surroundings of the client of a walk, in the world of the model: service, clock and account. They record lines.
final class WalkSurroundings: EntitlementTransport, EntitlementClock, PartnerAccount {
    /// The call that is being made.
    struct Running: Sendable {
        var interruption: RESTClientInterruption?
        var count = 0
        var cancel: @Sendable () -> Void = {}
    }

    private struct State {
        var world = RESTClientWorld()
        var lines: [String] = []
        var running = Running()
        var fingerprint: String?
        /// Makes a call of the app.
        var call: @Sendable (RESTClientCall) async -> Void = { _ in }
    }

    private let state = Mutex(State())
    /// More lines than any step has: the client would never end.
    private static let limit = 1_000

    var world: RESTClientWorld { state.withLock { $0.world } }
    var now: Date { Date(milliseconds: world.deviceNow) }

    /// Sets the closure that makes the calls that interrupt others.
    func interrupt(with call: @escaping @Sendable (RESTClientCall) async -> Void) { state.withLock { $0.call = call } }

    func happen(_ happening: RESTClientHappening) { state.withLock { $0.world.apply(happening) } }

    /// The app learns of a code.
    func know(_ code: String) {
        state.withLock { if !$0.world.known.contains(code) { $0.world.known.append(code) } }
    }

    /// Starts or continues a call; returns the previous one.
    func exchange(_ running: Running) -> Running {
        state.withLock { state in
            defer { state.running = running }
            return state.running
        }
    }

    func append(_ line: String) { state.withLock { $0.lines.append(line) } }

    func takeLines() -> [String] {
        state.withLock { state in
            defer { state.lines = [] }
            return state.lines
        }
    }

    /// Adds a line, and interrupts the call.
    private func show(_ line: String, isForCredentials: Bool = false) async {
        let (event, running, call) = state.withLock { state in
            state.lines.append(line)
            state.running.count += 1
            var event: RESTClientInterruption.Event?
            if let interruption = state.running.interruption, state.running.count >= interruption.count {
                if case .call = interruption.event, isForCredentials {
                } else {
                    event = interruption.event
                    state.running.interruption = nil
                }
            }
            return (event, state.running, state.call)
        }
        switch event {
        case .cancellation: running.cancel()
        case .call(let interrupting): await call(interrupting)
        case .happening(let happening): happen(happening)
        case nil: break
        }
    }
}

// The service and the clock.
extension WalkSurroundings {
    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportAnswer {
        let known = state.withLock { state in
            let fingerprint = request.headers["AP-Device-Identifier"]
            state.fingerprint = state.fingerprint ?? fingerprint
            return state.fingerprint
        }
        guard let request = RESTClientRequest(request, fingerprint: known) else {
            append("unexpected \(request)")
            return TransportAnswer(status: 404)
        }
        let answer = state.withLock { $0.world.answer(request) }
        // Concurrent calls all reach this point before the first is answered.
        if request.isForCredentials { for _ in 0..<10 { await Task.yield() } }
        await show("\(request)", isForCredentials: request.isForCredentials)
        guard let answer = answer.transported(to: request.call) else { throw TransportFailure(reason: "lost") }
        return answer
    }

    func pause(for duration: Duration) async throws(CancellationError) {
        let seconds = duration.components.seconds
        let count = state.withLock { state in
            state.world.pause(seconds: seconds)
            return state.lines.count
        }
        await show("pause \(seconds)")
        guard !Task.isCancelled, count < Self.limit else { throw CancellationError() }
    }
}

// The account.
extension WalkSurroundings {
    func status() async -> PartnerFrameworkStatus {
        let status = world.account
        await show("account status")
        return PartnerFrameworkStatus(status)
    }

    func signIn(supported: [String], featured: [String]) async -> PartnerSelection {
        let selection = state.withLock { $0.world.select() }
        await show("account dialog [\((supported + featured).joined(separator: ", "))]")
        return switch selection {
        case .signsIn(let status): .status(PartnerFrameworkStatus(status))
        case .unsupported(let identifier): .unsupportedProvider(identifier)
        case .cancels: .cancelled
        case .fails: .failed(.init(code: "3", message: "m"))
        }
    }

    func response(to request: PartnerRequest) async -> PartnerResponse? {
        let response = world.response
        let number = Data(base64Encoded: request.request).map { String(decoding: $0, as: UTF8.self) } ?? "?"
        await show("account response to \(number)")
        return switch response {
        case .response(let provider): PartnerResponse(text: "<response to='\(number)'/>", provider: provider)
        case .blank: PartnerResponse(text: " \n")
        case .nothing: nil
        }
    }
}

extension PartnerFrameworkStatus {
    fileprivate init(_ status: RESTClientStatus) {
        let access: Access =
            switch status.access {
            case .granted: .granted
            case .denied: .denied
            case .notDetermined: .notDetermined
            }
        self.init(
            access: access, provider: status.provider,
            expirationDate: status.end.map { Date(milliseconds: $0) })
    }
}
