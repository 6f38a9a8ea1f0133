import DBus
import TVWorld

extension FaultRecord {
    /// Creates a fault from an element of `ListFaults`.
    init(_ details: VariantDictionary) throws {
        self.init(
            id: try details.required(FaultField.id.busKey, as: String.self),
            at: try details.required(FaultField.at.busKey, as: String.self))
        for field in FaultField.ofDevice where field != .id && field != .at {
            let key = field.busKey
            switch self[field] {
            case .text: self[field] = .text(try details.optional(key).nonEmpty)
            case .flag: self[field] = .flag(try details.optional(key) ?? false)
            case .number where field.isCount:
                self[field] = .number(try details.optional(key, as: UInt32.self).map { Int64($0) })
            case .number: self[field] = .number(try details.optional(key) ?? 0)
            }
        }
    }

    /// The fault in the form that `AddFault` accepts.
    var details: VariantDictionary {
        var details: VariantDictionary = [:]
        // Members that only the service accepts are passed on, so that the device rejects them.
        for field in FaultField.described where FaultField.ofDevice.contains(field) || gives(field) {
            details[field.busKey] =
                switch self[field] {
                case .text(let text): BusVariant(text ?? "")
                case .flag(let flag): BusVariant(flag)
                case .number(let number) where field.isCount: BusVariant(UInt32(clamping: number ?? 0))
                case .number(let number): BusVariant(number ?? 0)
                }
        }
        return details
    }

    /// The fault in the form that the service accepts: members with default values are omitted.
    var request: JSON { .object(members([.at] + FaultField.described.filter { $0 != .at && gives($0) })) }
}
