import DBus
import DeviceInterfaces
import Foundation
import ProjectTesting
import Synchronization
import Testing

@testable import VideoSubscriberAccount

@Suite("every request that may interrupt completes exactly once")
struct InterruptionEndTests {
    private let delegate = RecordingDelegate()
    private let completion = Completion<AccountMetadata>()

    @discardableResult
    private func enqueue(on manager: VSAccountManager) -> VSAccountManagerResult {
        manager.delegate = delegate
        let (delegate, completion) = (delegate, completion)
        return manager.enqueue(.interrupting) { metadata, error in
            delegate.note("completed")
            completion.outcomes.record(.init(answer: metadata.map(AccountMetadata.init), error: error))
        }
    }

    /// The one completion; a further request shows that there is no second one.
    private func error(of manager: VSAccountManager, next device: FakeDevice?) async throws -> VSError? {
        let outcome = try await completion.next()
        if let device {
            device.answerRequests { try await $0.complete() }
            enqueue(on: manager)
            _ = try await completion.next()
            #expect(completion.outcomes.events.count == 2)
        }
        return outcome.error as? VSError
    }

    @Test("Q5: cancel during the dialog dismisses it through the delegate, then completes with userCancelled")
    func cancelRunning() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { try await $0.present() }
            let result = enqueue(on: manager)
            _ = try await delegate.events.next("present") { $0 == "present" }
            result.cancel()
            result.cancel()
            let error = try await error(of: manager, next: device)
            #expect(error?.code == .userCancelled)
            #expect(delegate.events.events.prefix(3) == ["present", "dismiss", "completed"])
            let request = try await device.requests.next()
            #expect(try await request.cancellations.next("Cancel") == request.caller)
        }
    }

    @Test("Q5: cancel before the device has answered the call still reaches it")
    func cancelDuringCall() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { _ in }
            let result = enqueue(on: manager)
            let request = try await device.requests.next("request")
            result.cancel()
            let error = try await error(of: manager, next: device)
            #expect(error?.code == .userCancelled)
            _ = try await request.cancellations.next("Cancel")
            #expect(delegate.events.events.first == "completed")
        }
    }

    @Test("Q5: cancel completes at once although the device is slow, which is notified later; the delegate gets nothing more")
    func cancelWhileDeviceIsSlow() async throws {
        try await FakeDevice.with { device, manager in
            let (go, going) = AsyncStream.makeStream(of: Void.self)
            device.refuseRequests { for await _ in go { break } }
            device.answerRequests {
                try await $0.present()
                _ = try await $0.selectProvider("alpha.example")
            }
            let result = enqueue(on: manager)
            _ = try await device.calls.next("call") { $0.member == "RequestMetadata" }
            result.cancel()
            let outcome = try await completion.next()
            #expect((outcome.error as? VSError)?.code == .userCancelled)
            going.yield()
            let request = try await device.requests.next("request")
            _ = try await request.cancellations.next("Cancel")
            #expect(delegate.events.events == ["completed"])
        }
    }

    @Test("Q5: cancel from within the delegate's present")
    func cancelFromPresent() async throws {
        try await FakeDevice.with { device, manager in
            let (go, going) = AsyncStream.makeStream(of: Void.self)
            device.answerRequests { request in
                for await _ in go { break }
                try await request.present()
            }
            let cancel = Mutex<(@Sendable () -> Void)?>(nil)
            let delegate = RecordingDelegate { cancel.withLock { $0 }?() }
            manager.delegate = delegate
            let completion = completion
            // Safe because cancel() may be called from any thread.
            nonisolated(unsafe) let result = manager.enqueue(.interrupting) { _, error in
                completion.outcomes.record(.init(answer: nil, error: error))
            }
            cancel.withLock { $0 = { result.cancel() } }
            going.yield()
            let outcome = try await completion.next()
            #expect((outcome.error as? VSError)?.code == .userCancelled)
            #expect(delegate.events.events == ["present", "dismiss"])
        }
    }

    @Test("Q5: a request that waits behind a dialog never starts after cancel, and completes at once")
    func cancelWaiting() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { try await $0.present() }
            let first = enqueue(on: manager)
            _ = try await delegate.events.next("present") { $0 == "present" }
            let second = enqueue(on: manager)
            second.cancel()
            #expect((try await completion.next().error as? VSError)?.code == .userCancelled)
            #expect(delegate.events.events == ["present", "completed"])
            first.cancel()
            #expect((try await completion.next().error as? VSError)?.code == .userCancelled)
            #expect(device.requests.events.count == 1)
        }
    }

    @Test("Q5: cancel and completion at the same time give one completion", arguments: 0..<20)
    func race(round: Int) async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.present()
                try await $0.dismiss()
                try await $0.complete()
            }
            let result = enqueue(on: manager)
            if round.isMultiple(of: 2) { _ = try await device.requests.next("request") }
            result.cancel()
            let first = try await completion.next()
            #expect(first.error == nil || (first.error as? VSError)?.code == .userCancelled)
            enqueue(on: manager)
            _ = try await completion.next()
            #expect(completion.outcomes.events.count == 2)
        }
    }

    @Test("Q6: if the device crashes during a dialog, it is dismissed and the request fails with the private code -1")
    func deviceDies() async throws {
        try await FakeDevice.withBus { bus, device in
            let manager = FakeDevice.manager(on: bus)
            device.answerRequests { try await $0.present() }
            enqueue(on: manager)
            _ = try await delegate.events.next("present") { $0 == "present" }
            await device.leave()
            let outcome = try await completion.next()
            let error = outcome.error as? VSError
            #expect(error?.code == .serviceTemporarilyUnavailable)
            let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(underlying?.domain == VSPrivateErrorDomain)
            #expect(underlying?.code == -1)
            #expect(delegate.events.events == ["present", "dismiss", "completed"])
            let successor = try await FakeDevice(on: bus)
            enqueue(on: manager)
            #expect(try await completion.next().error == nil)
            await successor.leave()
        }
    }

    @Test("signals that the device sent before it left still count")
    func deviceLeavesAfterwards() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { request in
                try await request.present()
                try await request.dismiss()
                try await request.complete(["account-provider-identifier": BusVariant("alpha.example")])
                await device.connection.flush()
                await device.leave()
            }
            enqueue(on: manager)
            let metadata = try await completion.next().answer
            #expect(metadata?.provider == "alpha.example")
            #expect(delegate.events.events == ["present", "dismiss", "completed"])
        }
    }

    @Test("if the bus ends, the request fails, and a dialog is dismissed")
    func busDies() async throws {
        try await FakeDevice.withBus { bus, device in
            let manager = FakeDevice.manager(on: bus)
            device.answerRequests { try await $0.present() }
            enqueue(on: manager)
            _ = try await delegate.events.next("present") { $0 == "present" }
            await bus.kill()
            #expect((try await completion.next().error as? VSError)?.code == .serviceTemporarilyUnavailable)
            #expect(delegate.events.events == ["present", "dismiss", "completed"])
        }
    }

    @Test("a completion without Dismiss leaves no dialog behind")
    func dismissForgotten() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.present()
                try await $0.present()
                try await $0.complete()
                try await $0.fail("Rejected")
            }
            enqueue(on: manager)
            let error = try await error(of: manager, next: device)
            #expect(error == nil)
            #expect(delegate.events.events == ["present", "dismiss", "completed", "completed"])
        }
    }

    @Test("a device that presents again after Dismiss does not call the delegate again")
    func presentedAgain() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.present()
                try await $0.dismiss()
                try await $0.present()
                try await $0.complete()
            }
            enqueue(on: manager)
            let outcome = try await completion.next()
            #expect(outcome.error == nil)
            #expect(delegate.events.events == ["present", "dismiss", "completed"])
        }
    }

    @Test(
        "signals of wrong types end the request with an error, and the device is notified", arguments: ["Present", "Completed"])
    func nonsense(member: String) async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { try await $0.emit(try MemberName(member), [UInt32(7)]) }
            enqueue(on: manager)
            let error = try await error(of: manager, next: device)
            #expect(error?.code == .serviceTemporarilyUnavailable)
            _ = try await device.requests.next().cancellations.next("Cancel")
        }
    }

    @Test("signals from others at the request's path are ignored")
    func forgery() async throws {
        try await FakeDevice.withBus { bus, device in
            let stranger = try await bus.connect()
            let manager = FakeDevice.manager(on: bus)
            device.answerRequests { request in
                try await stranger.emit(
                    path: request.path, interface: RequestInterface.name, member: "Completed", arguments: [VariantDictionary()],
                    to: request.caller)
                await stranger.flush()
                // Goes through the bus after the forgery, so that the client has it first.
                _ = try await stranger.nameOwner(SubscriberAccountInterface.busName)
                try await request.complete(["account-provider-identifier": BusVariant("alpha.example")])
            }
            enqueue(on: manager)
            #expect(try await completion.next().answer?.provider == "alpha.example")
        }
    }

    @Test("a device without requests, or one that rejects them, is an error")
    func refused() async throws {
        try await FakeDevice.with { device, manager in
            device.refuseRequests { throw ErrorReply(.limitsExceeded, message: "64 requests wait") }
            enqueue(on: manager)
            let error = try await completion.next().error as? VSError
            #expect(error?.code == .serviceTemporarilyUnavailable)
            #expect(error?.localizedDescription == "64 requests wait")
        }
    }

    @Test("a released delegate is not called; the dialog stays the system's")
    func delegateGone() async throws {
        try await FakeDevice.with { device, manager in
            var temporary: RecordingDelegate? = RecordingDelegate()
            manager.delegate = temporary
            let (go, going) = AsyncStream.makeStream(of: Void.self)
            device.answerRequests { fake in
                for await _ in go { break }
                try await fake.present()
                #expect(try await fake.selectProvider("alpha.example"))
                try await fake.dismiss()
                try await fake.complete()
            }
            let completion = completion
            manager.enqueue(.interrupting) { completion.outcomes.record(.init(answer: $0.map(AccountMetadata.init), error: $1)) }
            temporary = nil
            going.yield()
            let error = try await completion.next().error
            #expect(error == nil)
            #expect(temporary == nil)
        }
    }
}
