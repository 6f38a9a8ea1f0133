/// Why a daemon does not accept a fault. Each interface says it in its own words.
public enum FaultProblem: Error, Sendable, Equatable {
    /// It is at no point of the daemon, but at this text.
    case point(String)
    /// Its name has other characters, or too many.
    case name
    /// There cannot be an app with this identifier.
    case application(String)
    /// There is no such error at the point.
    case unknownError(String, at: FaultPoint)
    /// There is no such defect of a SAML response.
    case unknownSAML(String)
    /// No SAML response is made at the point.
    case misplacedSAML(FaultPoint)
    /// The device answers with no HTTP status.
    case misplacedStatus
    /// It asks for several effects.
    case severalEffects([FaultField])
    /// A number is outside ``FaultField/range``.
    case outOfRange(FaultField)
    /// It changes nothing.
    case noEffect
    /// There is one of that name.
    case duplicate(String)
    /// There are as many as there can be.
    case full(limit: Int)
}

extension Fault {
    /// Which names faults have, in words.
    public static let acceptedNames = "1 to 64 characters of A-Z a-z 0-9 . _ -"

    /// Which identifiers of apps there are, in words.
    public static let acceptedApplications = TextRule.application.accepted

    /// Validates a fault.
    ///
    /// - Parameter side: The daemon that is to have it.
    /// - Throws: The first ``FaultProblem``.
    public init(_ record: FaultRecord, at side: FaultPoint.Side) throws(FaultProblem) {
        guard let point = FaultPoint(rawValue: record.at), point.side == side else { throw .point(record.at) }
        guard Self.isName(record.id) else { throw .name }
        if let id = record.applicationId, !TextRule.application.accepts(id) { throw .application(id) }
        let (effect, problems) = Self.effect(of: record, at: point)
        if let problem = problems.first { throw problem }
        for field in FaultField.described {
            if case .number(let number?) = record[field], !field.range.contains(number) { throw .outOfRange(field) }
        }
        guard effect != .none || record.delay > 0 || record.jitter > 0 else { throw .noEffect }
        self.init(
            id: record.id, at: point, application: record.applicationId, effect: effect, delay: record.delay,
            jitter: record.jitter, after: Int(record.after), times: record.times == 0 ? nil : Int(record.times),
            from: record.from, duration: record.duration == 0 ? nil : record.duration)
    }

    /// The effect of a fault, and everything that is wrong with it.
    static func effect(of record: FaultRecord, at point: FaultPoint) -> (effect: Effect, problems: [FaultProblem]) {
        var problems: [FaultProblem] = []
        if let name = record.error, !point.errors.contains(name) { problems.append(.unknownError(name, at: point)) }
        if let name = record.saml {
            if SAMLFault(rawValue: name) == nil {
                problems.append(.unknownSAML(name))
            } else if !point.makesSAML {
                problems.append(.misplacedSAML(point))
            }
        }
        if let status = record.status {
            if point.side == .device {
                problems.append(.misplacedStatus)
            } else if !FaultField.status.range.contains(status) {
                problems.append(.outOfRange(.status))
            }
        }
        let effects = record.effects
        if effects.count > 1 { problems.append(.severalEffects(effects.map(\.field))) }
        return (effects.first?.effect ?? .none, problems)
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { TextRule.isLetterOrDigit($0) || [".", "_", "-"].contains($0) }
    }
}
