import DBus
import Dates
import DeviceInterfaces
import TVWorld

/// The device's journal.
extension DeviceControl {
    /// The maximum number of entries in one reply.
    static let journalPage = 1_000

    /// Returns journal entries, oldest first.
    ///
    /// - Parameters:
    ///   - after: The number after which entries are returned; nil: the newest entries.
    ///   - application: The app whose entries are returned; nil: all.
    func journal(after: Int64?, limit: Int = journalPage, application: String? = nil) async throws -> [TimelineEntry] {
        let options = VariantDictionary(filled: [
            ControlInterface.Key.limit: UInt32(clamping: limit), ControlInterface.Key.after: after,
            ControlInterface.Key.applicationID: application,
        ])
        return try await records(ControlInterface.Member.listJournal, [options]) { try TimelineEntry(device: $0) }
    }

    /// Returns all entries, oldest first.
    func wholeJournal() async throws -> [TimelineEntry] {
        var entries: [TimelineEntry] = []
        _ = try await read(after: 0) { entries += $0 }
        return entries
    }

    /// Follows the journal, without gaps, until the task is cancelled: entries that the connection had to drop are read from the
    /// device.
    ///
    /// - Parameters:
    ///   - after: The number after which to start; nil: with new entries.
    ///   - take: Receives each entry once, in order.
    /// - Throws: `Failure` with `ExitStatus.unreachable` if the device leaves the bus.
    func monitor(after known: Int64?, _ take: @Sendable ([TimelineEntry]) -> Void) async throws {
        do { try await follow(after: known, take) } catch { throw Failure.device(error) }
        if !Task.isCancelled { throw Failure(.unreachable, "the device (vsad) has left the bus") }
    }

    /// Returns when the device has left the bus, or the task is cancelled.
    private func follow(after known: Int64?, _ take: ([TimelineEntry]) -> Void) async throws {
        // A single stream, so that entries arrive before the notice that the device has left.
        let added = MatchRule(
            sender: ControlInterface.busName, interface: ControlInterface.name, member: ControlInterface.Member.journalAdded,
            path: ControlInterface.path)
        let signals = try await connection.signals(
            added, .nameOwnerChanged(of: ControlInterface.busName), bufferingNewest: 4_096)
        try await call(ControlInterface.Member.monitorJournal, [true])
        guard let owner = try await connection.nameOwner(ControlInterface.busName) else { return }
        // A device whose state was removed starts numbering again.
        var last = try await journal(after: nil, limit: 1).last?.id.sequence ?? 0
        if let known, known < last { last = try await read(after: known, take) }
        for await signal in signals {
            guard signal.member == ControlInterface.Member.journalAdded else {
                // A restarted device does not know about its followers.
                if try NameOwnerChange(signal).newOwner == owner { continue }
                return
            }
            let entry = try TimelineEntry(device: signal.decode(as: VariantDictionary.self))
            if entry.id.sequence <= last { continue }
            if entry.id.sequence > last + 1 {
                last = try await read(after: last, take)
            } else {
                last = entry.id.sequence
                take([entry])
            }
        }
    }

    /// Passes on the entries after a number, one reply at a time, and returns the number of the last one.
    private func read(after known: Int64, _ take: ([TimelineEntry]) -> Void) async throws -> Int64 {
        var last = known
        while true {
            let entries = try await journal(after: last)
            take(entries)
            last = entries.last?.id.sequence ?? last
            if entries.count < Self.journalPage { return last }
        }
    }
}

extension TimelineEntry {
    private typealias Key = ControlInterface.Key

    /// Creates an entry from an element of `ListJournal`, or from `JournalAdded`.
    ///
    /// - Throws: `BusConversionError` that names the key.
    fileprivate init(device details: VariantDictionary) throws(BusConversionError) {
        // The device's clock has a resolution of one second.
        let time: Int64 = try details.required(Key.time)
        self.init(
            TimelineID(.device, try details.required(Key.sequence)),
            machineTime: try details.optional(Key.machineTime) ?? time.clampedProduct(1_000_000),
            time: time.clampedProduct(1_000),
            event: try details.required(Key.event), application: try details.optional(Key.applicationID).nonEmpty,
            correlation: try details.optional(Key.correlationID).nonEmpty,
            details: JSON(try details.optional(Key.details) ?? VariantDictionary()))
    }
}
