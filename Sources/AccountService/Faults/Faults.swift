import AccountCore
import DBus
import SAML
import Synchronization
import TVWorld

/// The faults of the device, and the calls that they strike. They are kept in memory only: a new daemon has those of the
/// scenario that is loaded.
///
/// Whether there are any is one atomic flag, so that a call without faults takes no lock.
final class Faults: Sendable {
    private struct State {
        var table = FaultTable()
        var jitter = SeededGenerator(seed: nil)
        var lastID = 0

        /// A name that no fault has.
        mutating func spareID() -> String {
            repeat { lastID += 1 } while table.entries.contains { $0.fault.id == "\(Fault.deviceNamePrefix)\(lastID)" }
            return "\(Fault.deviceNamePrefix)\(lastID)"
        }
    }

    private let state = Mutex(State())
    private let isAnyInForce = Atomic(false)
    private let detentions: Detentions
    private let device: Device
    private let journal: Journal
    private let clock: any WorldClock

    init(device: Device, journal: Journal, clock: any WorldClock, wait: @escaping @Sendable (Pause) async -> Void) {
        self.device = device
        self.journal = journal
        self.clock = clock
        detentions = Detentions(wait: wait)
    }

    /// Whether there are faults. Without any a call goes its usual way.
    var areInForce: Bool { isAnyInForce.load(ordering: .relaxed) }
}

/// The calls.
extension Faults {
    /// Tells what happens to a call, and writes it into the journal; nil when nothing goes wrong.
    func strike(_ point: FaultPoint, for caller: AppCall) -> FaultTable.Strike? {
        guard areInForce else { return nil }
        let now = clock.milliseconds()
        let strike = state.withLock { state -> FaultTable.Strike? in
            var jitter = state.jitter
            defer { state.jitter = jitter }
            return state.table.strike(
                at: point, application: caller.application.text, now: now, includingEverywhere: point.isCall
            ) { Int64.random(in: 0...max(0, $0), using: &jitter) }
        }
        guard let strike else { return nil }
        journal.record(caller.record(.faultStruck, strike.details(at: point)))
        return strike
    }

    /// Lets a call suffer what has been decided: it waits, then it hangs, then it fails.
    ///
    /// - Parameter sender: The connection whose leaving ends the waiting.
    /// - Throws: `VSError`; `ErrorReply` (NoReply) for a caller that is dropped; `CancellationError` when nobody waits any more.
    func suffer(_ strike: FaultTable.Strike, at point: FaultPoint, sender: BusName?) async throws {
        let cause = Detentions.Cause(fault: strike.id, point: point, sender: sender)
        if strike.delay > 0 { try await detentions.hold(cause, for: strike.delay) { self.has(strike.id) } }
        switch strike.effect {
        case .none, .saml, .status: return
        case .hang: try await detentions.hold(cause, for: nil) { self.has(strike.id) }
        case .disconnect: throw Self.dropped
        case .error(let name):
            guard let code = VSErrorCode(name: name) else { return }
            throw VSError.struck(by: strike.id, code, in: device.state)
        }
    }

    /// What becomes of somebody who does not fail by throwing.
    enum Outcome: Sendable {
        case goesOn
        case failed(VSError)
        /// Whoever should have answered has gone.
        case dropped
    }

    /// The same as `suffer`, for requests and their questions.
    func outcome(of strike: FaultTable.Strike, at point: FaultPoint, sender: BusName?) async -> Outcome {
        do {
            try await suffer(strike, at: point, sender: sender)
            return .goesOn
        } catch let error as VSError {
            return .failed(error)
        } catch is CancellationError {
            return .goesOn
        } catch {
            return .dropped
        }
    }

    /// Lets faults strike a provider that is about to answer with SAML.
    ///
    /// - Returns: What is to be wrong with the answer.
    /// - Throws: `VSError`, also when the provider ends the connection.
    func defect(of contact: ProviderContact, sender: BusName?) async throws -> ResponseDefect? {
        guard areInForce, contact.scheme == .saml,
            let strike = strike(.deviceSAML, for: AppCall(contact.application, device.state.identification(of: contact)))
        else { return nil }
        guard strike.effect != .disconnect else { throw VSError.providerGone(contact.provider) }
        try await suffer(strike, at: .deviceSAML, sender: sender)
        guard case .saml(let fault) = strike.effect else { return nil }
        // The two lists are the same; a test compares them.
        return ResponseDefect(rawValue: fault.rawValue)
    }

    /// What the bus tells a caller whose callee leaves without an answer.
    static let dropped = ErrorReply(.noReply, message: "Message recipient disconnected from message bus without replying")

    /// Ends the waiting of a connection that has left the bus.
    func forget(_ sender: BusName) { detentions.end(throwing: CancellationError()) { $0.sender == sender } }

    private func has(_ id: String) -> Bool { state.withLock { $0.table.entries.contains { $0.fault.id == id } } }
}

/// The person's side.
extension Faults {
    /// Adds a fault. Adding what is there already changes nothing.
    ///
    /// - Parameter make: Makes the fault; it gets a name for one that has none.
    /// - Returns: Its name.
    /// - Throws: `InvalidInput`; what `make` throws.
    func add(_ make: (_ spare: () -> String) throws -> Fault) throws -> String {
        let now = clock.milliseconds()
        let (fault, isNew) = try state.withLock { state in
            let fault = try make { state.spareID() }
            try fault.checkForDevice()
            if let entry = state.table.entries.first(where: { $0.fault.id == fault.id }) {
                guard entry.fault == fault else {
                    throw InvalidInput(field: "id", message: "another fault is called \(fault.id)")
                }
                return (fault, false)
            }
            try state.table.append(fault, now: now)
            isAnyInForce.store(true, ordering: .relaxed)
            return (fault, true)
        }
        if isNew { journal.record(.added(fault)) }
        return fault.id
    }

    /// The faults with their counts, to be put back.
    var table: FaultTable { state.withLock { $0.table } }

    /// The faults with what they have done, the oldest first.
    var all: [FaultSummary] {
        let entries = state.withLock { $0.table.entries }
        let now = clock.milliseconds()
        return entries.map { entry in
            FaultSummary(
                entry: entry, waiting: detentions.count { $0.fault == entry.fault.id }, isUsedUp: entry.isUsedUp(now: now))
        }
    }

    /// Lets the calls go on that hang because of a fault, or at a point.
    ///
    /// - Returns: How many.
    /// - Throws: `FaultError`.
    func release(_ name: String) throws -> Int {
        let faults = state.withLock { $0.table.entries.map(\.fault) }
        let meant = faults.filter { $0.id == name || $0.point.rawValue == name }
        let count = detentions.end { cause in
            cause.isHanging && (cause.point.rawValue == name || meant.contains { $0.id == cause.fault })
        }
        guard count > 0 || !meant.isEmpty else { throw FaultError.unknownFault(name, known: faults.map(\.id)) }
        journal.record(
            JournalRecord(
                .faultReleased,
                details: [
                    JournalDetail("fault", meant.first?.id ?? ""), JournalDetail("point", meant.first?.point.rawValue ?? name),
                    JournalDetail("count", .number(Int64(count))),
                ]))
        return count
    }

    /// Removes a fault, or all when the name is empty; the calls that wait because of it go on.
    ///
    /// - Throws: `FaultError`.
    func clear(_ name: String = "") throws {
        let removed = try state.withLock { state in
            let removed = state.table.remove { name.isEmpty || $0.id == name }
            if removed.isEmpty, !name.isEmpty {
                throw FaultError.unknownFault(name, known: state.table.entries.map(\.fault.id))
            }
            isAnyInForce.store(!state.table.isEmpty, ordering: .relaxed)
            return removed
        }
        for fault in removed { journal.record(.removed(fault)) }
        detentions.end { cause in removed.contains { $0.id == cause.fault } }
    }

    /// Puts these faults in the place of all others, in one step, and restarts the random numbers. The calls that wait go on.
    ///
    /// - Parameter seed: Makes the jitter reproducible; nil: it is not.
    func replace(by table: FaultTable, seed: UInt64?) {
        let removed = state.withLock { state in
            let removed = state.table.entries.map(\.fault)
            state.table = table
            state.jitter = SeededGenerator(seed: seed)
            isAnyInForce.store(!table.isEmpty, ordering: .relaxed)
            return removed
        }
        for fault in removed { journal.record(.removed(fault)) }
        for entry in table.entries { journal.record(.added(entry.fault)) }
        detentions.end { cause in removed.contains { $0.id == cause.fault } }
    }
}

/// A fault with what it has done.
struct FaultSummary: Sendable {
    var entry: FaultTable.Entry
    /// How many calls hang, or are late, because of it.
    var waiting: Int
    /// Whether it will never strike again.
    var isUsedUp: Bool
}

extension FaultPoint {
    /// Whether an app calls here; at the other points a call is on its way that every call's faults have had their chance with.
    fileprivate var isCall: Bool { ![.deviceSAML, .accessPrompt, .picker, .signIn].contains(self) }
}

extension DeviceState {
    /// How the app of a contact was recognised.
    fileprivate func identification(of contact: ProviderContact) -> Identification? {
        applications[contact.application]?.identification
    }
}

extension JournalRecord {
    /// That a fault is in force.
    fileprivate static func added(_ fault: Fault) -> JournalRecord {
        JournalRecord(
            .faultAdded, application: fault.application.flatMap { try? ApplicationID($0) },
            details: [
                JournalDetail("fault", fault.id), JournalDetail("point", fault.point.rawValue),
                JournalDetail("effect", fault.effect.journalText),
            ])
    }

    /// That a fault is gone.
    fileprivate static func removed(_ fault: Fault) -> JournalRecord {
        JournalRecord(
            .faultRemoved, details: [JournalDetail("fault", fault.id), JournalDetail("point", fault.point.rawValue)])
    }
}

extension FaultTable {
    /// Adds a fault, with refusals in the words of the bus.
    fileprivate mutating func append(_ fault: Fault, now: Int64) throws(InvalidInput) {
        do throws(Refusal) { try add(fault, now: now) } catch {
            switch error {
            case .duplicate(let id): throw InvalidInput(field: "id", message: "another fault is called \(id)")
            case .full(let limit): throw InvalidInput(field: "at", message: "there can be at most \(limit) faults")
            }
        }
    }
}
