import AccountCore
import DBus
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

@Suite("Snapshots at the device", .device, .timeLimit(.minutes(5)))
struct SnapshotTests {
    private func save(_ device: TestDevice) async throws -> String {
        try await device.control.call("SaveSnapshot").decode(as: String.self)
    }

    /// Loads a document; returns what undoes the load.
    @discardableResult
    private func load(_ document: String, on device: TestDevice) async throws -> String {
        try await device.control.call("Load", document).decode(as: String.self)
    }

    /// Changes everything.
    private func change(_ device: TestDevice) async throws {
        try await device.control.call("SignIn", "beta.example", "bob", VariantDictionary())
        try await device.control.call("SetAccessStatus", "com.example.player", "denied")
        try await device.control.call("SetAccessStatus", "com.example.other", "granted")
        try await device.control.call("SetRegion", "CA")
        try await device.control.call("SetClock", "frozen:1800000000")
        try await device.control.call("ClearFaults", "")
        try await device.control.call("ClearAnswers")
        try await device.control.call("SetUnanswered", "dismiss")
        try await device.control.call("SetDeveloperSetting", "cache-buster", BusVariant(true))
    }

    private func setUp(_ device: TestDevice) async throws {
        let app = try await device.grantedApp()
        try await device.addFault("vsa.access", ["error": BusVariant("Rejected"), "times": BusVariant(UInt32(2))])
        _ = try? await app.accessStatus()
        try await device.answer("picker", "cancel", ["times": BusVariant(UInt32(3))])
        try await device.control.call("AdvanceClock", Int64(60_000))
    }

    @Test("A snapshot restores everything, durably, and the counts of faults continue")
    func load() async throws {
        try await setUp(device)
        let (saved, state) = (try await save(device), device.daemon.store.device.state)
        try await change(device)
        #expect(try await save(device) != saved)
        try await load(saved, on: device)
        #expect(try await save(device) == saved)
        #expect(device.daemon.store.device.state == state)
        #expect(try await device.journal("snapshot.loaded").count == 1)
        let app = try await device.app()
        await #expect(throws: RemoteError.self) { _ = try await app.accessStatus() }
        #expect(try await app.accessStatus() == "granted")
        let restarted = try await device.restarted()
        #expect(restarted.daemon.store.device.state == state)
        let clock = try await restarted.control.call("GetClock").decode(as: VariantDictionary.self)
        #expect(clock["specification"] == BusVariant("offset:60"))
    }

    @Test("Loading a snapshot can be undone; an invalid one changes nothing")
    func rollBack() async throws {
        let fresh = try await save(device)
        try await setUp(device)
        let before = try await save(device)
        let taken = try await load(fresh, on: device)
        #expect(taken == before)
        #expect(try await device.faults().isEmpty)
        try await load(taken, on: device)
        #expect(try await save(device) == before)
        for wrong in ["", "{}", String(fresh.dropLast(40)), fresh.replacing("snapshot/1", with: "snapshot/2")] {
            for member in ["Validate", "Load"] as [MemberName] {
                try await expectInvalid { try await device.control.call(member, wrong) }
            }
        }
        #expect(try await save(device) == before)
    }

    @Test("A snapshot with a clock before 1970 and the latest possible end of the sign-in is loaded, and the device continues")
    func extremes() async throws {
        try await device.control.call("SetClock", "frozen:-1")
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        let far = try await save(device).replacing(/"expires-at":-?\d+/, with: #""expires-at":\#(Int64.max / 1_000)"#)
        try await load(far, on: device)
        #expect(try await save(device) == far)
        _ = try await device.addFault("vsa.access", ["error": BusVariant("Rejected")])
        let full = try await save(device).replacing(/"seen":0/, with: #""seen":\#(Int64.max)"#)
        #expect(full.contains("\(Int64.max)"))
        try await expectInvalid { try await load(full, on: device) }
    }

    @Test("A snapshot of another world contains that world, and trust stays")
    func elsewhere() async throws {
        let other = try world(changing: "alpha.example") { $0.name = "Elsewhere" }
        let service = try TestService()
        let documents = Recorder<String>()
        try await TestDevice.with(world: other) { device in
            try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
            documents.record(try await save(device))
        }
        let saved = try await documents.next("the snapshot")
        try await device.control.call("SetServiceMetadata", service.metadata)
        try await load(saved, on: device)
        try await device.control.call("Reset", VariantDictionary())
        let providers = try await device.control.call("ListProviders").decode(as: [VariantDictionary].self)
        #expect(providers.first?["name"] == BusVariant("Elsewhere"))
        #expect(try await device.control.call("GetServiceMetadata").decode(as: String.self) == service.metadata)
    }
}
