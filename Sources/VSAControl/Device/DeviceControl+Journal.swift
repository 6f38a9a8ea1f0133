import DBus
import DeviceInterfaces
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

    /// Returns the SAML messages of an entry; empty if it had none, or the device no longer keeps them.
    func journalDocuments(_ sequence: Int64) async throws -> [JournalDocument] {
        try await records(ControlInterface.Member.getJournalDocuments, [sequence]) { try JournalDocument($0) }
    }
}

/// A SAML message of an entry in the device's journal.
struct JournalDocument: Sendable, Equatable {
    /// `AuthnRequest` or `Response`.
    var message: String
    /// `received` or `sent`, as seen from the device.
    var direction: String
    /// The message.
    var xml: String

    init(_ details: VariantDictionary) throws {
        message = try details.required(ControlInterface.Key.message)
        direction = try details.required(ControlInterface.Key.direction)
        xml = try details.required(ControlInterface.Key.xml)
    }
}
