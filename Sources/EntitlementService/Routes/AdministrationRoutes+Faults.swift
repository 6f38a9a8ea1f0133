import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// What goes wrong on demand.
    var faultAdministration: [Route] {
        [
            administration(.get, "faults") { _ in listFaults() },
            administration(.post, "faults") { try addFault($0) }.taking(.json),
            administration(.delete, "faults") { call in
                clearFaults(requestID: call.requestID)
                return .empty(.noContent)
            },
            administration(.delete, "faults/{id}") { try removeFault($0) },
            administration(.post, "faults/{id}/release") { try releaseFault($0) },
        ]
    }

    private func listFaults() -> Response {
        let now = engine.clock.milliseconds()
        return .json(
            .ok,
            .object([
                .init("faults", .array(engine.faults.entries.map { Self.json($0.entry, waiting: $0.waiting, now: now) }))
            ]))
    }

    private func addFault(_ call: Call) throws -> Response {
        let fault = try FaultFields(AdministrationFields(try call.json(), known: FaultFields.known)).fault {
            engine.faults.freeName
        }
        try engine.add(fault, requestID: call.requestID)
        let now = engine.clock.milliseconds()
        let added = engine.faults.entries.first { $0.entry.fault.id == fault.id }
        return .json(.created, added.map { Self.json($0.entry, waiting: $0.waiting, now: now) } ?? .object(fault.members))
    }

    private func removeFault(_ call: Call) throws -> Response {
        let id = call.part("id")
        guard engine.removeFault(id, requestID: call.requestID) else { throw Self.noFault(id) }
        return .empty(.noContent)
    }

    private func releaseFault(_ call: Call) throws -> Response {
        let id = call.part("id")
        guard let count = engine.releaseFault(id, requestID: call.requestID) else { throw Self.noFault(id) }
        return .json(.ok, .object([.init("released", .integer(count))]))
    }

    /// Removes all faults, and lets go on who waits.
    func clearFaults(requestID: String) {
        for fault in engine.faults.replace(with: FaultTable()) { engine.note(removalOf: fault, requestID: requestID) }
    }

    private static func noFault(_ id: String) -> AdministrationError {
        AdministrationError(.notFound, "not_found", "There is no fault \"\(id.prefix(64))\".")
    }

    private static func json(_ entry: FaultTable.Entry, waiting: Int, now: Int64) -> JSON {
        .object(
            entry.fault.members + [
                .init("seen", .integer(entry.seen)), .init("struck", .integer(entry.struck)),
                .init("waiting", .integer(waiting)), .init("usedUp", .bool(entry.isUsedUp(now: now))),
            ])
    }
}

extension EntitlementEngine {
    /// Adds a fault.
    ///
    /// - Throws: ``AdministrationError`` when there is one of that name, or no room.
    func add(_ fault: Fault, requestID: String) throws {
        do throws(FaultTable.Refusal) {
            try faults.add(fault, now: clock.milliseconds())
        } catch {
            switch error {
            case .duplicate(let id):
                throw AdministrationError(.conflict, "conflict", "There is a fault \"\(id)\" already (id).")
            case .full(let limit):
                throw AdministrationError(.conflict, "conflict", "There are \(limit) faults already; remove one.")
            }
        }
        note(.faultAdded, fault, requestID: requestID)
    }

    /// Removes a fault; false when there is none of that name.
    func removeFault(_ id: String, requestID: String) -> Bool {
        guard let fault = faults.remove(id) else { return false }
        note(removalOf: fault, requestID: requestID)
        return true
    }

    /// Lets calls go on that hang on a fault, or on any at a point; nil when there is no such fault.
    func releaseFault(_ name: String, requestID: String) -> Int? {
        guard let count = faults.release(name) else { return nil }
        let isPoint = FaultPoint(rawValue: name) != nil
        journal.append(
            time: clock.milliseconds(), event: .faultReleased, requestID: requestID, outcome: "ok",
            details: [isPoint ? "point" : "fault": name, "count": String(count)])
        return count
    }

    /// Tells the journal that a fault is gone.
    func note(removalOf fault: Fault, requestID: String) { note(.faultRemoved, fault, requestID: requestID) }

    private func note(_ event: JournalEvent, _ fault: Fault, requestID: String) {
        journal.append(
            time: clock.milliseconds(), event: event, requestID: requestID, outcome: "ok",
            details: ["fault": fault.id, "point": fault.point.rawValue, "effect": fault.effect.journalText])
    }
}
