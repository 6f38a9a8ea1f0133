import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import VideoSubscriberAccount

@Suite("the trace ID of the app's call")
struct CallCorrelationTests {
    private static let identifier = "0af7651916cd43dd8448eb211c80319c"

    @Test("is sent with every request that was made under it, and with no other")
    func requests() async throws {
        try await FakeDevice.with { device, manager in
            device.answerStatus { _ in "granted" }
            let key = SubscriberAccountInterface.Key.correlationID
            try await CallCorrelation.$identifier.withValue(Self.identifier) {
                _ = try await manager.statusAndError()
                #expect(try await device.calls.next().details[key] == BusVariant(Self.identifier))
                _ = try await manager.metadataAndError(VSAccountMetadataRequest())
                #expect(try await device.calls.next().details[key] == BusVariant(Self.identifier))
            }
            _ = try await manager.statusAndError()
            #expect(try await device.calls.next().details[key] == nil)
            _ = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(try await device.calls.next().details[key] == nil)
        }
    }

    @Test("is sent with requests that may interrupt, too")
    func interruption() async throws {
        try await FakeDevice.with { device, manager in
            try await CallCorrelation.$identifier.withValue(Self.identifier) {
                _ = try await manager.statusAndError([.prompt: true])
                #expect(
                    try await device.calls.next().details[SubscriberAccountInterface.Key.correlationID]
                        == BusVariant(Self.identifier))
            }
        }
    }
}
