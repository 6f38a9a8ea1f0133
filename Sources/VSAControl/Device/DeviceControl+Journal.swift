import DBus

extension DeviceControl {
    /// The SAML messages that went with an entry of the journal; none when it had none, or the device keeps them no more.
    func journalDocuments(_ sequence: Int64) async throws -> [JournalDocument] {
        try await records(Wire.Control.getJournalDocuments, [sequence]) { try JournalDocument($0) }
    }
}
