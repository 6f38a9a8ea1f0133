import EntitlementCore
import HTTPTypes
import TVWorld

/// A fault as the administration's calls write it.
struct FaultFields {
    /// The members of its object.
    static let known = [
        "id", "at", "applicationId", "error", "saml", "status", "hang", "disconnect", "delay", "jitter", "after", "times", "from",
        "for",
    ]

    private let fields: AdministrationFields

    init(_ fields: AdministrationFields) {
        self.fields = fields
    }

    /// The fault.
    ///
    /// - Parameter freeName: Its name, where none was given.
    /// - Throws: ``AdministrationError``, which names the field and what is accepted.
    func fault(freeName: () -> String) throws -> Fault {
        let point = try point()
        let id = try fields.text("id", 1...64)
        if let id, !id.utf8.allSatisfy({ Self.isNamePart($0) }) {
            throw AdministrationFields.wrong("id", "1 to 64 characters of A-Z a-z 0-9 . _ -")
        }
        var fault = Fault(id: id ?? freeName(), at: point)
        fault.application = try fields.text("applicationId", 1...256)
        guard fault.application.map(Fault.acceptsApplication) ?? true else {
            throw AdministrationFields.wrong("applicationId", Fault.acceptedApplications)
        }
        fault.effect = try effect(at: point)
        fault.delay = try fields.integer("delay", Fault.delays) ?? 0
        fault.jitter = try fields.integer("jitter", Fault.delays) ?? 0
        fault.after = Int(try fields.integer("after", Fault.counts) ?? 0)
        fault.times = try fields.integer("times", Fault.counts).flatMap { $0 == 0 ? nil : Int($0) }
        fault.from = try fields.integer("from", Fault.spans) ?? 0
        fault.duration = try fields.integer("for", Fault.spans).flatMap { $0 == 0 ? nil : $0 }
        guard fault.effect != .none || fault.delay > 0 || fault.jitter > 0 else {
            throw AdministrationError(
                .badRequest, "invalid_request",
                "The fault does nothing: one of error, saml, status, hang, disconnect, delay or jitter is required.")
        }
        return fault
    }

    private func point() throws -> FaultPoint {
        let accepted = FaultPoint.allCases.filter { $0.side == .service }
        guard let point = accepted.first(where: { $0.rawValue == (try? fields.text("at", 1...64)) }) else {
            throw AdministrationFields.wrong("at", "one of \(accepted.map(\.rawValue).joined(separator: ", "))")
        }
        return point
    }

    private func effect(at point: FaultPoint) throws -> Fault.Effect {
        var effects: [Fault.Effect] = []
        if let name = try fields.text("error", 1...64) {
            guard point.errors.contains(name) else {
                throw AdministrationFields.wrong("error", "at \(point.rawValue) one of \(point.errors.joined(separator: ", "))")
            }
            effects.append(.error(name))
        }
        if let name = try fields.text("saml", 1...64) {
            guard point.makesSAML else {
                throw AdministrationError(
                    .badRequest, "invalid_request", "saml is for faults at mvpd.saml, not at \(point.rawValue).")
            }
            guard let fault = SAMLFault(rawValue: name) else {
                throw AdministrationFields.wrong(
                    "saml", "one of \(SAMLFault.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            effects.append(.saml(fault))
        }
        if let status = try fields.integer("status", Fault.statuses) { effects.append(.status(Int(status))) }
        if try fields.flag("hang") == true { effects.append(.hang) }
        if try fields.flag("disconnect") == true { effects.append(.disconnect) }
        guard effects.count <= 1 else {
            throw AdministrationError(
                .badRequest, "invalid_request", "A fault has one of error, saml, status, hang and disconnect.")
        }
        return effects.first ?? .none
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_.".utf8.contains(byte)
        }
    }
}

extension Fault {
    /// The members of the administration's object, without the counts.
    var members: [JSON.Member] {
        var error: String?
        var saml: String?
        var status: Int?
        switch effect {
        case .error(let name): error = name
        case .saml(let fault): saml = fault.rawValue
        case .status(let code): status = code
        case .none, .hang, .disconnect: break
        }
        return [
            .init("id", .string(id)), .init("at", .string(point.rawValue)), .init("applicationId", .optional(application)),
            .init("error", .optional(error)), .init("saml", .optional(saml)),
            .init("status", status.map { .integer($0) } ?? .null), .init("hang", .bool(effect == .hang)),
            .init("disconnect", .bool(effect == .disconnect)), .init("delay", .integer(delay)),
            .init("jitter", .integer(jitter)), .init("after", .integer(after)), .init("times", .integer(times ?? 0)),
            .init("from", .integer(from)), .init("for", .integer(duration ?? 0)),
        ]
    }
}
