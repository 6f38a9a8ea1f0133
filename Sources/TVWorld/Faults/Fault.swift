/// Something that goes wrong on demand, as a scenario file's `faults` and `vsactl fault add` write it.
public struct Fault: Sendable, Equatable, Identifiable {
    /// What goes wrong.
    public enum Effect: Sendable, Equatable {
        /// Nothing but the delay.
        case none
        /// The call fails with this error: a VSError by name at the device, an error code at the service.
        case error(String)
        /// The service answers with this HTTP status and nothing useful.
        case status(Int)
        /// The call waits until the fault is released or cleared.
        case hang
        /// The connection ends in the middle of the answer.
        case disconnect
        /// The SAML response is a bad one.
        case saml(SAMLFault)
    }

    /// Its name, unique among the faults of both daemons.
    public var id: String

    /// Where.
    public var point: FaultPoint
    /// For which app only; nil for all.
    public var application: String?
    /// What.
    public var effect: Effect
    /// How much later the answer comes, in milliseconds.
    public var delay: Int64
    /// How much later still at most, in milliseconds; how much is drawn for every call.
    public var jitter: Int64
    /// How many calls are let through first.
    public var after: Int
    /// How many calls it strikes; nil for all.
    public var times: Int?
    /// When it begins, in seconds after it was added.
    public var from: Int64
    /// How long it lasts from then on, in seconds; nil for ever.
    public var duration: Int64?

    /// A fault.
    public init(
        id: String, at point: FaultPoint, application: String? = nil, effect: Effect = .none, delay: Int64 = 0,
        jitter: Int64 = 0, after: Int = 0, times: Int? = nil, from: Int64 = 0, duration: Int64? = nil
    ) {
        self.id = id
        self.point = point
        self.application = application
        self.effect = effect
        self.delay = delay
        self.jitter = jitter
        self.after = after
        self.times = times
        self.from = from
        self.duration = duration
    }
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
