import EntitlementCore
import HTTPTypes
import TVWorld

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
                .invalid("A fault has one of error, saml, status, hang and disconnect.")
            case .noEffect:
                .invalid(
                    "The fault does nothing: give error, saml, status, hang, disconnect, delay, jitter or bandwidth.")
            case .duplicate(let id):
                ServiceError(.conflict, "conflict", "A fault \"\(id)\" already exists (id).")
            case .full(let limit):
                ServiceError(.conflict, "conflict", "There are \(limit) faults already; remove one.")
            }
    }
}
