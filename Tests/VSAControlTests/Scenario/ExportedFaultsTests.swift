import TVWorld
import Testing

@testable import VSAControl

@Suite("faults in an exported scenario")
struct ExportedFaultsTests {
    private static func fault(_ id: String, at point: FaultPoint) throws -> Fault {
        var record = FaultRecord(id: id, at: point.rawValue)
        record.hang = true
        return try Fault(record, at: point.side)
    }

    @Test("a fault of the service with the name of one of the device gets another, so that the scenario is valid")
    func names() throws {
        let device = [try Self.fault("same", at: .access), try Self.fault("service-fault-1", at: .metadata)]
        let service = [
            try Self.fault("same", at: .configuration), try Self.fault("service-fault-1", at: .configuration),
            try Self.fault("service-fault-2", at: .configuration), try Self.fault("own", at: .configuration),
        ]
        var scenario = Scenario(name: "exported", world: .builtIn)
        scenario.faults = StateLoader.faults(ofDevice: device, ofService: service)
        #expect(
            scenario.faults.map(\.id)
                == ["same", "service-fault-1", "service-fault-3", "service-fault-4", "service-fault-2", "own"])
        #expect(try Scenario(document: scenario.document).faults == scenario.faults)
    }
}
