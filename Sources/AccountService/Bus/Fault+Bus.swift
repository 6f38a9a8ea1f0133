import AccountCore
import DBus
import TVWorld

extension FaultRecord {
    /// Creates a fault from the format of `AddFault`, without validating it.
    ///
    /// - Throws: `InvalidInput`, `BusConversionError`.
    init(_ details: VariantDictionary) throws {
        var details = details
        if let point = details.removeValue(forKey: RenamedKey.point.name) {
            guard details.updateValue(point, forKey: FaultField.at.busKey) == nil else {
                throw InvalidInput(field: FaultField.at.busKey, message: RenamedKey.point.conflict)
            }
        }
        guard details[FaultField.at.busKey] != nil else {
            throw InvalidInput(field: "at", message: "must be given: a fault point such as \(FaultPoint.metadata.rawValue)")
        }
        self.init()
        for field in FaultField.described where FaultField.ofDevice.contains(field) {
            let key = field.busKey
            switch self[field] {
            case .text: self[field] = .text(try details.optional(key, as: String.self).flatMap { $0.isEmpty ? nil : $0 })
            case .flag: self[field] = .flag(try details.optional(key) ?? false)
            case .number where field.isCount:
                self[field] = .number(try details.optional(key, as: UInt32.self).map { Int64($0) })
            case .number: self[field] = .number(try details.optional(key) ?? 0)
            }
        }
        // Reported instead of ignored, because the service accepts them.
        if details[FaultField.status.busKey] != nil { status = 0 }
        if details[FaultField.bandwidth.busKey] != nil { bandwidth = 1 }
    }

    /// The element of `ListFaults`.
    var details: VariantDictionary {
        var details: VariantDictionary = [:]
        for field in FaultField.ofDevice {
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
}
