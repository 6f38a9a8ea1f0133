import EntitlementCore
import HTTPTypes
import TVWorld

/// A fault in the form of the administration's calls.
extension FaultRecord {
    /// The members of its object.
    static let knownMembers = FaultField.described.map(\.rawValue) + [RenamedKey.point.name]

    /// Creates a fault that has not been validated yet.
    ///
    /// - Throws: ``ServiceError``, which names the field and the accepted values.
    init(_ fields: AdministrationFields) throws {
        self.init()
        let point = RenamedKey.point
        if fields[point.name] != nil, fields[point.former] != nil {
            throw ServiceError.invalid(point.former, point.conflict)
        }
        for field in FaultField.described {
            let name = field.rawValue
            switch (field, self[field]) {
            case (.at, _): at = (try? fields.text(name, 1...64) ?? fields.text(point.name, 1...64)) ?? ""
            case (.applicationId, _): applicationId = try fields.text(name, 1...256)
            case (_, .text): self[field] = .text(try fields.text(name, 1...64))
            case (_, .flag): self[field] = .flag(try fields.flag(name) ?? false)
            case (_, .number): self[field] = .number(try fields.integer(name, field.range))
            }
        }
    }
}

extension ServiceError {
    /// Creates the error for a fault that the service does not accept.
    init(_ problem: FaultProblem) {
        self =
            switch problem {
            case .point:
                AdministrationFields.wrong(
                    "at",
                    "one of " + FaultPoint.allCases.filter { $0.side == .service }.map(\.rawValue).joined(separator: ", "))
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
