import AccountCore
import DBus
import TVWorld

extension Fault {
    /// A fault as `AddFault` takes it, not yet checked.
    ///
    /// - Parameter spareID: Makes a name for a fault without one.
    /// - Throws: `FaultError`, `InvalidInput`, `ConversionError`.
    init(_ details: Details, spareID: () -> String) throws {
        guard let text: String = try details.optional(ControlKey.at) else {
            throw InvalidInput(field: "at", message: "must be given: a fault point such as \(FaultPoint.metadata.rawValue)")
        }
        guard let point = FaultPoint(rawValue: text) else { throw FaultError.unknownPoint(text) }
        let application: String? = try details.optional(ControlKey.applicationID)
        let times: UInt32 = try details.optional(ControlKey.times) ?? 0
        let duration: Int64 = try details.optional(ControlKey.forSeconds) ?? 0
        let id: String? = try details.optional(ControlKey.id)
        self = try Fault(
            id: id.flatMap { $0.isEmpty ? nil : $0 } ?? spareID(), at: point,
            application: application.flatMap { $0.isEmpty ? nil : $0 }, effect: Self.effect(details),
            delay: details.optional(ControlKey.delay) ?? 0, jitter: details.optional(ControlKey.jitter) ?? 0,
            after: Int(details.optional(ControlKey.after, as: UInt32.self) ?? 0), times: times == 0 ? nil : Int(times),
            from: details.optional(ControlKey.from) ?? 0, duration: duration == 0 ? nil : duration)
    }

    private static func effect(_ details: Details) throws -> Effect {
        var effects: [(key: ControlKey, effect: Effect)] = []
        if let name: String = try details.optional(ControlKey.error), !name.isEmpty { effects.append((.error, .error(name))) }
        if let name: String = try details.optional(ControlKey.saml), !name.isEmpty {
            guard let fault = SAMLFault(rawValue: name) else {
                let names = SAMLFault.allCases.map(\.rawValue)
                let hint = NearestName.find(name, in: names).map { "; did you mean \($0)?" } ?? ""
                throw InvalidInput(field: "saml", message: "must be one of \(names.joined(separator: ", "))\(hint)")
            }
            effects.append((.saml, .saml(fault)))
        }
        if try details.optional(ControlKey.hang) ?? false { effects.append((.hang, .hang)) }
        if try details.optional(ControlKey.disconnect) ?? false { effects.append((.disconnect, .disconnect)) }
        // Of no use here; said so instead of ignored, because the service takes it.
        if details["status"] != nil {
            throw InvalidInput(field: "status", message: "is accepted only at points of the service, which speaks HTTP")
        }
        guard effects.count <= 1 else {
            let keys = effects.map(\.key.rawValue).joined(separator: " and ")
            throw InvalidInput(
                field: effects[1].key.rawValue, message: "a fault has one effect, this one has \(keys); add a fault for each")
        }
        return effects.first?.effect ?? .none
    }
}

extension FaultSummary {
    /// The element of `ListFaults`.
    var details: Details {
        let fault = entry.fault
        var details: Details = [:]
        details[ControlKey.id] = Variant(fault.id)
        details[ControlKey.at] = Variant(fault.point.rawValue)
        details[ControlKey.applicationID] = Variant(fault.application ?? "")
        var (error, saml) = ("", "")
        if case .error(let name) = fault.effect { error = name }
        if case .saml(let variant) = fault.effect { saml = variant.rawValue }
        details[ControlKey.error] = Variant(error)
        details[ControlKey.saml] = Variant(saml)
        details[ControlKey.hang] = Variant(fault.effect == .hang)
        details[ControlKey.disconnect] = Variant(fault.effect == .disconnect)
        details[ControlKey.delay] = Variant(fault.delay)
        details[ControlKey.jitter] = Variant(fault.jitter)
        details[ControlKey.after] = Variant(UInt32(clamping: fault.after))
        details[ControlKey.times] = Variant(UInt32(clamping: fault.times ?? 0))
        details[ControlKey.from] = Variant(fault.from)
        details[ControlKey.forSeconds] = Variant(fault.duration ?? 0)
        details[ControlKey.seen] = Variant(UInt32(clamping: entry.seen))
        details[ControlKey.struck] = Variant(UInt32(clamping: entry.struck))
        details[ControlKey.waiting] = Variant(UInt32(clamping: waiting))
        details[ControlKey.usedUp] = Variant(isUsedUp)
        return details
    }
}
