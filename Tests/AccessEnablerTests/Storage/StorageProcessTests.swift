import Foundation
import Glibc
import PrivateSession
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Real processes that share a storage; some are killed in the middle of their work.
@Suite("Storage of several processes")
struct StorageProcessTests {
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
        let storage = store.load(requestor: "REF30", .withOtherRequestors)
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

    private func prepare(_ folder: StorageFolder) {
        let store = folder.store()
        store.save(.session(.stored(deviceID: store.load(requestor: nil).deviceID)))
    }

    /// How six processes that work at the same time end.
    private func sixProcesses(_ work: (_ writer: Int) -> StorageWork) async throws -> [ChildProcess.Exit] {
        let works = (0..<6).map(work)
        return try await withThrowingTaskGroup(of: ChildProcess.Exit.self) { group in
            for work in works { group.addTask { try await work.process() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("six processes that write at once lose nothing", .timeLimit(.minutes(10)))
    func contention() async throws {
        try await StorageFolder.with { folder in
            prepare(folder)
            let path = folder.path
            let exits = try await sixProcesses { .write(writer: $0, path: path, count: 60) }
            #expect(exits == Array(repeating: .exited(0), count: 6))
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
            let exits = try await sixProcesses { .writeUntilKilled(writer: $0, path: path) }
            #expect(exits == Array(repeating: .signalled(SIGKILL), count: 6))
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
            let exit = try await StorageWork.dieWithLock(path: path).process()
            #expect(exit == .signalled(SIGKILL))
            #expect(folder.store(patience: 100).load(requestor: "REF30").sessions.count == 1)
            #expect(throws: Never.self) { try StoreLock(folder: "\(path)/store", patience: 100).withLock {} }
        }
    }
}
