import TVWorld
import Testing

@testable import VSAControl

@Suite("The world of a snapshot")
struct SnapshotWorldTests {
    @Test("it is changed even if only an earlier version accepted it, and the rest is kept")
    func earlier() throws {
        var world = World.builtIn
        world.requestors[0].domains = ["x..y"]
        let scenario = Scenario(name: "night", world: world).document
        var file = SnapshotFile(
            device: ["world": world.document],
            service: ["world": .null, "records": ["scenario": [["document": .string(scenario.serialized)]]]])
        var changed = world
        changed.region = "CA"
        try file.changeWorld { found in
            #expect(found == world)
            return changed
        }
        #expect(file.device["world"] == changed.document)
        guard case .array(let records)? = file.service?["records"]?["scenario"] else {
            Issue.record("\(file)")
            return
        }
        #expect(records.map { $0["document"]?.text } == [Scenario(name: "night", world: changed).document.serialized])
    }
}
