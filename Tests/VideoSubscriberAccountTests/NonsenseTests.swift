import DBus
import DeviceInterfaces
import Foundation
import ProjectTesting
import Testing

@testable import VideoSubscriberAccount

/// A device that breaks every contract: the app gets an answer or an error, once, and the next call works as usual.
@Suite("A device with invalid replies")
struct NonsenseTests {
    private static let values: [BusVariant] = [
        BusVariant(UInt32(7)), BusVariant(Int64.min), BusVariant(Int64.max), BusVariant(Double.nan), BusVariant(true),
        BusVariant(""),
        BusVariant("\u{200D}…"), BusVariant(String(repeating: "x", count: 100_000)),
        BusVariant([UInt8](repeating: 255, count: 9)),
        BusVariant(["a", "b"]), BusVariant([String]()), BusVariant(["status": BusVariant(UInt32(1))] as VariantDictionary),
        BusVariant(VariantDictionary()),
        BusVariant(SubscriberAccountInterface.path), BusVariant(BusVariant(BusVariant("inside"))),
    ]
    private static let keys = [
        "account-provider-identifier", "authentication-expiration-date", "saml-attribute-query-response", "verification-data",
        "account-provider-response", "access-status", "no-such-key", "",
    ]

    /// The device behaves as usual again, and is understood.
    private func expectUsual(_ device: FakeDevice, _ manager: VSAccountManager) async throws {
        device.answerMetadata { _ in ["account-provider-identifier": BusVariant("alpha.example")] }
        let (metadata, error) = try await manager.metadataAndError(VSAccountMetadataRequest())
        #expect(metadata?.provider == "alpha.example" && error == nil)
    }

    @Test("any value under any key: metadata without it, or an error", arguments: keys)
    func metadata(key: String) async throws {
        try await FakeDevice.with { device, manager in
            for value in Self.values {
                device.answerMetadata { _ in [key: value] }
                let (metadata, error) = try await manager.metadataAndError(VSAccountMetadataRequest())
                #expect((metadata == nil) == (error != nil), "\(key): \(value)")
                if let error { #expect(error.code == .serviceTemporarilyUnavailable, "\(key): \(value)") }
            }
            try await expectUsual(device, manager)
        }
    }

    @Test("unknown keys are ignored")
    func unknownKeys() async throws {
        try await FakeDevice.with { device, manager in
            let unknown = VariantDictionary(
                uniqueKeysWithValues: Self.values.enumerated().map { ("key-\($0.offset)", $0.element) })
            device.answerMetadata { _ in unknown.merging(["account-provider-identifier": BusVariant("alpha.example")]) { $1 } }
            let (metadata, error) = try await manager.metadataAndError(VSAccountMetadataRequest())
            #expect(metadata?.provider == "alpha.example" && error == nil)
        }
    }

    @Test(
        "errors with any details, and errors of other names", arguments: ["AccessNotGranted", "ProviderRejected", "NoSuchError"])
    func errors(name: String) async throws {
        try await FakeDevice.with { device, manager in
            let details = [
                "unsupported-provider-identifier", "saml-response", "saml-response-status", "account-provider-response",
                "access-status", "underlying-code", "no-such-key",
            ]
            for key in details {
                for value in Self.values {
                    device.answerMetadata { _ in throw try FakeDevice.error(name, "because", info: [key: value]) }
                    let (metadata, error) = try await manager.metadataAndError(VSAccountMetadataRequest())
                    #expect(metadata == nil && error != nil, "\(name), \(key): \(value)")
                }
            }
            try await expectUsual(device, manager)
        }
    }
}
