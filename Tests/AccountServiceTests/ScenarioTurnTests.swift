import AccountCore
import DBus
import TVWorld
import Testing
import VSATesting

@testable import AccountService

@Suite("Loads at the device, one after the other", .timeLimit(.minutes(5)))
struct ScenarioTurnTests {
    private func control(_ device: TestDevice) async throws -> Proxy {
        Proxy(
            try await device.bus.connect(), BusNames.service, path: BusNames.control, interface: BusNames.controlInterface)
    }

    /// Prepares and commits a scenario of that name.
    @discardableResult
    private func swap(_ name: String, by control: Proxy) async throws -> UInt64 {
        let document = #"{"schema": "vsa-scenario/1", "name": "\#(name)", "clock": {"device": {"offset": "2h"}}}"#
        let generation = try await control.call("PrepareScenario", document).decode(as: UInt64.self)
        try await control.call("CommitScenario", generation)
        return generation
    }

    private func loaded(_ device: TestDevice) -> String? { device.daemon.store.device.state.scenario?.name }

    @Test("Whoever begins a load is alone until its end; the others wait, and their loads come then")
    func waiting() async throws {
        try await TestDevice.with { device in
            let other = try await control(device)
            try await device.control.call("BeginLoad")
            try await device.control.call("BeginLoad")
            async let theirs = swap("theirs", by: other)
            async let reset = control(device).call("Reset", Details())
            let third = try await control(device)
            await #expect(throws: ConnectionError.timedOut) {
                try await third.call("RollBackScenario", UInt64.max, timeout: .milliseconds(300))
            }
            try await swap("mine", by: device.control)
            #expect(loaded(device) == "mine")
            try await device.control.call("EndLoad")
            _ = try await (theirs, reset)
            #expect(loaded(device) == "theirs")
            let error = try await #require(throws: RemoteError.self) { try await device.control.call("EndLoad") }
            #expect(error.name == ErrorNames.notFound)
            #expect(error.message.contains("load again"))
        }
    }

    @Test("Who leaves the bus without an end leaves nothing: neither what was swapped in nor what is ready")
    func leaving() async throws {
        try await TestDevice.with { device in
            try await swap("before", by: device.control)
            try await device.addFault("vsa.access", ["id": Variant("mine"), "error": Variant("Rejected")])
            let before = device.daemon.store.device.state
            let killed = try await control(device)
            try await killed.call("BeginLoad")
            try await swap("first", by: killed)
            try await swap("second", by: killed)
            let ready = try await killed.call(
                "PrepareScenario", #"{"schema": "vsa-scenario/1", "name": "ready"}"#
            ).decode(as: UInt64.self)
            #expect(loaded(device) == "second")
            async let next = device.control.call("BeginLoad")
            await killed.connection.close()
            _ = try await next
            #expect(device.daemon.store.device.state == before)
            #expect(try await device.faults().map { $0["id"] } == [Variant("mine")])
            let error = try await #require(throws: RemoteError.self) { try await device.control.call("CommitScenario", ready) }
            #expect(error.name == ErrorNames.notFound && error.message.contains("another load intervened"), "\(error)")
            #expect(try await device.journal("scenario.rolled-back").count == 1)
        }
    }

    @Test("What was swapped in and taken back by its own program is not taken back twice")
    func takenBack() async throws {
        try await TestDevice.with { device in
            let killed = try await control(device)
            try await killed.call("BeginLoad")
            try await killed.call("RollBackScenario", swap("one", by: killed))
            await killed.connection.close()
            try await device.control.call("BeginLoad")
            #expect(loaded(device) == nil)
            #expect(try await device.journal("scenario.rolled-back").count == 1)
        }
    }

    @Test("A load without a beginning is final, as one call of a tool after the other makes it")
    func tools() async throws {
        try await TestDevice.with { device in
            let document = #"{"schema": "vsa-scenario/1", "name": "tool"}"#
            let (first, second) = (try await control(device), try await control(device))
            let generation = try await first.call("PrepareScenario", document).decode(as: UInt64.self)
            await first.connection.close()
            try await second.call("CommitScenario", generation)
            await second.connection.close()
            try await device.control.call("BeginLoad")
            #expect(loaded(device) == "tool")
        }
    }
}
