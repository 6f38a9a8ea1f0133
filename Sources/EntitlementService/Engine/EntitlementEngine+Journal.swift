import Administration
import EntitlementCore
import SAML
import TVWorld

extension EntitlementEngine {
    /// Returns the journal's entries after a number, up to a limit: from memory, or from disk if they are no longer in memory.
    ///
    /// - Throws: The store's error if they could not be read.
    func entries(after sequence: Int64, limit: Int) async throws -> [Journal.Entry] {
        try await exchange()
        var entries: [Journal.Entry] = []
        var last = sequence
        // New entries may displace others from memory while the disk is read; then it is read again.
        while let archive, entries.count < limit, case let first = journal.first, last < first - 1 {
            entries += try await archive.entries(after: last, before: first, limit: limit - entries.count)
            last = first - 1
        }
        return entries + journal.entries(after: last, limit: limit - entries.count)
    }

    /// Returns the journal's entries of one request.
    ///
    /// - Throws: The store's error if they could not be read.
    func entries(of requestID: String) async throws -> [Journal.Entry] {
        try await exchange()
        let entries = journal.entries(of: requestID)
        guard entries.isEmpty, let archive else { return entries }
        return try await archive.entries(of: requestID)
    }

    private var archive: (any JournalArchive)? { sharedJournal ?? journalStore }

    /// Moves this node's new entries to the journal of all nodes, and the new entries of all nodes here.
    ///
    /// - Throws: The store's error.
    func exchange() async throws {
        guard let sharedJournal, let outbox = journal.outbox else { return }
        while case let entries = outbox.first(JournalWriter.batch), let last = entries.last {
            do { try await sharedJournal.append(entries) } catch {
                // A server that did not answer has used up a call's time; the next exchange determines what was written.
                guard shared?.node.isCurrent == true, (error as? StoreFailure)?.isLate != true else { throw error }
                // They may have been written anyway, or by a concurrent exchange.
                let written = try await sharedJournal.newestWritten()
                outbox.remove(through: written)
                guard written >= entries[0].sequence else { throw error }
                continue
            }
            outbox.remove(through: last.sequence)
        }
        while true {
            let new = try await sharedJournal.entries(after: journal.latest, before: .max, limit: JournalWriter.batch)
            journal.adopt(new)
            guard new.count == JournalWriter.batch else { return }
        }
    }

    /// Returns the usage counts since a time in Unix milliseconds, oldest hour first.
    ///
    /// - Throws: The store's error.
    func usageHours(since time: Int64, requestor: String? = nil) async throws -> [UsageResource] {
        guard let sharedJournal else { return usage.hours(since: time, requestor: requestor) }
        try await exchange()
        var hours: [UsageResource] = []
        let stored = requestor.map { RecordColumn.text($0) }
        for row in try await sharedJournal.usage(since: time) where stored == nil || row.requestor == stored {
            if hours.last.map({ $0.start != row.start || $0.requestor != row.requestor }) ?? true {
                hours.append(UsageResource(start: row.start, requestor: row.requestor, counts: [:]))
            }
            hours[hours.count - 1].counts[row.kind] = row.count
        }
        return hours
    }

    /// Records a SAML message in the journal.
    ///
    /// - Parameters:
    ///   - name: The kind of message: `AuthnRequest`, `Response`, `LogoutRequest`, `LogoutResponse`.
    ///   - mvpd: The provider.
    ///   - binding: The binding: `platform`, `redirect`, `post`.
    ///   - xml: The message; nil if it is unreadable.
    func note(_ name: String, _ direction: MessageDirection, mvpd: String, binding: String, xml: String?, requestID: String) {
        journal.append(
            time: clock.milliseconds(), event: .samlMessage, requestID: requestID, outcome: direction.rawValue,
            details: ["message": name, "mvpd": mvpd, "binding": binding], document: xml)
    }

    /// Records a SAML message in Base64, in which spaces are accepted for unencoded plus signs.
    func note(_ name: String, _ direction: MessageDirection, mvpd: String, binding: String, base64: String, requestID: String) {
        let text = base64.utf8.count <= 2 * Journal.documentSize ? base64 : ""
        let xml = SAML.Base64.decode(text, ignoringWhitespace: true, blanksArePlus: true)
            .flatMap { String(validating: $0, as: UTF8.self) }
        note(name, direction, mvpd: mvpd, binding: binding, xml: xml, requestID: requestID)
    }
}

/// Whether the service sent or received a SAML message.
enum MessageDirection: String, Sendable {
    case sent
    case received
}
