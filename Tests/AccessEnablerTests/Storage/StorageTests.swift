import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// The files of one app.
@Suite("Storage")
struct StorageTests {
    private func session(of store: FileStore, _ requestor: String = "REF30", _ mvpd: String = "AlphaCable") -> Session {
        var session = Session.stored(requestor, mvpd, deviceID: store.load(requestor: nil).deviceID, source: .apple)
        session.metadata = ["maxRating": .object(["MPAA": .text("R")]), "hba_status": .flag(true), "n": .number(1.5)]
        session.encryptedFields = ["zip"]
        session.authorizations = ["<rss>/..\u{1F600}": .init(expires: 5_000, degradation: "authz-all")]
        return session
    }

    @Test("saved values are read, by another process too")
    func roundTrip() async throws {
        try await StorageFolder.withStore { folder, store in
            let session = session(of: store)
            let strange = self.session(of: store, "../../etc", "a/b")
            let client = try #require(
                Client(json: .object(["id": .text("c"), "secret": .text("s"), "accessToken": .text("a")])))
            store.save(.client(key: "k", client))
            store.save(.session(session))
            store.save(.session(strange))
            store.save(.select(requestor: "REF30", mvpd: "AlphaCable"))
            let other = folder.store()
            let storage = other.load(requestor: "REF30")
            #expect(storage.sessions == ["AlphaCable": session])
            #expect(storage.clients == ["k": client])
            #expect(storage.selectedProvider == "AlphaCable")
            #expect(other.hasSessions)
            #expect(storage.deviceID == session.deviceID)
            #expect(storage.otherSessions.isEmpty)
            #expect(other.load(requestor: "../../etc").sessions == ["a/b": strange])
            #expect(other.load(requestor: "REF60", .withOtherRequestors).otherSessions == [strange, session])
            #expect(other.load(requestor: "REF30", .withOtherRequestors).otherSessions == [strange])
            other.save(.removeSession(session))
            #expect(store.load(requestor: "REF30").sessions.isEmpty)
            #expect(store.hasSessions)
            store.save(.clear)
            let cleared = store.load(requestor: "../../etc")
            #expect(!store.hasSessions && cleared.sessions.isEmpty && cleared.selectedProvider == nil)
            #expect(cleared.clients == ["k": client])
            #expect(cleared.deviceID == session.deviceID)
            #expect(folder.files == ["store/clients.json", "store/devices.json", "store/store.json"])
        }
    }

    @Test("folders are 0700, files 0600, nothing is left half-written")
    func modes() async throws {
        try await StorageFolder.withStore { folder, store in
            store.save(.session(session(of: store)))
            store.save(.client(key: "k", Client(id: "c", secret: "s")))
            store.save(.select(requestor: "REF30", mvpd: "AlphaCable"))
            let root = "\(folder.path)/store"
            #expect(try mode(root) == 0o700)
            let names = try FileManager.default.subpathsOfDirectory(atPath: root)
            #expect(names.count == 8)
            for name in names {
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder)
                #expect(try mode("\(root)/\(name)") == (isFolder.boolValue ? 0o700 : 0o600), "\(name)")
            }
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("an authorization is one per resource, the newest; expired ones go with the next change")
    func authorizations() async throws {
        try await StorageFolder.with { folder in
            let store = folder.store(now: 100)
            let session = Session.stored(deviceID: store.load(requestor: nil).deviceID)
            store.save(.session(session))
            store.save(.authorization(session, resource: "news", .init(expires: 50)))
            store.save(.authorization(session, resource: "news", .init(expires: 200)))
            store.save(.authorization(session, resource: "kids", .init(expires: 100)))
            #expect(store.load(requestor: "REF30").sessions["AlphaCable"]?.authorizations == ["news": .init(expires: 200)])
            var full = session
            for index in 0..<599 { full.authorizations["r\(index)"] = .init(expires: 1_000 + Int64(index)) }
            store.save(.session(full))
            store.save(.authorization(session, resource: "r599", .init(expires: 9_000)))
            let kept = store.load(requestor: "REF30").sessions["AlphaCable"]?.authorizations ?? [:]
            #expect(kept.count == 500)
            #expect(kept["r599"] != nil && kept["r0"] == nil)
        }
    }

    @Test("the integrity check clears what is damaged, or everything, or nothing")
    func integrity() async throws {
        try await StorageFolder.withStore { folder, store in
            let session = session(of: store)
            let file = "store/sessions/REF30/AlphaCable/\(session.deviceID).json"
            store.save(.session(session))
            store.save(.client(key: "k", Client(id: "c", secret: "s")))
            store.check(.INTEGRITY_CHECK_ALL)
            #expect(store.load(requestor: "REF30").sessions == ["AlphaCable": session])
            for damage in ["{", "{}", #"{"requestor":"REF60"}"#] {
                store.save(.session(session))
                try folder.write(damage, to: file)
                store.check(.INTEGRITY_CHECK_NONE)
                #expect(store.hasSessions)
                store.check(.INTEGRITY_CHECK_ALL)
                #expect(!store.hasSessions)
                #expect(store.load(requestor: nil).clients.isEmpty)
            }
            store.save(.session(session))
            store.check(.INTEGRITY_CHECK_CLEAR)
            #expect(!store.hasSessions)
            #expect(store.load(requestor: nil).deviceID == session.deviceID)
        }
    }

    @Test(
        "the integrity check finds damage in every file, and none afterwards",
        arguments: ["store.json", "devices.json", "clients.json", "selected.json"])
    func integrity(of name: String) async throws {
        try await StorageFolder.with { folder in
            for content in ["", "{", "[]", #"{"k":1}"#, #"{"format":2}"#, String(repeating: " ", count: 2 << 20)] {
                let store = folder.store()
                store.save(.session(session(of: store)))
                try folder.write(content, to: "store/\(name)")
                store.check(.INTEGRITY_CHECK_ALL)
                #expect(!store.hasSessions, "\(content.prefix(20))")
                store.save(.session(session(of: store)))
                store.check(.INTEGRITY_CHECK_ALL)
                #expect(store.hasSessions, "\(content.prefix(20))")
            }
        }
    }

    @Test("a login of an unknown device is detected, and removed by a new one")
    func stranger() async throws {
        try await StorageFolder.withStore { folder, store in
            let old = session(of: store)
            store.save(.session(old))
            try FileManager.default.removeItem(atPath: "\(folder.path)/store/devices.json")
            let storage = store.load(requestor: "REF30")
            #expect(storage.deviceID != old.deviceID)
            #expect(storage.sessions == ["AlphaCable": old])
            let new = session(of: store)
            store.save(.session(new))
            #expect(store.load(requestor: "REF30").sessions == ["AlphaCable": new])
            #expect(folder.files.filter { $0.contains("sessions") }.count == 1)
        }
    }
}
