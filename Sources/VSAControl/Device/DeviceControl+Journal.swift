import DBus
import SessionJournals
import TVWorld

/// The device's journal.
extension DeviceControl {
    /// What happened, oldest first.
    ///
    /// - Parameters:
    ///   - after: What happened after the entry with this number; nil: the newest.
    ///   - application: Only what concerns this app.
    func journal(
        after: Int64?, limit: Int = DeviceJournal.pageSize, application: String? = nil
    ) async throws -> [DeviceJournalEntry] {
        try await journal { try await $0.entries(after: after, limit: limit, application: application) }
    }

    /// All entries, oldest first.
    func wholeJournal() async throws -> [DeviceJournalEntry] { try await journal { try await $0.allEntries() } }

    /// The journal as it grows, without gaps, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - after: Begins with the entries after this number; nil: with what happens from now on.
    ///   - take: Gets each entry once, in order.
    /// - Throws: `Failure` with `ExitStatus.unreachable` when the device leaves the bus.
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

    /// The SAML messages that went with an entry; none when it had none, or the device keeps them no more.
    func journalDocuments(_ sequence: Int64) async throws -> [JournalDocument] {
        try await records(Wire.Control.getJournalDocuments, [sequence]) { try JournalDocument($0) }
    }
}

/// A SAML message that went with an entry of the device's journal.
struct JournalDocument: Sendable, Equatable {
    /// `AuthnRequest` or `Response`.
    var message: String
    /// `received` or `sent`, seen from the device.
    var direction: String
    /// The message.
    var xml: String

    init(_ details: Details) throws {
        message = try details.required(Wire.Key.message)
        direction = try details.required(Wire.Key.direction)
        xml = try details.required(Wire.Key.xml)
    }
}
