import Foundation
import Testing

@testable import AccessEnabler

/// The files.
@Suite("Storage")
struct StorageTests {
    private func withStore(_ body: (FileStore) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(FileStore(folder: folder) { "http://127.0.0.1:1" })
    }

    private func session(_ requestor: String = "REF30", _ mvpd: String = "AlphaCable", deviceID: String = "d") -> Session {
        var session = Session(
            requestor: requestor, mvpd: mvpd, userID: "u", expires: 5_000_000_000_000, deviceID: deviceID, source: .apple,
            storedAt: 3)
        session.metadata = ["maxRating": .object(["MPAA": .text("R")]), "hba_status": .flag(true), "n": .number(1.5)]
        session.encryptedFields = ["zip"]
        session.authorizations = ["<rss>/..\u{1F600}": .init(expires: 7, degradation: "authz-all")]
        return session
    }

    @Test("what was saved is read, by another process too")
    func roundTrip() throws {
        try withStore { store in
            var client = Client(id: "c", secret: "s")
            client.keep(accessToken: "a", seconds: 60, now: 0)
            store.save(.client(key: "k", client))
            store.save(.session(session()))
            store.save(.session(session("../../etc", "a/b")))
            store.save(.select(requestor: "REF30", mvpd: "AlphaCable"))
            let other = FileStore(folder: store.folder) { nil }
            let situation = other.load(requestor: "REF30")
            #expect(situation.sessions == ["AlphaCable": session()])
            #expect(situation.clients == ["k": client])
            #expect(situation.selectedProvider == "AlphaCable")
            #expect(situation.hasSessions)
            #expect(situation.deviceID == store.load(requestor: nil).deviceID)
            #expect(other.load(requestor: "../../etc").sessions == ["a/b": session("../../etc", "a/b")])
            other.save(.removeSession(session()))
            #expect(store.load(requestor: "REF30").sessions.isEmpty)
            store.save(.clear)
            let cleared = store.load(requestor: "../../etc")
            #expect(!cleared.hasSessions && cleared.sessions.isEmpty && cleared.selectedProvider == nil)
            #expect(cleared.clients == ["k": client])
        }
    }

    @Test("folders are 0700, files 0600, nothing is left half-written")
    func modes() throws {
        try withStore { store in
            store.save(.session(session()))
            store.save(.client(key: "k", Client(id: "c", secret: "s")))
            _ = store.load(requestor: "REF30")
            #expect(try mode(store.folder) == 0o700)
            let names = try FileManager.default.subpathsOfDirectory(atPath: store.folder)
            for name in names {
                let path = "\(store.folder)/\(name)"
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                #expect(try mode(path) == (isFolder.boolValue ? 0o700 : 0o600), "\(name)")
            }
            #expect(!names.contains { $0.hasSuffix(".new") })
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(
        "a damaged file counts as absent",
        arguments: ["", "{", "[]", "null", "{\"requestor\":1}", "\u{0}\u{1}", "{\"requestor\":\"REF30\",\"mvpd\":null}"])
    func damage(content: String) throws {
        try withStore { store in
            store.save(.session(session()))
            _ = store.load(requestor: "REF30")
            let files = try FileManager.default.subpathsOfDirectory(atPath: store.folder).filter { $0.hasSuffix(".json") }
            for file in files + ["clients.json", "selected.json"] {
                try Data(content.utf8).write(to: URL(fileURLWithPath: "\(store.folder)/\(file)"))
            }
            let situation = store.load(requestor: "REF30")
            #expect(situation.sessions.isEmpty && situation.clients.isEmpty && situation.selectedProvider == nil)
            #expect(!situation.deviceID.isEmpty)
        }
    }

    @Test("deeply nested JSON is refused, not followed")
    func nesting() {
        let depth = 100_000
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(JSONValue(parsing: Array(text.utf8)) == nil)
        #expect(JSONValue(parsing: [UInt8](repeating: 0x20, count: 2 << 20)) == nil)
        let mixed = JSONValue(parsing: Array(#"{"a":true,"b":1,"c":0,"d":1.5,"e":"x","f":null,"g":9223372036854775807}"#.utf8))
        #expect(mixed?["a"] == .flag(true))
        #expect(mixed?["b"] == .integer(1))
        #expect(mixed?["c"] == .integer(0))
        #expect(mixed?["d"] == .number(1.5))
        #expect(mixed?["f"] == nil)
        #expect(mixed?["g"]?.integer == .max)
    }

    @Test("the integrity check clears what is damaged, or everything")
    func integrity() throws {
        try withStore { store in
            store.save(.session(session()))
            store.check(.INTEGRITY_CHECK_ALL)
            #expect(store.load(requestor: "REF30").hasSessions)
            try Data("{".utf8).write(to: URL(fileURLWithPath: "\(store.folder)/tokens/REF30/AlphaCable.json"))
            store.check(.INTEGRITY_CHECK_NONE)
            #expect(store.load(requestor: "REF30").hasSessions)
            store.check(.INTEGRITY_CHECK_ALL)
            #expect(!store.load(requestor: "REF30").hasSessions)
            store.save(.session(session()))
            store.check(.INTEGRITY_CHECK_CLEAR)
            #expect(!store.load(requestor: "REF30").hasSessions)
        }
    }

    @Test("two processes that write at once lose nothing")
    func contention() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let store = FileStore(folder: folder) { nil }
                    for index in 0..<10 { store.save(.client(key: "\(writer)-\(index)", Client(id: "c", secret: "s"))) }
                }
            }
        }
        #expect(FileStore(folder: folder) { nil }.load(requestor: nil).clients.count == 40)
    }

    @Test("a folder that cannot be made is no crash")
    func unwritable() {
        let store = FileStore(folder: "/proc/nowhere/store") { nil }
        store.save(.session(session()))
        store.save(.clear)
        #expect(store.load(requestor: "REF30").sessions.isEmpty)
    }
}
