import DBus
import Foundation
import ProjectTesting
import Synchronization
import Testing

@testable import VideoSubscriberAccount

@Suite("the connection to the device")
struct DeviceLinkTests {
    private let player = ApplicationIdentity(
        identifier: "com.example.player", usageDescription: "to let you watch", displayName: "Player")

    @Test("registers once, before the first call, with the usage description and the display name")
    func registersOnce() async throws {
        try await FakeDevice.with(identity: player) { device, manager in
            for _ in 0..<3 { try await manager.checkAccessStatus() }
            let calls = device.calls.events
            #expect(calls.map(\.member) == ["Register"] + Array(repeating: "CheckAccessStatus", count: 3))
            #expect(calls[0].application == "com.example.player")
            #expect(
                calls[0].details == [
                    "usage-description": BusVariant("to let you watch"), "application-name": BusVariant("Player"),
                    "error-info": BusVariant(true),
                ])
            #expect(Set(calls.map(\.sender)).count == 1)
        }
    }

    @Test("does not register without an identity of the app")
    func registersNothing() async throws {
        try await FakeDevice.with { device, manager in
            _ = try await manager.checkAccessStatus()
            #expect(device.calls.events.map(\.member) == ["CheckAccessStatus"])
        }
    }

    @Test("a rejected identifier is an error; a usage description alone does not claim one")
    func refusedRegistration() async throws {
        try await FakeDevice.with(identity: player) { device, manager in
            device.answerRegistration { _ in throw try FakeDevice.error("NotPermitted", "you are org.example.Other") }
            let (_, error) = try await manager.statusAndError()
            #expect(error?.code == .rejected)
            #expect(error?.localizedDescription == "you are org.example.Other")
            device.answerRegistration { _ in }
            #expect(try await manager.checkAccessStatus() == .granted)
        }
        try await FakeDevice.with(identity: ApplicationIdentity(identifier: nil, usageDescription: "why")) { device, manager in
            device.answerRegistration { _ in throw try FakeDevice.error("NotPermitted") }
            try await manager.checkAccessStatus()
        }
    }

    @Test("another identity gets its own connection")
    func changedIdentity() async throws {
        try await FakeDevice.withBus { bus, device in
            let identity = Mutex(player)
            let link = FakeDevice.link(on: bus) { identity.withLock { $0 } }
            #expect(await link.access().status == .granted)
            identity.withLock { $0.identifier = "com.example.other" }
            #expect(await link.access().status == .granted)
            let registrations = device.calls.events.filter { $0.member == "Register" }
            #expect(registrations.map(\.application) == ["com.example.player", "com.example.other"])
            #expect(Set(registrations.map(\.sender)).count == 2)
        }
    }

    @Test("a restarted device gets the app's identity again")
    func restartedDevice() async throws {
        try await TestBus.with { bus in
            let first = try await FakeDevice(on: bus)
            let link = link(on: { bus.address })
            #expect(await link.access().status == .granted)
            await first.leave()
            let second = try await FakeDevice(on: bus)
            #expect(await link.access().status == .granted)
            #expect(second.calls.events.map(\.member) == ["Register", "CheckAccessStatus"])
            await second.leave()
        }
    }

    @Test("a restarted bus is reconnected")
    func restartedBus() async throws {
        let address = Mutex("")
        let link = link(on: { address.withLock { $0 } })
        for _ in 0..<2 {
            try await TestBus.with { bus in
                address.withLock { $0 = bus.address }
                let device = try await FakeDevice(on: bus)
                #expect(await link.access().status == .granted)
                #expect(device.calls.events.map(\.member) == ["Register", "CheckAccessStatus"])
                await bus.kill()
            }
        }
    }

    @Test("a call whose reply is lost with the device is sent again once")
    func lostReply() async throws {
        try await TestBus.with { bus in
            let first = try await FakeDevice(on: bus)
            let second = try await FakeDevice(on: bus, isSuccessor: true)
            first.answerStatus { _ in
                await first.leave()
                return "denied"
            }
            #expect(await link(on: { bus.address }).access().status == .granted)
            #expect(first.calls.events.map(\.member) == ["Register", "CheckAccessStatus"])
            #expect(second.calls.events.map(\.member) == ["Register", "CheckAccessStatus"])
            await second.leave()
        }
    }

    @Test(
        "a request in progress survives another identity and a lost reply; then its connection closes", arguments: [false, true])
    func requestInProgress(losesReply: Bool) async throws {
        try await FakeDevice.withBus { bus, device in
            let identity = Mutex(player)
            let link = FakeDevice.link(on: bus) { identity.withLock { $0 } }
            let (go, going) = AsyncStream.makeStream(of: Void.self)
            device.answerRequests { request in
                for await _ in go { break }
                try await request.complete(["access-status": BusVariant("granted")])
            }
            async let answer = link.requestAccess(parentWindow: nil)
            let request = try await device.requests.next("request")
            if losesReply {
                device.answerStatus { [weak device] _ in
                    device?.answerStatus { _ in "granted" }
                    throw ErrorReply(.noReply, message: "the callee left")
                }
            } else {
                identity.withLock { $0.displayName = "Other" }
            }
            #expect(await link.access().status == .granted)
            going.yield()
            #expect(await answer.status == .granted)
            try await until("the connection closes") { try await !device.connection.uniqueNames().contains(request.caller) }
        }
    }

    @Test("a request whose task was cancelled before is not made, so that no prompt appears for a moment")
    func cancelledBefore() async throws {
        try await FakeDevice.withBus { bus, device in
            let link = link(on: { bus.address })
            #expect(await link.access().status == .granted)
            let request = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await link.requestAccess(parentWindow: nil)
            }
            #expect(await request.value.error?.code == .userCancelled)
            #expect(device.calls.events.map(\.member) == ["Register", "CheckAccessStatus"])
        }
    }

    @Test("without a bus, and without a device on it, the service is temporarily unavailable, with the cause")
    func unreachable() async throws {
        let nowhere = link(on: { "unix:path=/nonexistent/vsasim-test" })
        try await expectUnreachable(nowhere)
        try await TestBus.with { bus in
            let empty = link(on: { bus.address })
            try await expectUnreachable(empty)
            // It works as soon as there is one.
            let device = try await FakeDevice(on: bus)
            #expect(await empty.access().status == .granted)
            await device.leave()
        }
    }

    private func link(on address: @escaping @Sendable () -> String) -> DeviceLink {
        let player = player
        return DeviceLink(identity: { player }, connect: { try await Connection.open(address: address()) })
    }

    private func expectUnreachable(_ link: DeviceLink) async throws {
        let error = await link.access().error
        #expect(error?.code == .serviceTemporarilyUnavailable)
        #expect(error?.userInfo[NSUnderlyingErrorKey] is NSError)
        let manager = VSAccountManager(device: link, queue: RequestQueue())
        let (status, delivered) = try await manager.statusAndError()
        #expect(status == .notDetermined)
        #expect(delivered?.code == .serviceTemporarilyUnavailable)
    }
}
