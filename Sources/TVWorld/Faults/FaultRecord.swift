/// A fault as a set of members, as it is entered or displayed: not yet validated, or with the effects so far.
public struct FaultRecord: Sendable, Equatable, Codable {
    /// The members of its JSON object.
    public typealias CodingKeys = FaultField

    /// The name; empty until the daemon assigns one.
    public var id: String
    /// The point.
    public var at: String
    /// The app that it is restricted to; nil for all.
    public var applicationId: String?
    /// The error with which a call fails.
    public var error: String?
    /// The defect of the SAML response.
    public var saml: String?
    /// The HTTP status of the response; only at the service.
    public var status: Int64?
    /// Whether calls wait until they are released.
    public var hang = false
    /// Whether the connection ends in the middle of the response.
    public var disconnect = false
    /// The delay of the response, in milliseconds.
    public var delay: Int64 = 0
    /// The maximum additional delay, in milliseconds.
    public var jitter: Int64 = 0
    /// The bytes of the response's body to send per second; 0: no limit; only at the service.
    public var bandwidth: Int64 = 0
    /// The number of matching calls to let pass first.
    public var after: Int64 = 0
    /// The number of calls that are affected; 0: all.
    public var times: Int64 = 0
    /// The share of these calls that are affected, in percent.
    public var percent: Int64 = FaultField.percent.missing
    /// The start, in seconds.
    public var from: Int64 = 0
    /// The duration in seconds; 0: no limit.
    public var duration: Int64 = 0
    /// The number of matching calls.
    public var seen: Int64 = 0
    /// The number of affected calls.
    public var struck: Int64 = 0
    /// The number of waiting calls.
    public var waiting: Int64 = 0
    /// Whether it can no longer take effect.
    public var usedUp = false

    /// Creates a fault without an effect.
    public init(id: String = "", at: String = "") {
        self.id = id
        self.at = at
    }

    /// Creates a record of a validated fault without any effects so far.
    public init(_ fault: Fault) {
        self.init(id: fault.id, at: fault.point.rawValue)
        applicationId = fault.application
        switch fault.effect {
        case .none: break
        case .error(let name): error = name
        case .saml(let fault): saml = fault.rawValue
        case .status(let code): status = Int64(code)
        case .hang: hang = true
        case .disconnect: disconnect = true
        }
        (delay, jitter, after, times) = (fault.delay, fault.jitter, Int64(fault.after), Int64(fault.times ?? 0))
        (from, duration) = (fault.from, fault.duration ?? 0)
        (bandwidth, percent) = (fault.bandwidth ?? 0, Int64(fault.percent ?? 100))
    }

    /// The requested effects; a fault can have only one of them.
    public var effects: [(field: FaultField, effect: Fault.Effect)] {
        var effects: [(field: FaultField, effect: Fault.Effect)] = []
        if let error { effects.append((.error, .error(error))) }
        if let defect = saml.flatMap(SAMLFault.init) { effects.append((.saml, .saml(defect))) }
        if let status { effects.append((.status, .status(Int(clamping: status)))) }
        if hang { effects.append((.hang, .hang)) }
        if disconnect { effects.append((.disconnect, .disconnect)) }
        return effects
    }

    /// The effect in the form of ``Fault/Effect-swift.enum/journalText``.
    public var effect: String { (effects.first?.effect ?? .none).journalText }

    /// The number of matching calls that were affected, for users: `1 of 3`; `0` before the first one.
    public var struckText: String { seen == 0 ? "0" : "\(struck) of \(seen)" }

    /// Returns the members of its JSON object.
    ///
    /// - Parameters:
    ///   - fields: The fields to include, in this order.
    ///   - key: The key of each.
    public func members(
        _ fields: [FaultField] = FaultField.allCases, key: (FaultField) -> String = \.rawValue
    ) -> [JSON.Member] {
        fields.map { field in
            switch self[field] {
            case .text(let text): .init(key(field), .optional(text))
            case .flag(let flag): .init(key(field), .bool(flag))
            case .number(let number): .init(key(field), number.map { .integer($0) } ?? .null)
            }
        }
    }
}

/// The members by field, for code that handles all of them alike.
extension FaultRecord {
    /// The value of a field.
    public enum Value: Sendable, Equatable {
        /// A string; nil: none.
        case text(String?)
        /// A Boolean.
        case flag(Bool)
        /// A number; nil: none.
        case number(Int64?)
    }

    /// Returns whether the value of a field differs from the default.
    public func gives(_ field: FaultField) -> Bool {
        switch self[field] {
        case .text(let text): text != nil
        case .flag(let flag): flag
        case .number(let number): number != nil && (number != field.missing || field == .status)
        }
    }

    private enum Member {
        case name(WritableKeyPath<FaultRecord, String>)
        case text(WritableKeyPath<FaultRecord, String?>)
        case flag(WritableKeyPath<FaultRecord, Bool>)
        case number(WritableKeyPath<FaultRecord, Int64>)
        case status
    }

    private static func member(_ field: FaultField) -> Member {
        switch field {
        case .id: .name(\.id)
        case .at: .name(\.at)
        case .applicationId: .text(\.applicationId)
        case .error: .text(\.error)
        case .saml: .text(\.saml)
        case .status: .status
        case .hang: .flag(\.hang)
        case .disconnect: .flag(\.disconnect)
        case .delay: .number(\.delay)
        case .jitter: .number(\.jitter)
        case .bandwidth: .number(\.bandwidth)
        case .after: .number(\.after)
        case .times: .number(\.times)
        case .percent: .number(\.percent)
        case .from: .number(\.from)
        case .duration: .number(\.duration)
        case .seen: .number(\.seen)
        case .struck: .number(\.struck)
        case .waiting: .number(\.waiting)
        case .usedUp: .flag(\.usedUp)
        }
    }

    /// The value of a field; setting a value of another kind has no effect.
    public subscript(field: FaultField) -> Value {
        get {
            switch Self.member(field) {
            case .name(let path): .text(self[keyPath: path].isEmpty ? nil : self[keyPath: path])
            case .text(let path): .text(self[keyPath: path])
            case .flag(let path): .flag(self[keyPath: path])
            case .number(let path): .number(self[keyPath: path])
            case .status: .number(status)
            }
        }
        set {
            switch (Self.member(field), newValue) {
            case (.name(let path), .text(let text)): self[keyPath: path] = text ?? ""
            case (.text(let path), .text(let text)): self[keyPath: path] = text
            case (.flag(let path), .flag(let flag)): self[keyPath: path] = flag
            case (.number(let path), .number(let number)): self[keyPath: path] = number ?? field.missing
            case (.status, .number(let number)): status = number
            default: break
            }
        }
    }
}
