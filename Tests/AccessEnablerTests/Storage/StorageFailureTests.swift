import Foundation
import Glibc
import ServiceAccess
import Testing

@testable import AccessEnabler

/// What may be in the folder, or happen to it.
@Suite("Storage failures")
struct StorageFailureTests {
    @Test(
        "a damaged file counts as absent",
        arguments: [
            "", "{", "[]", "null", "{\"requestor\":1}", "\u{0}\u{1}", "{\"requestor\":\"REF30\",\"mvpd\":null}",
            String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
            String(repeating: "7", count: 2 << 20),
        ])
    func damage(content: String) async throws {
        try await StorageFolder.withStore { folder, store in
            let session = Session.stored(deviceID: store.load(requestor: nil).deviceID)
            store.save(.session(session))
            store.save(.select(requestor: "REF30", mvpd: "AlphaCable"))
            store.save(.client(key: "k", Client(id: "c", secret: "s")))
            for file in folder.files { try folder.write(content, to: file) }
            let storage = store.load(requestor: "REF30", .withOtherRequestors)
            #expect(storage.sessions.isEmpty && storage.clients.isEmpty && storage.selectedProvider == nil)
            #expect(!storage.deviceID.isEmpty && storage.deviceID != session.deviceID)
            store.save(.session(.stored(deviceID: storage.deviceID)))
            store.save(.client(key: "k", Client(id: "d", secret: "s")))
            let mended = folder.store().load(requestor: "REF30")
            #expect(mended.sessions.count == 1 && mended.clients["k"]?.id == "d" && mended.deviceID == storage.deviceID)
        }
    }

    @Test("deeply nested JSON is rejected")
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

    /// What is in the place of a file.
    enum Obstacle: CaseIterable {
        case link, brokenLink, loop, pipe, folder, device, unreadable

        /// Those that can be set up: root can read every file.
        static var possible: [Obstacle] { allCases.filter { $0 != .unreadable || geteuid() != 0 } }
    }

    @Test("links, pipes, devices and folders are not accepted as files", arguments: Obstacle.possible)
    func obstacles(_ obstacle: Obstacle) async throws {
        try await StorageFolder.withStore { folder, store in
            let session = Session.stored(deviceID: store.load(requestor: nil).deviceID)
            store.save(.session(session))
            store.save(.client(key: "k", Client(id: "c", secret: "s")))
            try folder.write(#"{"k":{"id":"elsewhere","secret":"s"}}"#, to: "elsewhere.json")
            for file in folder.files where file.hasPrefix("store/") { try put(obstacle, at: file, in: folder) }
            let storage = store.load(requestor: "REF30", .withOtherRequestors)
            #expect(storage.sessions.isEmpty && storage.clients["k"]?.id != "elsewhere")
            store.save(.client(key: "k", Client(id: "d", secret: "s")))
            #expect(store.load(requestor: "REF30").clients["k"]?.id == "d")
            store.check(.INTEGRITY_CHECK_ALL)
            store.save(.client(key: "k", Client(id: "e", secret: "s")))
            #expect(folder.store().load(requestor: "REF30").clients["k"]?.id == "e")
            let untouched = try String(contentsOfFile: "\(folder.path)/elsewhere.json", encoding: .utf8)
            #expect(untouched.contains("elsewhere"))
        }
    }

    private func put(_ obstacle: Obstacle, at file: String, in folder: StorageFolder) throws {
        let path = "\(folder.path)/\(file)"
        if obstacle == .unreadable {
            chmod(path, 0)
            return
        }
        try FileManager.default.removeItem(atPath: path)
        switch obstacle {
        case .link: symlink("\(folder.path)/elsewhere.json", path)
        case .brokenLink: symlink("\(folder.path)/nowhere", path)
        case .loop: symlink(path, path)
        case .pipe: mkfifo(path, 0o600)
        case .device: symlink("/dev/zero", path)
        case .folder: mkdir(path, 0o700)
        case .unreadable: break
        }
    }

    @Test("a folder that cannot be created does not crash: values are kept in this process")
    func unwritable() {
        let store = FileStore(
            location: StoreLocation(folder: "/proc/nowhere/store"), isSynced: true, now: { 0 }, service: { nil })
        let storage = store.load(requestor: "REF30", .withOtherRequestors)
        let session = Session.stored(deviceID: storage.deviceID)
        store.save(.session(session))
        store.save(.authorization(session, resource: "news", .init(expires: 1)))
        store.save(.client(key: "k", Client(id: "c", secret: "s")))
        store.save(.select(requestor: "REF30", mvpd: "AlphaCable"))
        for type in IntegrityCheckType.allCases { store.check(type) }
        let again = store.load(requestor: "REF30")
        #expect(again.deviceID == storage.deviceID)
        #expect(again.sessions["AlphaCable"]?.authorizations == ["news": .init(expires: 1)])
        #expect(again.clients["k"]?.id == "c" && again.selectedProvider == "AlphaCable")
        #expect(store.load(requestor: "REF60").sessions.isEmpty)
        store.save(.clear)
        #expect(store.load(requestor: "REF30").sessions.isEmpty)
    }

    @Test("a failed write is repeated with the next change that succeeds")
    func recovery() async throws {
        try await StorageFolder.with { folder in
            try folder.write("", to: "store")
            let store = folder.store()
            let session = Session.stored(deviceID: store.load(requestor: "REF30").deviceID)
            store.save(.session(session))
            store.save(.authorization(session, resource: "news", .init(expires: 2_000)))
            try FileManager.default.removeItem(atPath: "\(folder.path)/store")
            #expect(store.load(requestor: "REF30").deviceID == session.deviceID)
            store.save(.select(requestor: "REF30", mvpd: "AlphaCable"))
            let storage = folder.store().load(requestor: "REF30")
            #expect(storage.sessions["AlphaCable"]?.authorizations == ["news": .init(expires: 2_000)])
            #expect(storage.selectedProvider == "AlphaCable" && storage.deviceID == session.deviceID)
        }
    }

    /// Saves a session, then metadata that is too large for its file.
    private func saveTooLarge(in store: FileStore) -> Session {
        var session = Session.stored(deviceID: store.load(requestor: "REF30").deviceID)
        store.save(.session(session))
        session.metadata = ["zip": .text(String(repeating: "x", count: 2 << 20))]
        store.save(.metadata(session))
        return session
    }

    @Test("a session larger than a megabyte is kept in this process")
    func tooLarge() async throws {
        try await StorageFolder.withStore { folder, store in
            let session = saveTooLarge(in: store)
            #expect(store.load(requestor: "REF30").sessions == ["AlphaCable": session])
            #expect(folder.store().load(requestor: "REF30").sessions["AlphaCable"]?.metadata == nil)
        }
    }

    @Test("what is too large does not prevent other writes, and a later change that fits replaces it")
    func besideTooLarge() async throws {
        try await StorageFolder.withStore { folder, store in
            var session = saveTooLarge(in: store)
            store.save(.select(requestor: "REF30", mvpd: "AlphaCable"))
            #expect(folder.store().load(requestor: "REF30").selectedProvider == "AlphaCable")
            #expect(store.load(requestor: "REF30").sessions["AlphaCable"]?.metadata == session.metadata)
            session.metadata = ["zip": .text("1010")]
            store.save(.metadata(session))
            for store in [store, folder.store()] {
                #expect(store.load(requestor: "REF30").sessions["AlphaCable"]?.metadata == session.metadata)
            }
        }
    }

    @Test("a login that is too large stays in this process with its changes, until it is removed or replaced")
    func loginTooLarge() async throws {
        try await StorageFolder.withStore { folder, store in
            let deviceID = store.load(requestor: "REF30").deviceID
            store.save(.session(.stored(deviceID: deviceID, storedAt: 1)))
            var large = Session.stored(deviceID: deviceID, storedAt: 2)
            large.metadata = ["zip": .text(String(repeating: "x", count: 2 << 20))]
            store.save(.session(large))
            store.save(.expiry(large, large.expires + 1_000))
            large.expires += 1_000
            #expect(store.load(requestor: "REF30").sessions == ["AlphaCable": large])
            let small = Session.stored(deviceID: deviceID, storedAt: 3)
            store.save(.session(small))
            for store in [store, folder.store()] { #expect(store.load(requestor: "REF30").sessions == ["AlphaCable": small]) }
        }
    }

    @Test("a logout is written although a change before it is too large")
    func logoutBesideTooLarge() async throws {
        try await StorageFolder.withStore { folder, store in
            _ = saveTooLarge(in: store)
            store.save(.clear)
            for store in [store, folder.store()] { #expect(store.load(requestor: "REF30").sessions.isEmpty) }
        }
    }

    @Test("another logout is possible after any number of logouts in the file")
    func manyLogouts() async throws {
        try await StorageFolder.with { folder in
            try folder.write(#"{"format":2,"logouts":9223372036854775807,"lastLogout":0}"#, to: "store/store.json")
            let store = folder.store()
            store.save(.session(.stored(deviceID: store.load(requestor: "REF30").deviceID)))
            store.save(.clear)
            #expect(folder.store().load(requestor: "REF30").sessions.isEmpty)
        }
    }

    @Test("a newer version's storage is not changed", arguments: IntegrityCheckType.allCases)
    func newer(_ check: IntegrityCheckType) async throws {
        try await StorageFolder.with { folder in
            try folder.write(#"{"format":3,"something":"else"}"#, to: "store/store.json")
            try folder.write(#"{"new":1}"#, to: "store/clients.json")
            let store = folder.store()
            store.check(check)
            let session = Session.stored(deviceID: store.load(requestor: "REF30", .withOtherRequestors).deviceID)
            store.save(.session(session))
            store.save(.client(key: "k", Client(id: "c", secret: "s")))
            #expect(store.load(requestor: "REF30").sessions == ["AlphaCable": session])
            store.save(.clear)
            #expect(store.load(requestor: "REF30").sessions.isEmpty)
            #expect(folder.files == ["store/clients.json", "store/store.json"])
            #expect(try String(contentsOfFile: "\(folder.path)/store/clients.json", encoding: .utf8) == #"{"new":1}"#)
        }
    }

    @Test("a process that hangs with the lock is awaited once, with a limit; nothing is lost", .timeLimit(.minutes(10)))
    func hanging() async throws {
        try await StorageFolder.with { folder in
            let store = folder.store(patience: 200)
            let session = Session.stored(deviceID: store.load(requestor: "REF30").deviceID)
            store.save(.session(session))
            // A child process of another test would keep holding the lock.
            let descriptor = open("\(folder.path)/store/.lock", O_RDWR | O_CLOEXEC)
            #expect(flock(descriptor, LOCK_EX) == 0)
            let start = ContinuousClock.now
            #expect(store.load(requestor: "REF30").sessions == ["AlphaCable": session])
            for index in 0..<5 { store.save(.authorization(session, resource: "r\(index)", .init(expires: 2_000))) }
            #expect(store.load(requestor: "REF30").sessions["AlphaCable"]?.authorizations.count == 5)
            #expect(start.duration(to: .now) >= .milliseconds(200))
            close(descriptor)
            #expect(folder.store().load(requestor: "REF30").sessions["AlphaCable"]?.authorizations.isEmpty == true)
            store.save(.select(requestor: "REF30", mvpd: "AlphaCable"))
            #expect(folder.store().load(requestor: "REF30").sessions["AlphaCable"]?.authorizations.count == 5)
        }
    }

    @Test("the message names the process that holds the lock")
    func holder() async throws {
        try await StorageFolder.with { folder in
            try StoreLock(folder: folder.path).withLock {
                let error = #expect(throws: StoreLock.Busy.self) { try StoreLock(folder: folder.path, patience: 1).withLock {} }
                #expect(error?.description.contains(" by process \(getpid()), ") == true)
            }
        }
    }

    @Test("a folder that is removed and created again while its lock is awaited is locked again")
    func replaced() async throws {
        try await StorageFolder.with { folder in
            let lock = StoreLock(folder: folder.path)
            try lock.withLock {
                try FileManager.default.removeItem(atPath: "\(folder.path)/.lock")
                try StoreLock(folder: folder.path).withLock {
                    _ = #expect(throws: StoreLock.Busy.self) { try StoreLock(folder: folder.path, patience: 1).withLock {} }
                }
            }
        }
    }

    @Test("the lock is released although a child process that is being started has a copy of its descriptor")
    func copiedDescriptor() async throws {
        try await StorageFolder.with { folder in
            var copies: [Int32] = []
            defer { for copy in copies { close(copy) } }
            try StoreLock(folder: folder.path).withLock {
                let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                    return target == "\(folder.path)/.lock"
                }
                copies = descriptors.compactMap { Int32($0) }.map { dup($0) }
            }
            #expect(copies.count == 1)
            #expect(throws: Never.self) { try StoreLock(folder: folder.path, patience: 1).withLock {} }
        }
    }

    @Test("files of a killed app are removed by setRequestor")
    func leftovers() async throws {
        try await StorageFolder.withStore { folder, store in
            store.save(.session(.stored(deviceID: store.load(requestor: nil).deviceID)))
            try folder.write("{", to: "store/clients.json.4711.new")
            try folder.write("{", to: "store/.removed/REF30/AlphaCable/x.json")
            #expect(store.load(requestor: "REF30", .withOtherRequestors).sessions.count == 1)
            #expect(!folder.files.contains { $0.contains("4711") || $0.contains("removed") })
        }
    }
}
