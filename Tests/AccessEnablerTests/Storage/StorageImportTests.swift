import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// The import of the layout in which each app had a storage of its own.
@Suite("Import of the previous storage")
struct StorageImportTests {
    private let identifier = "11111111-2222-3333-4444-555555555555"
    private var deviceID: String { Digest.sha256(identifier) }

    private func sessions() -> [Session] {
        var session = Session.stored(deviceID: deviceID, source: .apple)
        session.authorizations = ["news": .init(expires: 9_000)]
        return [session, .stored("REF60", "GammaSat", deviceID: deviceID), .stored("REF60", "Foreign", deviceID: "another")]
    }

    @Test("setRequestor imports once and removes what it has imported", arguments: ["apps/com.example.player", "store"])
    func once(_ previous: String) async throws {
        try await StorageFolder.with { folder in
            try folder.writePrevious(sessions(), identifier: identifier, to: previous)
            let store = folder.store(previous: previous)
            #expect(store.load(requestor: "REF30", .afterImport).sessions == ["AlphaCable": sessions()[0]])
            let storage = store.load(requestor: "REF60")
            #expect(storage.deviceID == deviceID)
            #expect(storage.sessions == ["GammaSat": sessions()[1]])
            #expect(store.load(requestor: "REF30").selectedProvider == "AlphaCable")
            #expect(storage.clients["http://127.0.0.1:1 digest"] == Client(id: "c", secret: "s"))
            #expect(!folder.files.contains { $0.contains("tokens") || $0.contains("apps") || $0.hasSuffix("device.json") })
            store.save(.clear)
            try folder.writePrevious(sessions(), identifier: identifier, to: previous)
            #expect(!store.load(requestor: "REF30", .afterImport).hasSessions)
        }
    }

    @Test("calls other than setRequestor import nothing, and a valid token delays the import")
    func waiting() async throws {
        try await StorageFolder.with { folder in
            let previous = "apps/com.example.player"
            let store = folder.store(previous: previous)
            let own = Session.stored("REF30", "DeltaCoop", deviceID: store.load(requestor: nil).deviceID)
            store.save(.session(own))
            try folder.writePrevious(sessions(), identifier: identifier, to: previous)
            #expect(store.load(requestor: "REF60").sessions.isEmpty)
            #expect(store.load(requestor: "REF30", .afterImport).sessions == ["DeltaCoop": own])
            #expect(folder.files.contains { $0.contains("apps/com.example.player/tokens") })
            #expect(store.load(requestor: "REF60", .afterImport).sessions == ["GammaSat": sessions()[1]])
        }
    }

    @Test("two apps that were logged in keep their logins until the next logout, then share one")
    func twoApps() async throws {
        try await StorageFolder.with { folder in
            let other = "99999999-2222-3333-4444-555555555555"
            try folder.writePrevious([sessions()[0]], identifier: identifier, to: "apps/com.example.one")
            let session = Session.stored("REF60", "AlphaCable", deviceID: Digest.sha256(other))
            try folder.writePrevious([session], identifier: other, to: "apps/com.example.two")
            let one = folder.store("com.example.one", previous: "apps/com.example.one")
            let two = folder.store("com.example.two", previous: "apps/com.example.two")
            #expect(one.load(requestor: "REF30", .afterImport).sessions.count == 1)
            let storage = two.load(requestor: "REF60", .afterImport)
            #expect(storage.deviceID == session.deviceID)
            #expect(storage.sessions == ["AlphaCable": session])
            #expect(one.load(requestor: "REF30").sessions.count == 1)
            one.save(.clear)
            #expect(two.load(requestor: "REF60").deviceID == deviceID)
        }
    }

    @Test("an import that was killed at any point continues, and a logout ends it")
    func killed() async throws {
        let previous = "apps/com.example.player"
        // What is there after every step of the import: the state is written first, the sessions one by one, the end last.
        for copied in 0...2 {
            try await StorageFolder.with { folder in
                try folder.writePrevious(sessions(), identifier: identifier, to: previous)
                try folder.write(
                    #"{"format":2,"imports":{"com.example.player":"begun"},"lastLogout":0,"logouts":0}"#, to: "store/store.json")
                let store = folder.store(previous: previous)
                if copied > 0 {
                    try folder.write(
                        #"{"vendors":{"com.example":"\#(identifier)"},"applications":{}}"#, to: "store/devices.json")
                }
                for session in sessions().prefix(copied) {
                    let text = String(decoding: session.json.serialized, as: UTF8.self)
                    let name = "store/sessions/\(session.requestor)/\(session.mvpd)/\(deviceID).json"
                    try folder.write(text, to: name)
                }
                #expect(store.load(requestor: "REF30", .afterImport).sessions == ["AlphaCable": sessions()[0]])
                #expect(store.load(requestor: "REF60").sessions == ["GammaSat": sessions()[1]])
                try folder.writePrevious(sessions(), identifier: identifier, to: previous)
                #expect(store.load(requestor: "REF30", .afterImport).sessions.count == 1)
                #expect(!folder.files.contains { $0.hasPrefix("apps") })
            }
        }
        try await StorageFolder.with { folder in
            try folder.writePrevious(sessions(), identifier: identifier, to: previous)
            try folder.write(
                #"{"format":2,"imports":{"com.example.player":"begun"},"lastLogout":0,"logouts":0}"#, to: "store/store.json")
            folder.store("com.example.other").save(.clear)
            #expect(!folder.store(previous: previous).load(requestor: "REF30", .afterImport).hasSessions)
        }
    }

    @Test("damage in the previous storage loses only what is damaged", arguments: ["", "{", "[]", "{\"id\":1}"])
    func damaged(_ content: String) async throws {
        try await StorageFolder.with { folder in
            let previous = "apps/com.example.player"
            try folder.writePrevious(sessions(), identifier: identifier, to: previous)
            try folder.write(content, to: "\(previous)/tokens/REF60/GammaSat.json")
            try folder.write(content, to: "\(previous)/clients.json")
            let store = folder.store(previous: previous)
            #expect(store.load(requestor: "REF60", .afterImport).sessions.isEmpty)
            #expect(store.load(requestor: "REF30").sessions.count == 1)
        }
    }
}
