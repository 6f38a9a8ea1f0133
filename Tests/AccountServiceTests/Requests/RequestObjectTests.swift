import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Request objects", .device, .timeLimit(.minutes(5)))
struct RequestObjectTests {
    @Test("The reply with the path precedes every signal, even of a request that ends at once")
    func replyFirst() async throws {
        let app = try await device.askingApp()
        try await device.control.call("SetAccessStatus", "com.example.player", "granted")
        for index in 0..<50 {
            let request = try await app.requestAccess("t\(index)")
            _ = try await request.completion()
            // The object is removed when the end is announced, so that the token is free again.
            let error = try await #require(throws: RemoteError.self) { try await request.object.call("Cancel") }
            #expect(error.name == .unknownObject)
        }
    }

    @Test("Signals go to the caller only")
    func unicast() async throws {
        let other = try await device.bus.connect()
        let seen = try await other.signals(MatchRule(interface: RequestInterface.name)).recorded { $0.member?.string ?? "" }
        try await device.answer("picker", "cancel")
        let request = try await device.askingApp().requestMetadata()
        #expect(try await request.failure().name == "UserCancelled")
        // A round trip of the listener: everything that was sent to it has arrived.
        _ = try await other.nameOwner(SubscriberAccountInterface.busName)
        #expect(seen.events.isEmpty)
    }

    @Test("A request keeps its app's usage description when the device is reset")
    func reset() async throws {
        try await device.addFault("vsa.metadata", ["hang": BusVariant(true)])
        let request = try await device.askingApp().requestMetadata()
        try await device.waitForStage("held", of: request)
        // It continues without the fault. Nothing answers the picker.
        try await device.control.call("Reset", VariantDictionary())
        #expect(try await request.failure().name == "UserCancelled")
    }

    @Test("A path in use is ObjectPathInUse; a finished one is free again; another connection has its own")
    func pathInUse() async throws {
        try await device.control.call("SetUnanswered", "hang")
        let app = try await device.askingApp()
        let request = try await app.requestAccess("same")
        let error = try await #require(throws: RemoteError.self) { _ = try await app.requestMetadata("same") }
        #expect(error.name == "org.freedesktop.DBus.Error.ObjectPathInUse")
        // A rejected call does not count for the fault.
        try await device.addFault("vsa.access", ["error": BusVariant("Rejected"), "times": BusVariant(UInt32(1))])
        await #expect(throws: RemoteError.self) { _ = try await app.requestAccess("same") }
        #expect(try await device.faults().first?["struck"] == BusVariant(UInt32(0)))
        try await device.control.call("ClearFaults", "")
        _ = try await device.askingApp("com.example.other").requestAccess("same")
        try await request.object.call("Cancel")
        _ = try await request.end()
        _ = try await app.requestAccess("same")
    }

    @Test(
        "Tokens that are invalid in a path are InvalidArgs",
        arguments: ["", "a-b", "a/b", "ä", String(repeating: "a", count: 256)])
    func tokens(token: String) async throws {
        let app = try await device.askingApp()
        try await expectInvalid("token") { try await app.proxy.call("RequestAccess", token, VariantDictionary()) }
    }

    @Test(
        "A known key of another type is InvalidArgs and names the key",
        arguments: ["parent-window", "confirm-provider", "attribute-names", "featured-account-provider-identifiers"])
    func types(key: String) async throws {
        let app = try await device.askingApp()
        try await expectInvalid(key) {
            try await app.proxy.call("RequestMetadata", "t1", [key: BusVariant(7 as UInt32)] as VariantDictionary)
        }
        #expect(try await device.requests().isEmpty)
    }

    @Test("At most 64 requests of one app wait, over all of its connections; another app has its own")
    func limit() async throws {
        try await device.control.call("SetUnanswered", "hang")
        let app = try await device.askingApp()
        let second = try await device.askingApp()
        for index in 0..<65 {
            try await (index % 2 == 0 ? app : second).proxy.call("RequestAccess", "t\(index)", VariantDictionary())
        }
        let error = try await #require(throws: RemoteError.self) {
            try await app.proxy.call("RequestAccess", "more", VariantDictionary())
        }
        #expect(error.name == .limitsExceeded)
        _ = try await device.askingApp("com.example.other").requestAccess()
        #expect(try await device.requests().count == 66)
    }

    @Test("Q1 requests of one app run one after the other, in their order; another app does not wait")
    func queueing() async throws {
        try await device.control.call("SetUnanswered", "hang")
        let app = try await device.askingApp()
        let first = try await app.requestAccess("first")
        let second = try await app.requestAccess("second")
        let other = try await device.askingApp("com.example.other").requestAccess()
        try await device.waitForStage("asking", of: first)
        try await device.waitForStage("waiting", of: second)
        try await device.waitForStage("asking", of: other)
        try await device.answer("access", "denied", ["application-id": BusVariant("com.example.other")])
        #expect(try await other.completion().required("access-status", as: String.self) == "denied")
        #expect(first.names.isEmpty)
        try await device.answer("access", "granted")
        _ = try await first.completion()
        #expect(try await second.completion().required("access-status", as: String.self) == "granted")
    }

    @Test("Q5 Cancel while it waits, prompts, and confirms: UserCancelled, Dismiss when there was a window, the next one starts")
    func cancel() async throws {
        try await device.control.call("SetUnanswered", "hang")
        let app = try await device.askingApp()
        let asking = try await app.requestMetadata("asking", ["confirm-provider": BusVariant(true)])
        let waiting = try await app.requestMetadata("waiting")
        let last = try await app.requestMetadata("last", ["confirm-provider": BusVariant(true)])
        try await waiting.object.call("Cancel")
        #expect(try await waiting.failure().name == "UserCancelled")
        #expect(waiting.names == ["Failed"])
        try await asking.object.call("Cancel")
        #expect(try await asking.failure().name == "UserCancelled")
        #expect(asking.names == ["Present", "Dismiss", "Failed"])
        try await device.answer("picker", "alpha.example")
        try await device.waitForStage("confirming", of: last)
        try await last.object.call("Cancel")
        #expect(try await last.failure().name == "UserCancelled")
        #expect(last.names == ["Present", "ProviderSelected", "Dismiss", "Failed"])
        #expect(try await device.requests().isEmpty)
        #expect(try await device.journal().filter { $0 == "prompt.ended | the app cancelled the request" }.count == 1)
    }

    @Test("Q5 Cancel while a queued answer is on its way: the answer has no effect")
    func cancelDuringDelay() async throws {
        try await device.answer("access", "granted", ["delay": BusVariant(86_400_000 as Int64)])
        let app = try await device.askingApp()
        let request = try await app.requestAccess()
        try await device.waitForStage("asking", of: request)
        try await request.object.call("Cancel")
        #expect(try await request.failure().name == "UserCancelled")
        #expect(try await app.accessStatus() == "not-determined")
    }

    @Test("Only the caller that made a request may cancel or confirm it")
    func owner() async throws {
        try await device.control.call("SetUnanswered", "hang")
        let app = try await device.askingApp()
        let request = try await app.requestAccess()
        let stranger = try await device.askingApp()
        for (member, arguments) in [("Cancel", []), ("Confirm", [true])] as [(MemberName, [Bool])] {
            let error = try await #require(throws: RemoteError.self) {
                try await stranger.connection.call(
                    SubscriberAccountInterface.busName, path: request.path, interface: RequestInterface.name, member: member,
                    arguments: arguments)
            }
            #expect(error.name == .accessDenied)
        }
        try await device.waitForStage("asking", of: request)
    }

    @Test("A caller that leaves cancels its requests, and nobody else's")
    func callerGone() async throws {
        try await device.control.call("SetUnanswered", "hang")
        let leaving = try await device.askingApp()
        _ = try await leaving.requestMetadata("t1")
        _ = try await leaving.requestMetadata("t2")
        let staying = try await device.askingApp()
        let request = try await staying.requestMetadata()
        await leaving.connection.close()
        try await device.waitForStage("asking", of: request)
        #expect(try await device.requests().count == 1)
        #expect(try await device.journal().filter { $0 == "request.abandoned" }.count == 2)
    }

    @Test("A decision made elsewhere ends the prompt: access, a sign-in, a region")
    func elsewhere() async throws {
        try await device.control.call("SetUnanswered", "hang")
        let app = try await device.askingApp()
        let access = try await app.requestAccess("access")
        try await device.control.call("SetAccessStatus", "com.example.player", "granted")
        #expect(try await access.completion().required("access-status", as: String.self) == "granted")
        let picker = try await app.requestMetadata("picker", ["include-account-provider-identifier": BusVariant(true)])
        try await device.waitForStage("asking", of: picker)
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        #expect(try await picker.completion().required("account-provider-identifier", as: String.self) == "alpha.example")
        #expect(picker.names == ["Present", "Dismiss", "Completed"])
        try await device.control.call("SignOut", ["keep-access": BusVariant(true)] as VariantDictionary)
        let abroad = try await app.requestMetadata("abroad")
        try await device.waitForStage("asking", of: abroad)
        try await device.control.call("SetRegion", "AQ")
        #expect(try await abroad.failure().name == "UnsupportedProvider")
        #expect(abroad.names == ["Present", "Dismiss", "Failed"])
    }
}
