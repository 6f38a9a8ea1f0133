import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// What the storage costs a call of the app.
@Suite("Cost of the storage", .enabled(if: ProcessInfo.processInfo.environment["VSASIM_SOAK"] == "1", "belongs to make soak"))
struct StorageCostTests {
    private static let count = 1_000

    /// How long something took in many runs.
    private struct Times: CustomStringConvertible {
        private var durations: [Duration] = []

        mutating func measure(_ body: () throws -> Void) rethrows {
            durations.append(try ContinuousClock().measure(body))
        }

        private func part(_ part: Double) -> Duration {
            durations.isEmpty ? .zero : durations.sorted()[Int(Double(durations.count) * part)]
        }

        var median: Duration { part(0.5) }
        var description: String { "p50 \(median), p99 \(part(0.99))" }
    }

    /// A change is on the disk when the call continues, or a crash would lose a login. The time for that depends on the disk, so
    /// it is compared with writing the same bytes durably without the library.
    @Test("a read takes less than a millisecond, and a change hardly longer than the disk")
    func cost() async throws {
        try await StorageFolder.withStore { folder, store in
            let deviceID = store.load(requestor: nil).deviceID
            var session = Session.stored(deviceID: deviceID)
            for index in 0..<20 { session.authorizations["resource-\(index)"] = .init(expires: 2_000) }
            for requestor in ["REF30", "REF60", "REF90"] { store.save(.session(.stored(requestor, deviceID: deviceID))) }
            store.save(.session(session))
            store.save(.client(key: "k", Client(id: "c", secret: "s")))
            let bytes = session.json.serialized
            var (readings, changes, disk) = (Times(), Times(), Times())
            for index in 0..<Self.count {
                readings.measure { _ = store.load(requestor: "REF30") }
                changes.measure { store.save(.authorization(session, resource: "news", .init(expires: 2_000 + Int64(index)))) }
                try disk.measure { try Self.write(bytes, to: "\(folder.path)/plain") }
            }
            print("a reading: \(readings); a change: \(changes); the disk alone: \(disk)")
            #expect(store.load(requestor: "REF30").sessions["AlphaCable"]?.authorizations["news"]?.expires == 2_999)
            #expect(readings.median < .milliseconds(1))
            // Twice, because others use the disk, too, and the two are not measured at the same time.
            #expect(changes.median < disk.median * 2 + .milliseconds(1), "a change: \(changes); the disk alone: \(disk)")
        }
    }

    /// Durably replaces the file by a new one with these bytes.
    private static func write(_ bytes: [UInt8], to path: String) throws {
        let temporary = "\(path).new"
        try #require(FileManager.default.createFile(atPath: temporary, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: temporary))
        try file.write(contentsOf: bytes)
        try file.synchronize()
        try file.close()
        try #require(rename(temporary, path) == 0)
    }
}
