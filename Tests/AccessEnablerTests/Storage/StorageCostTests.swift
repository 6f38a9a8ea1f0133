import Foundation
import Testing

@testable import AccessEnabler

/// What the storage costs a call of the app.
@Suite("Cost of the storage", .enabled(if: ProcessInfo.processInfo.environment["VSASIM_SOAK"] == "1", "belongs to make soak"))
struct StorageCostTests {
    @Test("a reading and a change, warm, take less than a millisecond each")
    func cost() async throws {
        try await StorageFolder.with { folder in
            let store = folder.store()
            let deviceID = store.load(requestor: nil).deviceID
            var session = Session.stored(deviceID: deviceID)
            for index in 0..<20 { session.authorizations["resource-\(index)"] = .init(expires: 2_000) }
            for requestor in ["REF30", "REF60", "REF90"] { store.save(.session(.stored(requestor, deviceID: deviceID))) }
            store.save(.session(session))
            store.save(.client(key: "k", Client(id: "c", secret: "s")))
            var (readings, changes): ([Duration], [Duration]) = ([], [])
            let clock = ContinuousClock()
            for index in 0..<1_000 {
                readings.append(clock.measure { _ = store.load(requestor: "REF30") })
                changes.append(
                    clock.measure { store.save(.authorization(session, resource: "news", .init(expires: 2_000 + Int64(index)))) })
            }
            readings.sort()
            changes.sort()
            print("reading p50 \(readings[500]) p99 \(readings[990]); change p50 \(changes[500]) p99 \(changes[990])")
            #expect(readings[500] < .milliseconds(1))
            #expect(changes[500] < .milliseconds(1))
        }
    }
}
