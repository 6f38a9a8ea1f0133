import AccountCore
import DBus
import ProjectTesting
import SAML
import TVWorld
import Testing

@testable import AccountService

@Suite("The journal's SAML messages", .timeLimit(.minutes(5)))
struct JournalDocumentTests {
    private func documents(_ device: TestDevice, of entry: VariantDictionary) async throws -> [VariantDictionary] {
        let sequence: Int64 = try entry.required("sequence")
        return try await device.control.call("GetJournalDocuments", sequence).decode(as: [VariantDictionary].self)
    }

    @Test("A query has its AuthnRequest and its Response, as sent; others have none, and a restart discards them", .device)
    func query() async throws {
        let service = try TestService()
        try await device.control.call("SetServiceMetadata", service.metadata)
        let app = try await device.grantedApp()
        let token = try service.token(now: device.clock.seconds())
        let answer = try await app.query(["attribute-names": BusVariant(["userID"]), "verification-token": BusVariant(token)])
        let entry = try #require(try await device.journalEntries("metadata.queried").last)
        #expect(try entry.required("documents", as: UInt32.self) == 2)
        let messages = try await documents(device, of: entry)
        #expect(try messages.map { try $0.required("message", as: String.self) } == ["AuthnRequest", "Response"])
        #expect(try messages.map { try $0.required("direction", as: String.self) } == ["received", "sent"])
        let request: String = try messages[0].required("xml")
        #expect(Base64.encode(request) == token)
        #expect(try messages[1].required("xml", as: String.self) == answer.required("saml-attribute-query-response"))

        let signedIn = try #require(try await device.journalEntries("account.signed-in").last)
        #expect(try signedIn.required("documents", as: UInt32.self) == 0)
        #expect(try await documents(device, of: signedIn).isEmpty)
        #expect(try await documents(device, of: ["sequence": BusVariant(Int64.max)]).isEmpty)

        let again = try await device.restarted()
        #expect(try await documents(again, of: entry).isEmpty)
        #expect(try await again.journalEntries("metadata.queried").last?.required("documents", as: UInt32.self) == 0)
    }

    @Test("A rejected token is kept for inspection, and so is a response with a failure", .device)
    func refusals() async throws {
        try await device.control.call("SetServiceMetadata", TestService().metadata)
        try await device.control.call("SetAccessStatus", "com.example.player", "granted")
        try await device.control.call("SignIn", "alpha.example", "carol", VariantDictionary())
        let app = try await device.app()
        // The second is Base64 of a text with a NUL character, which the bus cannot carry.
        for token in ["no XML", "YQBi"] {
            #expect(
                try await app.queryError(["attribute-names": BusVariant(["userID"]), "verification-token": BusVariant(token)])
                    .name
                    == "InvalidVerificationToken")
            let refused = try #require(try await device.journalEntries("metadata.queried").last)
            #expect(try await documents(device, of: refused).map { try $0.required("xml", as: String.self) } == [token])
        }

        #expect(try await app.queryError(["attribute-names": BusVariant(["userID"])]).name == "ProviderRejected")
        let rejected = try #require(try await device.journalEntries("metadata.queried").last)
        let response: String = try #require(try await documents(device, of: rejected).first).required("xml")
        #expect(response.contains("RequestDenied"))
    }

    @Test("An interrupting request has its messages, too", .device)
    func request() async throws {
        try await device.control.call("SetServiceMetadata", TestService().metadata)
        _ = try await device.grantedApp()
        // A request that may interrupt needs a usage description.
        let app = try await device.app(usage: "Signs you in.")
        try await app.proxy.call("RequestMetadata", "t1", ["attribute-names": BusVariant(["userID"])] as VariantDictionary)
        try await until("the request has completed") { try await !device.journal("request.completed").isEmpty }
        let entry = try #require(try await device.journalEntries("request.completed").last)
        #expect(try await documents(device, of: entry).map { try $0.required("message", as: String.self) } == ["Response"])
    }

    @Test("Only the newest are kept, in bounded memory")
    func bounds() {
        var documents = JournalDocuments()
        func response(_ size: Int) -> [JournalDocument] {
            JournalDocument.list(
                request: nil,
                response: ProviderResponse(
                    authenticationScheme: .saml, status: nil, body: String(repeating: "x", count: size)))
        }
        documents.keep(response(JournalDocuments.maximumSize + 1), of: 1)
        #expect(documents[1].isEmpty)
        documents.keep([], of: 2)
        let count = Int64(JournalDocuments.capacity / 10_000)
        for sequence in 10..<(10 + 3 * count) { documents.keep(response(10_000), of: sequence) }
        let kept = (0..<(10 + 3 * count)).filter { !documents[$0].isEmpty }
        #expect(kept == Array((10 + 2 * count)..<(10 + 3 * count)))
    }

    @Test("The messages of a burst are deflated without delay")
    func burst() async throws {
        var record = JournalRecord(.metadataQueried)
        record.documents = JournalDocument.list(
            request: nil,
            response: ProviderResponse(
                authenticationScheme: .saml, status: nil, body: String(repeating: "x", count: 10_000)))
        let deflated = record.documents.map(\.deflated)
        // Without a store, which deflates them after it has written the entries.
        let journal = Journal(nextSequence: 1, clock: AdjustableClock(), monitors: JournalMonitors(bus: WeakConnection()))
        for _ in 1...8 { journal.record(record) }
        try await until("the messages are deflated") {
            (1...8).allSatisfy { journal.documents(of: $0) == deflated }
        }
    }

    @Test("Deflated messages read as those that were sent, and count with their size")
    func deflated() throws {
        let xml = "<Response>" + String(repeating: "é<Attribute/>", count: 500) + "</Response>"
        var request = MetadataRequest()
        request.verificationToken = Base64.encode(xml)
        let messages = JournalDocument.list(
            request: request,
            response: ProviderResponse(authenticationScheme: .saml, status: nil, body: xml))
        var documents = JournalDocuments()
        documents.keep(messages, of: 1)
        let added = documents.nextPlain()
        let (sequence, plain) = try #require(added)
        #expect(documents.nextPlain() == nil)
        documents.replace(sequence, with: plain.map(\.deflated))
        documents.replace(2, with: plain)
        #expect(documents[2].isEmpty)
        #expect(documents[1] != messages)
        #expect(documents[1].map(\.xml) == [xml, xml])
        #expect(documents[1].map(\.size) == messages.map(\.size))
    }
}

@Suite("The journal's order")
struct JournalOrderTests {
    @Test("Of entries by several threads, none is earlier than one with a lower number")
    func times() async throws {
        let journal = Journal(nextSequence: 1, clock: AdjustableClock(), monitors: JournalMonitors(bus: WeakConnection()))
        await withTaskGroup { group in
            for _ in 1...4 {
                group.addTask { for _ in 1...1_000 { journal.record(JournalRecord(.accessChecked)) } }
            }
        }
        var entries: [AccountCore.JournalEntry] = []
        while try journal.writeBatch({ entries += $0 }) != nil {}
        #expect(entries.map(\.sequence) == Array(1...4_000))
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.machineTime <= $1.machineTime })
    }
}
