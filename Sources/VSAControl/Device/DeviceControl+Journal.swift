import DBus
import SessionJournals
import TVWorld

/// The device's journal.
extension DeviceControl {
    /// Returns journal entries, oldest first.
    ///
    /// - Parameters:
    ///   - after: The number after which entries are returned; nil: the newest entries.
    ///   - application: The app whose entries are returned; nil: all.
    func journal(
        after: Int64?, limit: Int = DeviceJournal.pageSize, application: String? = nil
    ) async throws -> [DeviceJournalEntry] {
        try await journal { try await $0.entries(after: after, limit: limit, application: application) }
    }

    /// Returns all entries, oldest first.
    func wholeJournal() async throws -> [DeviceJournalEntry] { try await journal { try await $0.allEntries() } }

    /// Follows the journal, without gaps, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - after: The number after which to start; nil: with new entries.
    ///   - take: Receives each entry once, in order.
    /// - Throws: `Failure` with `ExitStatus.unreachable` if the device leaves the bus.
    func monitor(after: Int64?, _ take: @Sendable ([TimelineEntry]) -> Void) async throws {
        let isEnded = try await journal { journal in
            try await journal.follow(after: after) { entries in
                take(entries.map(\.entry))
                return !Task.isCancelled
            }
        }
        guard isEnded else { throw Failure(.unreachable, "the device (vsad) has left the bus") }
    }

    private func journal<Value>(_ work: (DeviceJournal) async throws -> Value) async throws -> Value {
        do { return try await work(DeviceJournal(connection)) } catch { throw Failure.device(error) }
    }
}
