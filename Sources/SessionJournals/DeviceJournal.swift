import DBus
import DeviceInterfaces
import TVWorld

/// The journal of the device on a bus, read with `ListJournal`, `MonitorJournal` and `JournalAdded` of
/// `org.vsasim.SubscriberAccount1.Control`.
public struct DeviceJournal: Sendable {
    /// The maximum number of entries in one reply.
    public static let pageSize = 1_000

    private let connection: Connection

    /// Creates the journal of the device on a bus. The bus starts the device if it is not running.
    public init(_ connection: Connection) { self.connection = connection }

    /// Returns entries, oldest first.
    ///
    /// - Parameters:
    ///   - after: The number after which the entries begin; nil returns the newest ones.
    ///   - limit: The maximum number of entries, from 1 to ``pageSize``.
    ///   - application: The app whose entries are returned; nil for all apps.
    /// - Throws: `RemoteError`, `ConnectionError`, `BusConversionError`.
    public func entries(
        after: Int64? = nil, limit: Int = pageSize, application: String? = nil
    ) async throws -> [DeviceJournalEntry] {
        let options = VariantDictionary(filled: [
            ControlInterface.Key.limit: UInt32(clamping: limit), ControlInterface.Key.after: after,
            ControlInterface.Key.applicationID: application,
        ])
        return try await call(ControlInterface.Member.listJournal, options).decode(as: [VariantDictionary].self).map(
            DeviceJournalEntry.init)
    }

    /// Returns all entries after a number, oldest first.
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

    /// Follows the journal without gaps: entries that the connection had to drop are read from the device. Ends when the device
    /// leaves the bus or `take` returns false.
    ///
    /// - Parameters:
    ///   - known: The number after which the entries begin; nil for new entries only.
    ///   - take: A function that receives each entry once, in order, and returns whether to continue.
    /// - Returns: Whether `take` ended it; false if the device left the bus.
    /// - Throws: The errors of ``entries(after:limit:application:)``, and those that `take` throws.
    public func follow(
        after known: Int64?, _ take: ([DeviceJournalEntry]) throws -> Bool
    ) async throws -> Bool {
        // A single stream, so that entries arrive before the notice that the device has left.
        let added = MatchRule(
            sender: ControlInterface.busName, interface: ControlInterface.name, member: ControlInterface.Member.journalAdded,
            path: ControlInterface.path)
        let signals = try await connection.signals(
            anyOf: [added, .nameOwnerChanged(of: ControlInterface.busName)], bufferingNewest: 4_096)
        _ = try await call(ControlInterface.Member.monitorJournal, true)
        guard let owner = try await connection.nameOwner(ControlInterface.busName) else { return false }
        // A device whose state was removed starts numbering again.
        var last = try await entries(limit: 1).last?.id.sequence ?? 0
        if let known, known < last {
            guard let read = try await read(after: known, take) else { return true }
            last = read
        }
        for await signal in signals {
            guard signal.member == ControlInterface.Member.journalAdded else {
                // A restarted device does not know about its followers.
                if try NameOwnerChange(signal).newOwner == owner { continue }
                return false
            }
            let entry = try DeviceJournalEntry(try signal.decode(as: VariantDictionary.self))
            if entry.id.sequence <= last { continue }
            if entry.id.sequence > last + 1 {
                guard let read = try await read(after: last, take) else { return true }
                last = read
            } else {
                last = entry.id.sequence
                guard try take([entry]) else { return true }
            }
        }
        return false
    }

    /// Reads the entries after a number, one reply at a time.
    ///
    /// - Returns: The number of the last entry; nil if `take` returned false.
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

    private func call(_ member: MemberName, _ arguments: any BusValueConvertible...) async throws -> BusMessage {
        try await connection.call(
            ControlInterface.busName, path: ControlInterface.path, interface: ControlInterface.name, member: member,
            arguments: arguments, timeout: .seconds(60))
    }
}
