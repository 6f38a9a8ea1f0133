import DBus
import DeviceInterfaces
import TVWorld

/// An event on the device, as reported by `ListJournal` and `JournalAdded`.
public struct DeviceJournalEntry: Sendable, Equatable {
    private typealias Key = ControlInterface.Key

    /// The event.
    public var entry: TimelineEntry
    /// The number of SAML messages that the device still holds for it.
    public var documentCount: Int

    /// The number of the entry.
    public var id: TimelineID { entry.id }

    /// Creates an entry from an element of `ListJournal`.
    ///
    /// - Throws: `BusConversionError` that names the key.
    public init(_ details: VariantDictionary) throws(BusConversionError) {
        // The device's clock has a resolution of one second.
        let time: Int64 = try details.required(Key.time)
        let application: String? = try details.optional(Key.applicationID)
        let correlation: String? = try details.optional(Key.correlationID)
        entry = TimelineEntry(
            TimelineID(.device, try details.required(Key.sequence)),
            machineTime: try details.optional(Key.machineTime) ?? time.clampedProduct(1_000_000),
            time: time.clampedProduct(1_000),
            event: try details.required(Key.event), application: application == "" ? nil : application,
            correlation: correlation == "" ? nil : correlation,
            details: JSON(try details.optional(Key.details) ?? VariantDictionary()))
        documentCount = Int(try details.optional(Key.documents, as: UInt32.self) ?? 0)
    }
}

extension Int64 {
    /// Multiplies without trapping, because devices and files are not trusted.
    func clampedProduct(_ factor: Int64) -> Int64 {
        let (product, overflows) = multipliedReportingOverflow(by: factor)
        return overflows ? (self < 0 ? .min : .max) : product
    }
}
