import Foundation
import Glibc
import PrivateSession
import ServiceAccess

@testable import AccessEnabler

/// The work of a separate process for a test of the storage: this program, which Tests/XCTMain.swift has do it instead of
/// running tests.
///
/// Not with exit tests: from the first one on, the thread of Swift Testing that waits for them uses a whole processor whenever
/// another child of this process is a zombie, as the children of most tests are for a while.
enum StorageWork: Codable, Sendable {
    /// A writer changes the storage at a path this many times.
    case write(writer: Int, path: String, count: Int)
    /// A writer changes it until it is killed, after its first change.
    case writeUntilKilled(writer: Int, path: String)
    /// It is killed while it holds the lock.
    case dieWithLock(path: String)

    private static let variable = "VSASIM_STORAGE_WORK"

    /// Does it in its own process.
    ///
    /// - Throws: `SystemError` when it cannot be started.
    func process() async throws -> ChildProcess.Exit {
        var environment = ProcessInfo.processInfo.environment
        environment[Self.variable] = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let child = try ChildProcess.start(program, environment: environment)
        return await child.wait()
    }

    /// Does what this process was started for, and exits; does nothing in one that was started for tests.
    static func performIfAny() {
        guard let text = ProcessInfo.processInfo.environment[variable] else { return }
        do {
            try JSONDecoder().decode(StorageWork.self, from: Data(text.utf8)).perform()
            exit(0)
        } catch {
            FileHandle.standardError.write(Data("\(text): \(error)\n".utf8))
            exit(2)
        }
    }

    private func perform() throws {
        switch self {
        case .write(let writer, let path, let count): Self.write(writer, in: path, changes: 0..<count)
        case .writeUntilKilled(let writer, let path):
            Self.write(writer, in: path, changes: 0..<1)
            Self.die(afterMicroseconds: 20_000 + writer * 26_000)
            Self.write(writer, in: path, changes: 1..<100_000)
        case .dieWithLock(let path): try StoreLock(folder: "\(path)/store").withLock { _ = kill(getpid(), SIGKILL) }
        }
    }

    /// Writes like an app until it is stopped, and records in its own file what was saved.
    private static func write(_ writer: Int, in path: String, changes: Range<Int>) {
        let store = FileStore(
            location: StoreLocation(folder: "\(path)/store"), patience: 60_000, isSynced: true, now: { 1 }, service: { nil })
        let log = open("\(path)/saved-\(writer)", O_CREAT | O_WRONLY | O_APPEND, 0o600)
        for number in changes {
            let id = "\(writer)-\(number)"
            let storage = store.load(requestor: "REF30", number == 0 ? .withOtherRequestors : .usual)
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

    /// Kills this process at a moment that does not depend on the work. A separate thread does not wait for the lock.
    private static func die(afterMicroseconds time: Int) {
        Thread.detachNewThread {
            usleep(UInt32(time))
            kill(getpid(), SIGKILL)
        }
    }
}
