import Foundation
import PrivateSession
import Synchronization
import TVWorld

/// One `vsactl run`: a session of its own around a command.
struct PrivateRun: Sendable {
    /// The program and its arguments.
    var command: [String]
    /// The name of the instance whose state is used; nil for a throw-away one.
    var instance: String?
    /// The file with the session's world; nil for the instance's, else the built-in one.
    var worldFile: String?
    /// The scenario that the session begins with; nil for none.
    var scenario: Scenario?
    /// Whether the service speaks TLS.
    var usesTLS = false
    /// Whether the session's folder stays.
    var keepsFolder: Bool
    /// What must be so when the command has ended.
    var expectations: [EventExpectation] = []
    /// The folder that takes journals and logs at the end; nil when nobody wants them.
    var saveFolder: String?
    /// The environment outside.
    var environment: [String: String]
    /// Where remarks go.
    var say: @Sendable (String) -> Void

    /// Runs the command.
    ///
    /// - Parameter signals: The signals that come meanwhile.
    /// - Returns: The exit code for `vsactl`.
    /// - Throws: `Failure` when the session cannot be set up.
    func perform(signals: AsyncStream<SessionSignals.Arrival>) async throws -> Int32 {
        let inbox = SignalInbox(signals)
        let world = try scenario.map { SessionWorld($0.world) } ?? worldFile.map { try SessionWorld(file: $0) }
        let lock = try instance.map { try Instance(name: $0, environment: environment) }
        let record = try saveFolder.map(SavedSession.init)
        let interruption = Interruption()
        let device: PrivateDevice
        switch try await setUp(lock, world, inbox, interruption) {
        case .ready(let started): device = started
        case .interrupted(let signal): return 128 + signal
        }
        let watching = Task { await device.watch(say) }
        let sharing = Task { await device.share() }
        var code = await runCommand(device, inbox, interruption)
        // What the command says goes before what was expected.
        if code == 0, await !areMet(device, inbox) { code = ExitStatus.isFalse.rawValue }
        if let remark = await device.unansweredPrompts()?.remark { say(remark) }
        if let record, let journals = try? await device.journals() {
            await record.save(journals, bus: device.busAddress, logs: device.logs, say: say)
        }
        watching.cancel()
        sharing.cancel()
        await device.end()
        if keepsFolder { say("vsactl: kept \(device.folder)") }
        return code
    }

    /// Whether everything is as expected; what is not is told. A signal ends the waiting.
    private func areMet(_ device: PrivateDevice, _ inbox: SignalInbox) async -> Bool {
        guard !expectations.isEmpty else { return true }
        let checking = Task {
            try await ExpectationRun(journals: try await device.journals(), beginning: .reset).perform(expectations)
        }
        inbox.deliver(to: { _ in checking.cancel() })
        do {
            let failure = ExpectationReport(matchers: try await checking.value).failure
            if let failure { say(failure.text) }
            return failure == nil
        } catch {
            say((error as? Failure)?.text ?? "vsactl: the expectations were not checked: \(error)")
            return false
        }
    }

    private enum SetUp: Sendable {
        case ready(PrivateDevice)
        case interrupted(by: Int32)
    }

    /// Sets the session up. A signal meanwhile ends it, in order.
    private func setUp(
        _ lock: Instance?, _ world: SessionWorld?, _ inbox: SignalInbox, _ interruption: Interruption
    ) async throws -> SetUp {
        let starting = Task {
            try await PrivateDevice.start(
                outer: environment, instance: lock, world: world, scenario: scenario, usesTLS: usesTLS,
                keepsFolder: keepsFolder)
        }
        inbox.deliver(to: { arrival in
            interruption.note(arrival.signal)
            starting.cancel()
        })
        let outcome = await starting.result
        if let signal = interruption.signal {
            if case .success(let device) = outcome { await device.end() }
            return .interrupted(by: signal)
        }
        return .ready(try outcome.get())
    }

    private func runCommand(_ device: PrivateDevice, _ inbox: SignalInbox, _ interruption: Interruption) async -> Int32 {
        let name = command[0]
        guard let program = CommandSearch.find(name, path: device.environment["PATH"] ?? "") else {
            say("vsactl: command not found: \(name)")
            return CommandSearch.notFoundCode
        }
        let child: ChildProcess
        do {
            child = try ChildProcess.start(
                program, arguments: Array(command.dropFirst()), environment: device.environment, standardInput: .inherit,
                group: .callers)
        } catch {
            say("vsactl: \(error)")
            return (error as? SystemError)?.number == ENOENT ? CommandSearch.notFoundCode : CommandSearch.notExecutableCode
        }
        // The command is in the terminal's foreground group, so that what the terminal sends reaches it by itself.
        inbox.deliver(to: { arrival in
            if !arrival.isFromTerminal { child.send(signal: arrival.signal) }
        })
        // It may have come between the end of the set-up and the line above.
        if let signal = interruption.signal { child.send(signal: signal) }
        return await child.wait().shellCode
    }
}

/// The first signal that came while the session was being set up.
private final class Interruption: Sendable {
    private let first = Mutex<Int32?>(nil)

    var signal: Int32? { first.withLock { $0 } }

    func note(_ signal: Int32) { first.withLock { $0 = $0 ?? signal } }
}
