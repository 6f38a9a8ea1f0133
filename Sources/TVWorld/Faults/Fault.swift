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
