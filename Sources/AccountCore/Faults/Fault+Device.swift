import TVWorld

/// What the device takes for a fault.
extension Fault {
    /// The longest name, in characters.
    public static let maximumIdentifierLength = 64

    /// Refuses what the device cannot do.
    ///
    /// - Throws: `InvalidInput` that names the field as the bus does.
    public func checkForDevice() throws(InvalidInput) {
        guard point.side == .device else {
            throw InvalidInput(
                field: "at",
                message: "\(point.rawValue) is a point of the service (entitlementd), which takes its faults itself")
        }
        let isName = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isName, (1...Self.maximumIdentifierLength).contains(id.utf8.count) else {
            throw InvalidInput(
                field: "id", message: "must be 1 to \(Self.maximumIdentifierLength) characters of A-Z a-z 0-9 . _ -")
        }
        if let application { _ = try ApplicationID(application) }
        try Self.check(delay, "delay", in: Self.delays, "milliseconds (a day)")
        try Self.check(jitter, "jitter", in: Self.delays, "milliseconds (a day)")
        try Self.check(Int64(after), "after", in: Self.counts, "calls")
        try Self.check(Int64(times ?? 0), "times", in: Self.counts, "calls")
        try Self.check(from, "from", in: Self.spans, "seconds (a hundred years)")
        try Self.check(duration ?? 0, "for", in: Self.spans, "seconds (a hundred years)")
        try checkEffect()
    }

    private func checkEffect() throws(InvalidInput) {
        switch effect {
        case .error(let name):
            guard VSErrorCode(name: name) != nil else {
                let names = VSErrorCode.allCases.map(\.name)
                let hint = NearestName.find(name, in: names).map { "; did you mean \($0)?" } ?? ""
                throw InvalidInput(field: "error", message: "must be one of \(names.joined(separator: ", "))\(hint)")
            }
        case .status:
            throw InvalidInput(field: "status", message: "is accepted only at points of the service, which speaks HTTP")
        case .saml:
            guard point == .deviceSAML else {
                throw InvalidInput(field: "saml", message: "is accepted only at \(FaultPoint.deviceSAML.rawValue)")
            }
        case .none:
            guard delay > 0 || jitter > 0 else {
                throw InvalidInput(
                    field: "error", message: "or one of saml, hang, disconnect, delay and jitter must say what goes wrong")
            }
        case .hang, .disconnect: break
        }
    }

    private static func check(
        _ value: Int64, _ field: String, in range: ClosedRange<Int64>, _ unit: String
    ) throws(InvalidInput) {
        guard range.contains(value) else {
            throw InvalidInput(field: field, message: "must be \(range.lowerBound) to \(range.upperBound) \(unit)")
        }
    }
}

extension FaultTable.Strike {
    /// What the journal says about the strike.
    public func details(at point: FaultPoint) -> [JournalDetail] {
        var details = [
            JournalDetail("fault", id), JournalDetail("point", point.rawValue), JournalDetail("effect", effect.journalText),
        ]
        if delay > 0 { details.append(JournalDetail("delay", .number(delay))) }
        return details
    }
}

extension PromptKind {
    /// Where a fault strikes this kind of question; nil for the one that has no point.
    public var faultPoint: FaultPoint? {
        switch self {
        case .access: .accessPrompt
        case .picker: .picker
        case .signIn: .signIn
        case .autoSignIn: nil
        }
    }
}

extension RequestKind {
    /// Where a fault strikes this kind of request.
    public var faultPoint: FaultPoint {
        switch self {
        case .access: .access
        case .metadata: .metadata
        case .autoSignIn: .userAccounts
        }
    }
}

/// Why a fault cannot be found.
public enum FaultError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no such point.
    case unknownPoint(String)
    /// There is no fault of that name, nor at that point; the names that there are.
    case unknownFault(String, known: [String])

    public var description: String {
        switch self {
        case .unknownPoint(let name):
            Self.text("fault point", name, FaultPoint.allCases.map(\.rawValue))
        case .unknownFault(let name, let known):
            FaultPoint(rawValue: name) != nil ? "no fault at \(name)" : Self.text("fault", name, known)
        }
    }

    private static func text(_ kind: String, _ name: String, _ known: [String]) -> String {
        "no \(kind) \(name); \(NearestName.remark(on: name, known: known))"
    }
}
