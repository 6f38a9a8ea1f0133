import DBus
import Foundation
import ProjectTesting
import Testing

@testable import VideoSubscriberAccount

@Suite("checkAccessStatus")
struct AccessStatusTests {
    @Test(
        "A1–A4: status and error without a prompt",
        arguments: [
            ("granted", VSAccountAccessStatus.granted, nil, nil),
            ("denied", .denied, VSError.Code.accessNotGranted, -11),
            ("restricted", .restricted, .accessNotGranted, -23),
            ("not-determined", .notDetermined, .accessNotGranted, -12),
            ("a status of a later version", .restricted, .accessNotGranted, -23),
        ])
    func withoutPrompt(text: String, status: VSAccountAccessStatus, code: VSError.Code?, privateCode: Int?) async throws {
        try await FakeDevice.with { device, manager in
            device.answerStatus { _ in text }
            let (answer, error) = try await manager.statusAndError()
            #expect(answer == status)
            #expect(error?.code == code)
            let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(underlying?.domain == (privateCode == nil ? nil : VSPrivateErrorDomain))
            #expect(underlying?.code == privateCode)
        }
    }

    @Test("the async form returns granted and throws otherwise")
    func asyncForm() async throws {
        try await FakeDevice.with { device, manager in
            let status = try await manager.checkAccessStatus()
            #expect(status == .granted)
            device.answerStatus { _ in "denied" }
            await #expect(throws: VSError.self) { try await manager.checkAccessStatus(options: [.prompt: false]) }
        }
    }

    @Test("A8: a status with its own error keeps both")
    func pairedError() async throws {
        try await FakeDevice.with { device, manager in
            device.answerStatus { _ in
                throw try FakeDevice.error(
                    "Unsupported", "no providers in GB", info: ["access-status": BusVariant("not-determined")])
            }
            let (status, error) = try await manager.statusAndError()
            #expect(status == .notDetermined)
            #expect(error?.code == .unsupported)
            #expect(error?.localizedDescription == "no providers in GB")
        }
    }

    @Test("C2: unknown options and values that are not Booleans are errors, and the device is not called")
    func wrongOptions() async throws {
        try await FakeDevice.with { device, manager in
            let (_, unknown) = try await manager.statusAndError([VSCheckAccessOption(rawValue: "Other"): true])
            #expect(unknown?.code == .rejected)
            #expect(unknown?.localizedDescription.contains("Other") == true)
            let (_, wrong) = try await manager.statusAndError([.prompt: "yes"])
            #expect(wrong?.code == .rejected)
            #expect(wrong?.localizedDescription.contains("Boolean") == true)
            #expect(device.calls.events.isEmpty)
        }
    }

    @Test("code in the style of the Apple SSO cookbook compiles and runs")
    func cookbook() async throws {
        try await FakeDevice.with { device, manager in
            let seen = Recorder<String>()
            manager.checkAccessStatus(
                options: [VSCheckAccessOption.prompt: false],
                completionHandler: { (accessStatus, error) -> Void in
                    switch accessStatus {
                    case VSAccountAccessStatus.granted:
                        seen.record("granted")
                    default:
                        seen.record("not granted")
                    }
                    _ = error
                })
            let answer = try await seen.next()
            #expect(answer == "granted")
        }
    }

    @Test("completions run off the main thread")
    func offMain() async throws {
        try await FakeDevice.with { _, manager in
            let isMain = Recorder<Bool>()
            manager.checkAccessStatus { _, _ in isMain.record(Thread.isMainThread) }
            let answer = try await isMain.next()
            #expect(!answer)
        }
    }
}
