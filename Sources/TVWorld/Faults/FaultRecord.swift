/// A fault as it is written and shown, member by member: not yet validated, or with what it has done.
public struct FaultRecord: Sendable, Equatable, Decodable {
    /// The members of its JSON object.
    public typealias CodingKeys = FaultField

    /// Its name; empty before the daemon gives it one.
    public var id: String
    /// Where.
    public var at: String
    /// For which app only; nil for all.
    public var applicationId: String?
    /// The error that a call fails with.
    public var error: String?
    /// What is wrong with the SAML response.
    public var saml: String?
    /// The HTTP status of the answer; only at the service.
    public var status: Int64?
    /// Whether calls wait until they are released.
    public var hang = false
    /// Whether the connection ends in the middle of the answer.
    public var disconnect = false
    /// Milliseconds.
    public var delay: Int64 = 0
    /// Milliseconds.
    public var jitter: Int64 = 0
    /// How many calls are let through first.
    public var after: Int64 = 0
    /// How many calls are struck; 0: all.
    public var times: Int64 = 0
    /// Seconds until it begins.
    public var from: Int64 = 0
    /// Seconds that it lasts; 0: no limit.
    public var duration: Int64 = 0
    /// How many calls it fitted.
    public var seen: Int64 = 0
    /// How many of them it struck.
    public var struck: Int64 = 0
    /// How many wait because of it.
    public var waiting: Int64 = 0
    /// Whether it will never strike again.
    public var usedUp = false

    /// A fault without an effect.
    public init(id: String = "", at: String = "") {
        self.id = id
        self.at = at
    }

    /// A validated fault, with nothing done.
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
    }

    /// The effects that it asks for, of which a fault can have one.
    public var effects: [(field: FaultField, effect: Fault.Effect)] {
        var effects: [(field: FaultField, effect: Fault.Effect)] = []
        if let error { effects.append((.error, .error(error))) }
        if let defect = saml.flatMap(SAMLFault.init) { effects.append((.saml, .saml(defect))) }
        if let status { effects.append((.status, .status(Int(clamping: status)))) }
        if hang { effects.append((.hang, .hang)) }
        if disconnect { effects.append((.disconnect, .disconnect)) }
        return effects
    }

    /// The effect as ``Fault/Effect-swift.enum/journalText`` shows it.
    public var effect: String { (effects.first?.effect ?? .none).journalText }

    /// The members of its JSON object.
    ///
    /// - Parameter fields: Those to be written, in this order.
    public func members(_ fields: [FaultField] = FaultField.allCases) -> [JSON.Member] {
        fields.map { field in
            switch self[field] {
            case .text(let text): .init(field.rawValue, .optional(text))
            case .flag(let flag): .init(field.rawValue, .bool(flag))
            case .number(let number): .init(field.rawValue, number.map { .integer($0) } ?? .null)
            }
        }
    }
}

/// The members by their fields, for those who write and read all of them alike.
extension FaultRecord {
    /// The value of a field.
    public enum Value: Sendable, Equatable {
        /// A text; nil: none.
        case text(String?)
        /// A Boolean.
        case flag(Bool)
        /// A number; nil: none.
        case number(Int64?)
    }

    /// Whether the record has another value than the default of a field.
    public func gives(_ field: FaultField) -> Bool {
        switch self[field] {
        case .text(let text): text != nil
        case .flag(let flag): flag
        case .number(let number): number != nil && (number != 0 || field == .status)
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
        case .after: .number(\.after)
        case .times: .number(\.times)
        case .from: .number(\.from)
        case .duration: .number(\.duration)
        case .seen: .number(\.seen)
        case .struck: .number(\.struck)
        case .waiting: .number(\.waiting)
        case .usedUp: .flag(\.usedUp)
        }
    }

    /// The value of a field; setting one of another kind changes nothing.
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
            case (.number(let path), .number(let number)): self[keyPath: path] = number ?? 0
            case (.status, .number(let number)): status = number
            default: break
            }
        }
    }
}
