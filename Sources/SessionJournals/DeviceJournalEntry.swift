import DBus
import TVWorld

/// Something that happened on the device, as `ListJournal` and `JournalAdded` tell it.
public struct DeviceJournalEntry: Sendable, Equatable {
    private typealias Key = JournalNames.Key

    /// What happened.
    public var entry: TimelineEntry
    /// How many SAML messages the device still has of it.
    public var documentCount: Int

    /// Its number.
    public var id: TimelineID { entry.id }

    /// Reads an element of `ListJournal`.
    ///
    /// - Throws: `ConversionError` that names the key.
    public init(_ details: Details) throws(ConversionError) {
        // The device's clock counts seconds.
        let time: Int64 = try details.required(Key.time)
        let application: String? = try details.optional(Key.application)
        let correlation: String? = try details.optional(Key.correlation)
        entry = TimelineEntry(
            TimelineID(.device, try details.required(Key.sequence)),
            machineTime: try details.optional(Key.machineTime) ?? Self.product(time, 1_000_000), time: Self.product(time, 1_000),
            event: try details.required(Key.event), application: application == "" ? nil : application,
            correlation: correlation == "" ? nil : correlation, details: JSON(try details.optional(Key.details) ?? Details()))
        documentCount = Int(try details.optional(Key.documents, as: UInt32.self) ?? 0)
    }

    /// Whatever the device says, it is no reason to crash.
    private static func product(_ number: Int64, _ factor: Int64) -> Int64 {
        let (product, overflows) = number.multipliedReportingOverflow(by: factor)
        return overflows ? (number < 0 ? .min : .max) : product
    }
}
