import Administration
import HTTPTypes
import Hummingbird
import TVWorld

extension AdministrationController {
    /// The routes for faults.
    var faultAdministration: [Route] {
        [
            listing("faults") { _ in try await faults() },
            creating("faults") { body, requestID in
                let record = try FaultRecord(AdministrationFields(body, known: FaultRecord.knownMembers))
                return try await addFault(record, requestID: requestID).json
            },
            removing("faults") { try await clearFaults(requestID: $0.requestID) },
            removing("faults/{id}") { try await removeFault($0.part("id"), requestID: $0.requestID) },
            administration(.post, "faults/{id}/release") {
                .json(.ok, try await releaseFault($0.part("id"), requestID: $0.requestID).json)
            },
        ]
    }

    /// Returns the faults.
    func faults() async throws -> [FaultRecord] {
        _ = try await engine.currentFaults()
        return engine.faults.records(now: engine.clock.milliseconds())
    }

    /// Adds a fault, and assigns a name if it has none.
    ///
    /// - Throws: ``ServiceError`` if it is invalid, its name is in use, or there are too many faults.
    @discardableResult
    func addFault(_ record: FaultRecord, requestID: String) async throws -> FaultRecord {
        let now = engine.clock.milliseconds()
        do {
            let fault = try await engine.withFaults { try $0.add(record, now: now).fault }
            engine.note(.faultAdded, fault, requestID: requestID)
            return engine.faults.records(now: engine.clock.milliseconds()).first { $0.id == fault.id } ?? FaultRecord(fault)
        } catch let problem as FaultProblem { throw ServiceError(problem) }
    }

    /// Removes a fault.
    func removeFault(_ id: String, requestID: String) async throws {
        guard let fault = try await engine.withFaults({ $0.remove(id) }).first else { throw Self.noFault(id) }
        engine.note(.faultRemoved, fault, requestID: requestID)
    }

    /// Releases the calls that hang because of a fault, or at a point.
    @discardableResult
    func releaseFault(_ id: String, requestID: String) async throws -> ReleaseResource {
        guard let count = engine.faults.release(id)?.count else { throw Self.noFault(id) }
        try await engine.shareRelease(id)
        let isPoint = FaultPoint(rawValue: id) != nil
        engine.journal.append(
            time: engine.clock.milliseconds(), event: .faultReleased, requestID: requestID, outcome: "ok",
            details: [isPoint ? "point" : "fault": id, "count": String(count)])
        return ReleaseResource(released: Int64(count))
    }

    /// Removes all faults, and releases the waiting calls.
    func clearFaults(requestID: String) async throws {
        for fault in try await engine.withFaults({ $0.replace(by: FaultTable(), seed: nil) }) {
            engine.note(.faultRemoved, fault, requestID: requestID)
        }
    }

    private static func noFault(_ id: String) -> ServiceError { .unknown("Fault", id, "does not exist") }
}
