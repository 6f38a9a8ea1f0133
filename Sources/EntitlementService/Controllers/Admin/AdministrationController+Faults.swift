import Administration
import EntitlementCore
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
            removing("faults") { try await clearFaults(nil, requestID: $0.requestID) },
            removing("faults/{id}") { try await clearFaults($0.part("id"), requestID: $0.requestID) },
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
            return FaultRecord(fault)
        } catch let problem as FaultProblem { throw ServiceError(problem) }
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

    /// Removes a fault, or all faults if the name is nil, and releases the waiting calls.
    func clearFaults(_ id: String?, requestID: String) async throws {
        let removed = try await engine.withFaults { $0.remove(id) }
        if let id, removed.isEmpty { throw Self.noFault(id) }
        for fault in removed { engine.note(.faultRemoved, fault, requestID: requestID) }
    }

    private static func noFault(_ id: String) -> ServiceError { .unknown("Fault", id, "does not exist") }
}

/// A fault in the form of the administration's calls.
extension FaultRecord {
    /// The members of its object.
    static let knownMembers = FaultField.described.map(\.rawValue) + [RenamedKey.point.name]

    /// Creates a fault of which only the point has been validated: its error has the name that was written.
    ///
    /// - Throws: ``ServiceError``, which names the field and the accepted values.
    init(_ fields: AdministrationFields) throws {
        let point = RenamedKey.point
        if fields[point.name] != nil, fields[point.former] != nil {
            throw ServiceError.invalid(point.former, point.conflict)
        }
        let written = fields[point.name] == nil ? point.former : point.name
        guard let name = fields[written]?.text, FaultPoint(named: name)?.side == .service else {
            throw ServiceError.wrongPoint(written)
        }
        self.init(at: name)
        for field in FaultField.described where field != .at {
            let name = field.rawValue
            switch self[field] {
            case .text: self[field] = .text(try fields.text(name, 1...(field == .applicationId ? 256 : 64)))
            case .flag: self[field] = .flag(try fields.flag(name) ?? false)
            case .number: self[field] = .number(try fields.integer(name, field.range))
            }
        }
    }
}

extension ServiceError {
    /// Returns the error of a fault at a point that the service does not have.
    fileprivate static func wrongPoint(_ name: String) -> ServiceError {
        let points = FaultPoint.allCases.filter { $0.side == .service }.map(\.rawValue)
        return AdministrationFields.wrong(name, "one of \(points.joined(separator: ", "))")
    }

    /// Creates the error for a fault that the service does not accept.
    init(_ problem: FaultProblem) {
        self =
            switch problem {
            case .point: .wrongPoint(FaultField.at.rawValue)
            case .name: AdministrationFields.wrong("id", TextRule.faultName.accepted)
            case .application: AdministrationFields.wrong("applicationId", TextRule.application.accepted)
            case .unknownError(_, let point):
                AdministrationFields.wrong("error", "at \(point.rawValue) one of \(point.errors.joined(separator: ", "))")
            case .unknownSAML:
                AdministrationFields.wrong(
                    "saml", "one of \(SAMLFault.allCases.map(\.rawValue).joined(separator: ", "))")
            case .misplacedSAML(let point): .invalid("saml", "is for faults at mvpd.saml, not at \(point.rawValue)")
            case .misplacedBandwidth(let point):
                .invalid("bandwidth", "is for faults at HTTP responses of the service, not at \(point.rawValue)")
            case .outOfRange(let field): AdministrationFields.wrong(field.rawValue, field.range)
            case .severalEffects, .misplacedStatus:
                .invalid("A fault has only one of error, saml, status, hang and disconnect.")
            case .noEffect:
                .invalid(
                    "The fault does nothing: it needs error, saml, status, hang, disconnect, delay, jitter or bandwidth.")
            case .duplicate(let id):
                ServiceError(.conflict, "conflict", "A fault \"\(id)\" already exists (id).")
            case .full(let limit):
                ServiceError(.conflict, "conflict", "There are \(limit) faults already; remove one.")
            }
    }
}
