import AccountCore
import DBus
import SAML
import TVWorld

/// The faults of the device, and the calls that they affect. They are kept in memory only: a new daemon has the faults of the
/// loaded scenario.
final class Faults: Sendable {
    private let board: FaultBoard
    private let device: Device
    private let callers: Callers
    private let journal: Journal
    private let clock: any WorldClock

    init(
        device: Device, callers: Callers, journal: Journal, clock: any WorldClock,
        wait: @escaping @Sendable (Pause) async -> Void
    ) {
        self.device = device
        self.callers = callers
        self.journal = journal
        self.clock = clock
        board = FaultBoard(side: .device) { milliseconds, end in
            let timer = Task {
                await wait(.fault(milliseconds: milliseconds))
                end()
            }
            return { timer.cancel() }
        }
    }

    /// Whether there are faults. If there are none, calls are handled as usual.
    var areInForce: Bool { board.areInForce }
}

/// The effects on calls.
extension Faults {
    /// Decides what happens to a call, and records it in the journal; nil if it is not affected.
    func strike(_ point: FaultPoint, for caller: CallerContext) -> FaultTable.Strike? {
        guard areInForce else { return nil }
        let strike = board.strike(
            at: point, names: [caller.application.text], now: clock.milliseconds(), includingEverywhere: point.isCall)
        guard let strike else { return nil }
        journal.record(caller.record(.faultStruck, strike.details(at: point)))
        return strike
    }

    /// Applies an effect to a call: the delay, then the hang, then the failure.
    ///
    /// - Parameter sender: The connection that waits; the wait ends when it leaves the bus.
    /// - Throws: `VSError`; `ErrorReply` (NoReply) to simulate a disconnection; `CancellationError` if the caller has left.
    func apply(_ strike: FaultTable.Strike, at point: FaultPoint, sender: BusName?) async throws {
        let goesOn = await board.hold(strike, at: point, owner: sender?.string) { ticket in
            // If the caller left in the meantime, the bus reported that before there was a wait to end.
            if let sender, !callers.contains(sender) { board.leave(ticket: ticket) }
        }
        guard goesOn else { throw CancellationError() }
        switch strike.effect {
        case .none, .saml, .status, .hang: return
        case .disconnect: throw Self.dropped
        case .error(let name):
            guard let code = VSErrorCode(name: name) else { return }
            throw VSError.struck(by: strike.id, code, in: device.state)
        }
    }

    /// Applies an effect to a request or its prompt.
    ///
    /// - Returns: The error that `apply` throws; nil if the caller has left, which ends its request.
    func failure(of strike: FaultTable.Strike, at point: FaultPoint, sender: BusName?) async -> (any Error)? {
        do { try await apply(strike, at: point, sender: sender) } catch { return error is CancellationError ? nil : error }
        return nil
    }

    /// Applies faults to a provider's SAML response.
    ///
    /// - Returns: The defect that the response must have.
    /// - Throws: `VSError`, also when the provider ends the connection; ``StaleVerificationToken``; `CancellationError` if the
    ///   caller has left.
    func defect(of contact: ProviderRequest, sender: BusName?) async throws -> ResponseDefect? {
        guard areInForce, contact.scheme == .saml,
            let strike = strike(
                .deviceSAML,
                for: CallerContext(
                    application: contact.application,
                    identification: device.state.applications[contact.application]?.identification,
                    correlation: contact.correlation))
        else { return nil }
        do { try await apply(strike, at: .deviceSAML, sender: sender) } catch is ErrorReply {
            throw VSError.providerGone(contact.provider)
        }
        switch strike.effect {
        // The two lists are the same; a test compares them.
        case .saml(let fault): return ResponseDefect(rawValue: fault.rawValue)
        case .error(let name):
            switch ProviderFailure(rawValue: name) {
            case .tokenRegenerationNeeded?: throw StaleVerificationToken()
            case .emptyResponse?: throw VSError.emptyResponse(of: contact.provider)
            case nil: return nil
            }
        default: return nil
        }
    }

    /// The bus's error for a callee that leaves without replying.
    private static let dropped = ErrorReply(.noReply, message: "Message recipient disconnected from message bus without replying")

    /// Ends the waits of a connection that has left the bus.
    func forget(_ sender: BusName) { board.leave(sender.string) }
}

/// The management of faults.
extension Faults {
    /// Adds a fault, and assigns a name to it if it has none. Adding an existing fault has no effect.
    ///
    /// - Returns: Its name.
    /// - Throws: `Refusal`, `InvalidInput`.
    func add(_ record: FaultRecord) throws -> String {
        do throws(FaultProblem) {
            let (fault, isNew) = try board.add(record, now: clock.milliseconds())
            if isNew { journal.record(.added(fault)) }
            return fault.id
        } catch {
            if case .point(let name) = error, FaultPoint(named: name) == nil {
                throw Refusal.unknown("fault point", name, known: FaultPoint.names(near: name))
            }
            throw InvalidInput(error)
        }
    }

    /// The faults with their counts, for restoring them later.
    var table: FaultTable { board.table }

    /// The faults with their effects so far, oldest first.
    var all: [FaultRecord] { board.records(now: clock.milliseconds()) }

    /// Releases the calls that hang because of a fault, or at a point.
    ///
    /// - Returns: The number of released calls.
    /// - Throws: `Refusal`.
    func release(_ name: String) throws -> Int {
        guard let (fault, count) = board.release(name) else { throw unknown(name) }
        journal.record(
            JournalRecord(
                .faultReleased,
                details: [
                    JournalDetail("fault", fault?.id ?? ""),
                    JournalDetail("point", (fault?.point ?? FaultPoint(named: name))?.rawValue ?? name),
                    JournalDetail("count", .number(Int64(count))),
                ]))
        return count
    }

    /// Removes a fault, or all faults if the name is empty; the calls that they delay proceed.
    ///
    /// - Throws: `Refusal`.
    func clear(_ name: String = "") throws {
        let removed = board.remove(name.isEmpty ? nil : name)
        guard name.isEmpty || !removed.isEmpty else { throw unknown(name) }
        for fault in removed { journal.record(.removed(fault)) }
    }

    /// Replaces all faults in one step, and restarts the random numbers. Waiting calls proceed.
    ///
    /// - Parameter seed: The seed of the jitter, which makes it reproducible; nil: it is not reproducible.
    func replace(by table: FaultTable, seed: UInt64?) {
        for fault in board.replace(by: table, seed: seed) { journal.record(.removed(fault)) }
        for entry in table.entries { journal.record(.added(entry.fault)) }
    }

    private func unknown(_ name: String) -> Refusal {
        if FaultPoint(named: name) != nil { return Refusal(.notFound, "no fault at \(name)") }
        return .unknown("fault", name, known: board.table.entries.map(\.fault.id))
    }
}

extension JournalRecord {
    fileprivate static func added(_ fault: Fault) -> JournalRecord {
        JournalRecord(
            .faultAdded, application: fault.application.flatMap { try? ApplicationID($0) },
            details: [
                JournalDetail("fault", fault.id), JournalDetail("point", fault.point.rawValue),
                JournalDetail("effect", fault.effect.journalText),
            ])
    }

    fileprivate static func removed(_ fault: Fault) -> JournalRecord {
        JournalRecord(
            .faultRemoved, details: [JournalDetail("fault", fault.id), JournalDetail("point", fault.point.rawValue)])
    }
}

/// A provider requests a new verification token. A simulated provider does so only because of a fault.
struct StaleVerificationToken: Error {}
