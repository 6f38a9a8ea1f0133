import DBus
import TVWorld

/// The journal of the device on a bus, as `ListJournal`, `MonitorJournal` and `JournalAdded` of
/// `org.vsasim.SubscriberAccount1.Control` tell it.
public struct DeviceJournal: Sendable {
    /// The most entries of one answer.
    public static let pageSize = 1_000

    private let connection: Connection

    /// Creates the journal of the device on a bus, which starts it when it does not run.
    public init(_ connection: Connection) { self.connection = connection }

    /// Entries, oldest first.
    ///
    /// - Parameters:
    ///   - after: Those after this number, from the first on; nil: the newest.
    ///   - limit: How many at most, 1 to ``pageSize``.
    ///   - application: Only those of this app.
    /// - Throws: `RemoteError`, `ConnectionError`, `ConversionError`.
    public func entries(
        after: Int64? = nil, limit: Int = pageSize, application: String? = nil
    ) async throws -> [DeviceJournalEntry] {
        var options: Details = [JournalNames.Key.limit: Variant(UInt32(clamping: limit))]
        options[JournalNames.Key.after] = after.map { Variant($0) }
        options[JournalNames.Key.application] = application.map { Variant($0) }
        return try await call(JournalNames.list, options).decode(as: [Details].self).map(DeviceJournalEntry.init)
    }

    /// All entries after a number, oldest first.
    ///
    /// - Throws: As ``entries(after:limit:application:)``.
    public func allEntries(after: Int64 = 0) async throws -> [DeviceJournalEntry] {
        var entries: [DeviceJournalEntry] = []
        _ = try await read(after: after) {
            entries += $0
            return true
        }
        return entries
    }

    /// The journal as it grows, without gaps: what the connection had no room for is read from the device. Ends when the device
    /// leaves the bus, or `take` wants no more.
    ///
    /// - Parameters:
    ///   - known: Begins with the entries after this number; nil: with what happens from now on.
    ///   - take: Gets each entry once, in order; returns whether to continue.
    /// - Returns: Whether `take` ended it; false when the device has left the bus.
    /// - Throws: As ``entries(after:limit:application:)``, and what `take` throws.
    public func follow(
        after known: Int64?, _ take: ([DeviceJournalEntry]) throws -> Bool
    ) async throws -> Bool {
        // One stream, so that what the device has told before it leaves comes before that.
        let added = MatchRule(
            sender: JournalNames.busName, interface: JournalNames.interface, member: JournalNames.added, path: JournalNames.path)
        let signals = try await connection.signals(
            anyOf: [added, .nameOwnerChanged(of: JournalNames.busName)], bufferingNewest: 4_096)
        _ = try await call(JournalNames.monitor, true)
        guard let owner = try await connection.nameOwner(JournalNames.busName) else { return false }
        // A device whose state was removed counts from the beginning again.
        var last = try await entries(limit: 1).last?.id.sequence ?? 0
        if let known, known < last {
            guard let read = try await read(after: known, take) else { return true }
            last = read
        }
        for await signal in signals {
            guard signal.member == JournalNames.added else {
                // A device that was restarted does not know that it is followed.
                if try NameOwnerChange(signal).newOwner == owner { continue }
                return false
            }
            let entry = try DeviceJournalEntry(try signal.decode(as: Details.self))
            if entry.id.sequence <= last { continue }
            if entry.id.sequence > last + 1, last > 0 {
                guard let read = try await read(after: last, take) else { return true }
                last = read
            } else {
                last = entry.id.sequence
                guard try take([entry]) else { return true }
            }
        }
        return false
    }

    /// Reads what came after a number, an answer at a time.
    ///
    /// - Returns: The number of the last one; nil if `take` wants no more.
    private func read(after known: Int64, _ take: ([DeviceJournalEntry]) throws -> Bool) async throws -> Int64? {
        var last = known
        while true {
            let entries = try await entries(after: last)
            if let newest = entries.last {
                last = newest.id.sequence
                guard try take(entries) else { return nil }
            }
            if entries.count < Self.pageSize { return last }
        }
    }

    private func call(_ member: MemberName, _ arguments: any ValueConvertible...) async throws -> Message {
        try await connection.call(
            JournalNames.busName, path: JournalNames.path, interface: JournalNames.interface, member: member,
            arguments: arguments,
            timeout: .seconds(60))
    }
}
