import DBus
import Foundation
import ProjectTesting
import Testing

@testable import VideoSubscriberAccount

@Suite("checkAccessStatus with the prompt option")
struct AccessRequestTests {
    @Test(
        "A1–A3, A5, A6: the decision of the user or the settings",
        arguments: [
            ("granted", VSAccountAccessStatus.granted, nil, nil), ("denied", .denied, VSError.Code.accessNotGranted, -11),
            ("restricted", .restricted, .accessNotGranted, -23), ("a later version's", .restricted, .accessNotGranted, -23),
        ])
    func decided(text: String, status: VSAccountAccessStatus, code: VSError.Code?, privateCode: Int?) async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { try await $0.complete(["access-status": BusVariant(text)]) }
            let (answer, error) = try await manager.statusAndError([.prompt: true])
            #expect(answer == status)
            #expect(error?.code == code)
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == privateCode)
            #expect(device.calls.events.map(\.member) == ["RequestAccess"])
        }
    }

    @Test("A7: a dismissed prompt leaves the permission undecided, with userCancelled")
    func dismissed() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.fail("UserCancelled", "nobody answered", info: ["access-status": BusVariant("not-determined")])
            }
            let (status, error) = try await manager.statusAndError([.prompt: NSNumber(value: true)])
            #expect(status == .notDetermined)
            #expect(error?.code == .userCancelled)
            #expect(error?.localizedDescription == "nobody answered")
        }
    }

    @Test("A8: a region without service pairs notDetermined with unsupported, without a prompt")
    func unsupportedRegion() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.fail("Unsupported", info: ["access-status": BusVariant("not-determined")])
            }
            let (status, error) = try await manager.statusAndError([.prompt: true])
            #expect(status == .notDetermined)
            #expect(error?.code == .unsupported)
        }
    }

    @Test("C1: without a usage description the prompt is rejected, with the private code -13")
    func usageDescriptionMissing() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.fail("AccessNotGranted", "usage-description", info: ["underlying-code": BusVariant(Int32(-13))])
            }
            let (status, error) = try await manager.statusAndError([.prompt: true])
            #expect(status == .notDetermined)
            #expect(error?.code == .accessNotGranted)
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == -13)
        }
    }

    @Test("A4: without the option there is no prompt")
    func withoutPrompt() async throws {
        try await FakeDevice.with { device, manager in
            device.answerStatus { _ in "not-determined" }
            let (status, _) = try await manager.statusAndError([.prompt: false])
            #expect(status == .notDetermined)
            #expect(device.calls.events.map(\.member) == ["CheckAccessStatus"])
        }
    }

    @Test("the async form waits for the user and returns granted")
    func asyncForm() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { try await $0.complete(["access-status": BusVariant("granted")]) }
            let status = try await manager.checkAccessStatus(options: [.prompt: true])
            #expect(status == .granted)
            device.answerRequests { try await $0.complete(["access-status": BusVariant("denied")]) }
            await #expect(throws: VSError.self) { try await manager.checkAccessStatus(options: [.prompt: true]) }
        }
    }

    @Test("a cancelled task withdraws the prompt")
    func cancelled() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { _ in }
            // Safe because a manager's members may be used from any thread.
            nonisolated(unsafe) let manager = manager
            let task = Task { try await manager.checkAccessStatus(options: [.prompt: true]) }
            let request = try await device.requests.next("request")
            task.cancel()
            let error = await #expect(throws: VSError.self) { try await task.value }
            #expect(error?.code == .userCancelled)
            #expect(try await request.cancellations.next("Cancel") == request.caller)
        }
    }

    @Test("a completion that cannot be read is an error")
    func unreadable() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { try await $0.complete([:]) }
            let (status, error) = try await manager.statusAndError([.prompt: true])
            #expect(status == .notDetermined)
            #expect(error?.code == .serviceTemporarilyUnavailable)
        }
    }

    @Test("the app's window is sent")
    func parentWindow() async throws {
        try await FakeDevice.withBus { bus, device in
            device.answerRequests { try await $0.complete(["access-status": BusVariant("granted")]) }
            #expect(await FakeDevice.link(on: bus).requestAccess(parentWindow: "x11:2a00007").status == .granted)
            #expect(
                device.calls.events.last?.details == ["parent-window": BusVariant("x11:2a00007"), "error-info": BusVariant(true)])
            #expect(await FakeDevice.link(on: bus).requestAccess(parentWindow: nil).status == .granted)
            #expect(device.calls.events.last?.details == ["error-info": BusVariant(true)])
        }
    }
}
