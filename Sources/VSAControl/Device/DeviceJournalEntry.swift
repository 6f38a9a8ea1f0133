import DBus
import Dates
import DeviceInterfaces
import TVWorld

/// An event on the device, as reported by `ListJournal` and `JournalAdded`.
struct DeviceJournalEntry: Sendable, Equatable {
    private typealias Key = ControlInterface.Key

    var entry: TimelineEntry
    /// The number of SAML messages that the device still holds for it.
    var documentCount: Int

    var id: TimelineID { entry.id }

    /// Creates an entry from an element of `ListJournal`.
    ///
    /// - Throws: `BusConversionError` that names the key.
    init(_ details: VariantDictionary) throws(BusConversionError) {
        // The device's clock has a resolution of one second.
        let time: Int64 = try details.required(Key.time)
        entry = TimelineEntry(
            TimelineID(.device, try details.required(Key.sequence)),
            machineTime: try details.optional(Key.machineTime) ?? time.clampedProduct(1_000_000),
            time: time.clampedProduct(1_000),
            event: try details.required(Key.event), application: try details.optional(Key.applicationID).nonEmpty,
            correlation: try details.optional(Key.correlationID).nonEmpty,
            details: JSON(try details.optional(Key.details) ?? VariantDictionary()))
        documentCount = Int(try details.optional(Key.documents, as: UInt32.self) ?? 0)
    }
}
