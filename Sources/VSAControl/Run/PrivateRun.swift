import ArgumentParser
import PrivateSession
import TVWorld
import TerminalProgress

/// One `vsactl run`: a private session around a command.
struct PrivateRun: Sendable {
    var command: [String]
    var plan: SessionPlan
    /// Whether the dashboard may send commands to an `entitle` of the session.
    var hasConsole: Bool
    /// The folder in which to save journals and logs at the end; nil for none.
    var saveFolder: String?

    /// Runs the command.
    ///
    /// - Parameter signals: The signals that arrive in the meantime.
    /// - Returns: The exit code for `vsactl`.
    /// - Throws: `Failure` if the session cannot be set up.
    func perform(signals: AsyncStream<SessionSignals.Arrival>) async throws -> Int32 {
        let record = try saveFolder.map(SavedSession.init)
        let start = SystemClock.machineMicroseconds()
        let starting = Task { try await PrivateDevice.start(plan) }
        // A signal ends the setup in an orderly way.
        let inbox = SignalInbox(signals) { if $0.isEnding { starting.cancel() } }
        let outcome = try await Progress.during("setting up the session") { await starting.result }
        if let signal = inbox.firstEnding {
            await (try? outcome.get())?.end()
            return 128 + signal
        }
        let device = try outcome.get()
        var alongside = [Task { await device.watch() }, Task { await device.share() }]
        if hasConsole { alongside.append(Task { await device.relayConsole() }) }
        let commandCode = await runCommand(device, inbox)
        let concluding = Task { await conclude(device, record, commandCode, since: start) }
        inbox.deliver { if $0.isEnding { concluding.cancel() } }
        let code = await concluding.value
        for task in alongside { task.cancel() }
        await device.end()
        if plan.keepsFolder { StandardStream.remark("vsactl: kept \(device.places.folder)") }
        return code
    }

    /// Checks the expectations, reports unanswered prompts and saves the session. Cancelling the task, as a signal does, skips
    /// the rest.
    ///
    /// - Parameter start: The machine's time at the start of the session in Unix microseconds.
    /// - Returns: The exit code for `vsactl`; the command's takes precedence over the expectations.
    private func conclude(
        _ device: PrivateDevice, _ record: SavedSession?, _ commandCode: Int32, since start: Int64
    ) async -> Int32 {
        let expectations = plan.scenario?.expectations ?? []
        let checksExpectations = commandCode == 0 && !expectations.isEmpty
        let (journals, absences) = await device.readableJournals(withService: checksExpectations || record != nil)
        var isMet = true
        if checksExpectations, absences.isEmpty {
            isMet = await areMet(expectations, journals)
        } else if checksExpectations {
            StandardStream.remark("vsactl: the expectations were not checked: \(absences.joined(separator: "; "))")
            isMet = false
        }
        if let remark = await UnansweredPrompts.remark(in: journals, since: start) { StandardStream.remark(remark) }
        let logs = [device.places.busLog, device.places.serviceLog]
        await record?.save(journals, absences: absences, bus: device.bus.address, logs: logs)
        return isMet ? commandCode : ExitStatus.isFalse.rawValue
    }

    /// Returns whether all expectations are met; unmet ones are reported.
    private func areMet(_ expectations: [EventExpectation], _ journals: TimelineJournals) async -> Bool {
        do {
            let matchers = try await ExpectationRun(journals: journals, beginning: .reset).perform(expectations)
            let failure = Failure.unmet(matchers)
            if let failure { StandardStream.remark(failure.text) }
            return failure == nil
        } catch {
            let reason = error is CancellationError ? "a signal ended the wait" : "\(error)"
            StandardStream.remark((error as? Failure)?.text ?? "vsactl: the expectations were not checked: \(reason)")
            return false
        }
    }

    private func runCommand(_ device: PrivateDevice, _ inbox: SignalInbox) async -> Int32 {
        let child: ChildProcess
        do throws(ExitCode) {
            child = try UserCommand.start(command, environment: device.environment)
        } catch {
            return error.rawValue
        }
        // The command is in the terminal's foreground group, so signals of the terminal reach it directly.
        let early = inbox.deliver { if !$0.isFromTerminal { child.send(signal: $0.signal) } }
        // It may have arrived between the end of the setup and the line above.
        if let early { child.send(signal: early) }
        return await child.wait().shellCode
    }
}
