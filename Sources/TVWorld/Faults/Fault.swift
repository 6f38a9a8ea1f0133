/// A simulated failure, as described by a scenario file's `faults` and `vsactl fault add`.
public struct Fault: Sendable, Equatable, Identifiable, Codable {
    /// The effect of a fault.
    public enum Effect: Sendable, Equatable, Codable {
        /// Only the delay.
        case none
        /// The call fails with this error: a VSError by name at the device, an error code at the service.
        case error(String)
        /// The service responds with this HTTP status and no useful content.
        case status(Int)
        /// The call waits until the fault is released or cleared.
        case hang
        /// The connection ends in the middle of the response.
        case disconnect
        /// The SAML response is invalid.
        case saml(SAMLFault)
    }

    /// The name, unique among the faults of both daemons.
    public var id: String

    /// The place where it takes effect.
    public var point: FaultPoint
    /// The app that it is restricted to; nil for all.
    public var application: String?
    /// The effect.
    public var effect = Effect.none
    /// The delay of the response in milliseconds.
    public var delay: Int64 = 0
    /// The maximum additional delay in milliseconds; the actual one is random for every call.
    public var jitter: Int64 = 0
    /// The bytes of the response's body to send per second; nil for no limit.
    public var bandwidth: Int64?
    /// The number of matching calls to let pass first.
    public var after = 0
    /// The number of calls that it affects; nil for all.
    public var times: Int?
    /// The share of these calls that it affects, in percent; nil for all. Name and count of a call decide which ones, so that
    /// the same calls are affected every time.
    public var percent: Int?
    /// The start, in seconds after it was added.
    public var from: Int64 = 0
    /// The duration from the start, in seconds; nil for no limit.
    public var duration: Int64?
}

extension Fault.Effect {
    /// The effect as both journals show it: `error ServiceTemporarilyUnavailable`, `status 503`, `saml expired`, `hang`,
    /// `disconnect`, `delay`.
    public var journalText: String {
        switch self {
        case .none: "delay"
        case .error(let name): "error \(name)"
        case .status(let code): "status \(code)"
        case .hang: "hang"
        case .disconnect: "disconnect"
        case .saml(let fault): "saml \(fault.rawValue)"
        }
    }
}

/// The reason why a daemon does not accept a fault. Each interface has its own message for it.
public enum FaultProblem: Error, Sendable, Equatable {
    /// The text is not a fault point of the daemon.
    case point(String)
    /// The name has invalid characters or is too long.
    case name
    /// The text is not a valid identifier of an app.
    case application(String)
    /// The point has no such error.
    case unknownError(String, at: FaultPoint)
    /// There is no such defect of a SAML response.
    case unknownSAML(String)
    /// No SAML response is created at the point.
    case misplacedSAML(FaultPoint)
    /// The device's responses have no HTTP status.
    case misplacedStatus
    /// No HTTP response is created at the point.
    case misplacedBandwidth(FaultPoint)
    /// The fault has more than one effect.
    case severalEffects([FaultField])
    /// A number is outside ``FaultField/range``.
    case outOfRange(FaultField)
    /// The fault has no effect.
    case noEffect
    /// A fault with this name exists.
    case duplicate(String)
    /// The maximum number of faults has been reached.
    case full(limit: Int)
}

extension Fault {
    /// Validates a fault.
    ///
    /// - Parameter side: The daemon that receives the fault.
    /// - Throws: The first ``FaultProblem``.
    public init(_ record: FaultRecord, at side: FaultPoint.Side) throws(FaultProblem) {
        guard let point = FaultPoint(named: record.at), point.side == side else { throw .point(record.at) }
        guard TextRule.faultName.accepts(record.id) else { throw .name }
        if let id = record.applicationId, !TextRule.application.accepts(id) { throw .application(id) }
        let (effect, problems) = Self.effect(of: record, at: point)
        if let problem = problems.first { throw problem }
        for field in FaultField.described {
            if case .number(let number?) = record[field], !field.range.contains(number) { throw .outOfRange(field) }
        }
        if record.bandwidth > 0, !point.hasResponseBody { throw .misplacedBandwidth(point) }
        guard effect != .none || record.delay > 0 || record.jitter > 0 || record.bandwidth > 0 else { throw .noEffect }
        self.init(
            id: record.id, point: point, application: record.applicationId, effect: effect, delay: record.delay,
            jitter: record.jitter, bandwidth: record.bandwidth == 0 ? nil : record.bandwidth, after: Int(record.after),
            times: record.times == 0 ? nil : Int(record.times), percent: record.percent == 100 ? nil : Int(record.percent),
            from: record.from, duration: record.duration == 0 ? nil : record.duration)
    }

    /// Returns the effect of a fault, and all problems with it.
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
}

/// The defects of an otherwise genuine SAML response, as `ResponseDefect` of the module SAML describes them; the service rejects
/// each for a different reason.
public enum SAMLFault: String, Sendable, Hashable, CaseIterable, Codable {
    case expired
    case notYetValid = "not-yet-valid"
    case wrongAudience = "wrong-audience"
    case wrongRecipient = "wrong-recipient"
    case tampered
    case unsigned
    case untrustedKey = "untrusted-key"
    case wrapped
    case malformed
    case missingAttributes = "missing-attributes"
}
