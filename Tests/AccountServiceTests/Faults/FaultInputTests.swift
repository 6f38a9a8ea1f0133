import AccountCore
import DBus
import DeviceInterfaces
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

@Suite("What faults are accepted", .device, .timeLimit(.minutes(5)))
struct FaultInputTests {
    @Test(
        "Invalid values are InvalidArgs, and the message names the field",
        arguments: [
            ([:], "at"), (["at": "service.authorize", "error": "Rejected"], "at"),
            (["at": "vsa.access"], "error"), (["at": "vsa.access", "error": "Regected"], "error"),
            (["at": "vsa.metadata", "error": "EmptyResponse"], "error"),
            (["at": "vsa.access", "saml": "expired"], "saml"), (["at": "vsa.saml", "saml": "expird"], "saml"),
            (["at": "vsa.saml", "saml": "expired", "error": "Rejected"], "saml"),
            (["at": "vsa.access", "error": "Rejected", "id": "a b"], "id"),
            (["at": "vsa.access", "error": "Rejected", "application-id": "a b"], "application-id"),
            (["at": "vsa.access", "status": "503"], "status"), (["point": "device.access"], "error"),
            (["at": "vsa.access", "point": "vsa.access", "error": "Rejected"], "at"),
        ])
    func invalid(fields: [String: String], field: String) async throws {
        let error = try await expectInvalid { try await device.control.call("AddFault", fields.mapValues { BusVariant($0) }) }
        #expect(error.message.hasPrefix("\(field): "), "\(error.message)")
        #expect(try await device.faults().isEmpty)
    }

    @Test("The key and the point may have either name; faults are listed with the former ones")
    func formerNames() async throws {
        let details: VariantDictionary = ["point": BusVariant("device.access"), "hang": BusVariant(true)]
        try await device.control.call("AddFault", details)
        try await device.addFault("device.saml", ["saml": BusVariant("expired")])
        #expect(try await device.faults().map { $0["at"] } == [BusVariant("vsa.access"), BusVariant("vsa.saml")])
        #expect(
            try await device.journal("fault.added").map { $0["point"] } == [BusVariant("vsa.access"), BusVariant("vsa.saml")])
        #expect(try await device.control.call("ReleaseFault", "device.access").decode(as: UInt32.self) == 0)
    }

    @Test("Unknown names are NotFound, and the message has the nearest one")
    func notFound() async throws {
        try await device.addFault("vsa.access", ["id": BusVariant("stuck"), "hang": BusVariant(true)])
        let wrong: [(MemberName, any BusValueConvertible, String)] = [
            ("AddFault", ["at": BusVariant("vsa.acces"), "hang": BusVariant(true)] as VariantDictionary, "vsa.access"),
            ("ReleaseFault", "stuk", "stuck"), ("ClearFaults", "stuk", "stuck"),
            ("ReleaseFault", "vsa.metadata", "no fault at vsa.metadata"),
        ]
        for (member, argument, hint) in wrong {
            let error = try await #require(throws: RemoteError.self) {
                try await device.control.call(member, argument)
            }
            #expect(error.name == ControlInterface.Failure.notFound)
            #expect(error.message.contains(hint), "\(error.message)")
        }
    }

    @Test("Adding the same fault again succeeds; adding another one with its name does not")
    func repeating() async throws {
        let fault: VariantDictionary = ["id": BusVariant("a"), "delay": BusVariant(Int64(5)), "for": BusVariant(Int64(60))]
        for _ in 0..<2 {
            let id = try await device.addFault("vsa.access", fault)
            #expect(id == "a")
        }
        #expect(try await device.faults().count == 1)
        await #expect(throws: RemoteError.self) { try await device.addFault("vsa.metadata", fault) }
    }
}
