import Foundation
import Glibc
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Real processes with one storage, some of which are killed in the middle of what they do.
@Suite("Storage of several processes")
struct StorageProcessTests {
    /// Writes like an app until it is stopped, and records in its own file what was saved.
    private static func write(_ writer: Int, in path: String, changes: Range<Int>) {
        let store = FileStore(
            location: StoreLocation(folder: "\(path)/store"), patience: 60_000, isSynced: true, now: { 1 }, service: { nil })
        let log = open("\(path)/saved-\(writer)", O_CREAT | O_WRONLY | O_APPEND, 0o600)
        for number in changes {
            let id = "\(writer)-\(number)"
            let storage = store.load(requestor: "REF30", number == 0 ? .afterImport : .usual)
            switch number % 3 {
            case 0: store.save(.client(key: id, Client(id: id, secret: "s")))
            case 1:
                guard let session = storage.sessions["AlphaCable"] else { exit(3) }
                store.save(.authorization(session, resource: id, .init(expires: 1_000 + Int64(writer * 1_000 + number))))
            default:
                store.save(.session(.stored("R\(writer)", "M\(number)", deviceID: storage.deviceID, storedAt: Int64(number))))
            }
            let line = Array((id + "\n").utf8)
            if Glibc.write(log, line, line.count) != line.count { exit(4) }
        }
    }

    private func saved(by writer: Int, in path: String) -> [(writer: Int, number: Int)] {
        let text = (try? String(contentsOfFile: "\(path)/saved-\(writer)", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: "-").compactMap { Int($0) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }
    }

    /// Everything that was saved is there, and every file is whole.
    private func check(_ saved: [(writer: Int, number: Int)], in path: String) throws {
        let store = FileStore(
            location: StoreLocation(folder: "\(path)/store"), isSynced: true, now: { 1 }, service: { nil })
        let storage = store.load(requestor: "REF30", .afterImport)
        let authorizations = storage.sessions["AlphaCable"]?.authorizations ?? [:]
        for (writer, number) in saved {
            let id = "\(writer)-\(number)"
            switch number % 3 {
            case 0: #expect(storage.clients[id]?.id == id)
            case 1: #expect(authorizations[id] != nil, "\(id)")
            default: #expect(store.load(requestor: "R\(writer)").sessions["M\(number)"] != nil, "\(id)")
            }
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: "\(path)/store")
        for name in names where name.hasSuffix(".json") {
            #expect(JSONFile.content("\(path)/store/\(name)").value != nil, "\(name)")
        }
        let logouts = try store.state().logouts
        store.check(.INTEGRITY_CHECK_ALL)
        #expect(try store.state().logouts == logouts, "the check has found damage")
        #expect(!names.contains { $0.hasSuffix(".new") })
    }

    /// Ends this process by force at a moment that no event of the work tells. A thread of its own does not wait for the lock.
    private static func die(afterMicroseconds time: Int) {
        Thread.detachNewThread {
            usleep(UInt32(time))
            kill(getpid(), SIGKILL)
        }
    }

    private func prepare(_ folder: StorageFolder) {
        let store = folder.store()
        store.save(.session(.stored(deviceID: store.load(requestor: nil).deviceID)))
    }

    @Test("six processes that write at once lose nothing", .timeLimit(.minutes(10)))
    func contention() async throws {
        try await StorageFolder.with { folder in
            prepare(folder)
            let path = folder.path
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<6 {
                    group.addTask {
                        await #expect(processExitsWith: .success) { [path = path as String, writer = writer as Int] in
                            Self.write(writer, in: path, changes: 0..<60)
                        }
                    }
                }
            }
            let all = (0..<6).flatMap { self.saved(by: $0, in: path) }
            #expect(all.count == 360)
            try check(all, in: path)
        }
    }

    @Test("kill -9 during writes: saved values remain, nothing is half-written", .timeLimit(.minutes(10)))
    func killed() async throws {
        try await StorageFolder.with { folder in
            prepare(folder)
            let path = folder.path
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<6 {
                    group.addTask {
                        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, writer = writer as Int] in
                            Self.write(writer, in: path, changes: 0..<1)
                            Self.die(afterMicroseconds: 20_000 + writer * 26_000)
                            Self.write(writer, in: path, changes: 1..<100_000)
                        }
                    }
                }
            }
            let all = (0..<6).flatMap { self.saved(by: $0, in: path) }
            #expect(!all.isEmpty)
            try check(all, in: path)
        }
    }

    @Test(
        "a process that is killed releases its lock; one that is stopped does not block others forever",
        .timeLimit(.minutes(10))
    )
    func stopped() async throws {
        try await StorageFolder.with { folder in
            prepare(folder)
            let path = folder.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                try StoreLock(folder: "\(path)/store").withLock { _ = kill(getpid(), SIGKILL) }
            }
            #expect(folder.store(patience: 100).load(requestor: "REF30").sessions.count == 1)
            #expect(throws: Never.self) { try StoreLock(folder: "\(path)/store", patience: 100).withLock {} }
        }
    }

    @Test("an import that is killed at any moment is finished by the next process", .timeLimit(.minutes(10)))
    func importKilled() async throws {
        for round in 0..<4 {
            try await StorageFolder.with { folder in
                let identifier = "11111111-2222-3333-4444-555555555555"
                let sessions = (0..<40).map { Session.stored("R\($0)", deviceID: Digest.sha256(identifier)) }
                try folder.writePrevious(sessions, identifier: identifier, to: "apps/one")
                let path = folder.path
                await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
                    let location = StoreLocation(folder: "\(path)/store", previous: "\(path)/apps/one")
                    let store = FileStore(location: location, isSynced: true, now: { 1 }, service: { nil })
                    Self.die(afterMicroseconds: round * 6_500)
                    while true { _ = store.load(requestor: "R39", .afterImport) }
                }
                let store = folder.store(previous: "apps/one")
                _ = store.load(requestor: "R39", .afterImport)
                for session in sessions { #expect(store.load(requestor: session.requestor).sessions.count == 1) }
                #expect(!folder.files.contains { $0.hasPrefix("apps") })
            }
        }
    }
}
