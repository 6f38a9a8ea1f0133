import Administration
import DBus
import DeviceInterfaces
import TVWorld

/// A SAML message with its entry of the timeline.
struct SAMLMessage: Sendable {
    var entry: TimelineEntry
    /// `AuthnRequest`, `Response`, `LogoutRequest`, `LogoutResponse`.
    var name: String
    /// `sent` or `received`, as seen from the entry's source.
    var direction: String
    var xml: String

    /// Creates the message of an entry in the service's journal; nil if it has none.
    init?(service entry: JournalEntryResource) {
        guard let xml = entry.document ?? nil else { return nil }
        self.entry = TimelineEntry(service: entry)
        name = entry.details["message"] ?? "message"
        direction = entry.outcome
        self.xml = xml
    }

    /// Creates a message of an entry in the device's journal from an element of `GetJournalDocuments`.
    init(device entry: TimelineEntry, _ details: VariantDictionary) throws {
        self.entry = entry
        name = try details.required(ControlInterface.Key.message)
        direction = try details.required(ControlInterface.Key.direction)
        xml = try details.required(ControlInterface.Key.xml)
    }
}

extension TimelineJournals {
    /// Returns the SAML messages of an entry. For an entry without any, returns those of the call that it belongs to, from the
    /// device and the service, in the timeline's order.
    func messages(of entry: TimelineEntry) async throws -> [SAMLMessage] {
        let own = try await deviceMessages(of: entry)
        guard own.isEmpty else { return own }
        let hasOwn = entry.event == JournalEvent.samlMessage.rawValue
        func belongs(_ candidate: TimelineEntry) -> Bool {
            if hasOwn { return candidate.id == entry.id }
            return entry.correlation != nil && candidate.correlation == entry.correlation
        }
        var messages: [SAMLMessage] = []
        for candidate in try await device?.wholeJournal() ?? [] where belongs(candidate) {
            messages += try await deviceMessages(of: candidate)
        }
        let isInService = hasOwn && entry.id.source == .service
        messages +=
            try await service?.journal(after: isInService ? max(1, entry.id.sequence) - 1 : 0, hasDocuments: true)
            .compactMap(SAMLMessage.init(service:)).filter { belongs($0.entry) } ?? []
        // Several messages of one entry keep their order.
        return messages.enumerated().sorted { first, second in
            TimelineEntry.comesBefore(first.element.entry, second.element.entry)
                || (first.element.entry.id == second.element.entry.id && first.offset < second.offset)
        }.map(\.element)
    }

    /// Returns the messages of an entry of the device; none if the device does not keep them any more.
    private func deviceMessages(of entry: TimelineEntry) async throws -> [SAMLMessage] {
        guard entry.id.source == .device, let device else { return [] }
        return try await device.records(ControlInterface.Member.getJournalDocuments, [entry.id.sequence]) {
            try SAMLMessage(device: entry, $0)
        }
    }
}
