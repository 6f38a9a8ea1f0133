import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Requests end exactly once", .device, .timeLimit(.minutes(5)))
struct RequestEndTests {
    @Test(
        "Q5 cancelled at any moment of a sign-in: exactly one end, and the next request starts", arguments: [0, 1, 2, 4, 8, 16])
    func cancelAtAnyMoment(delay: Int64) async throws {
        let more: VariantDictionary = ["times": BusVariant(0 as UInt32), "delay": BusVariant(delay)]
        try await device.answer("picker", "alpha.example", more)
        try await device.answer("sign-in", "alice", more)
        let app = try await device.askingApp()
        for index in 0..<20 {
            let request = try await app.requestMetadata(
                "t\(index)",
                [
                    "attribute-names": BusVariant(["userID"]), "channel-identifier": BusVariant("https://sp.example"),
                ])
            // Some round trips on the bus, so that the request is at another stage each time.
            for _ in 0..<index { _ = try await app.connection.nameOwner(SubscriberAccountInterface.busName) }
            do { try await request.object.call("Cancel") } catch let error as RemoteError {
                // It had ended before.
                #expect(error.name == .unknownObject)
            }
            let end = try await request.end()
            if case .failed(let name, _, _) = end { #expect(name.hasSuffix("UserCancelled")) }
            // A round trip: everything else that was sent has arrived.
            _ = try await app.accessStatus()
            #expect(request.seen.events.filter(\.isEnd).count == 1)
            #expect(request.names.filter { $0 == "Present" }.count == request.names.filter { $0 == "Dismiss" }.count)
            #expect(request.names.last == end.name)
            try await device.control.call("SignOut", VariantDictionary())
        }
        #expect(try await device.requests().isEmpty)
    }

    @Test("Many apps at once, each with its own prompt: each gets its own answer")
    func manyApps() async throws {
        let agent = try await device.agent()
        let answering = Task {
            while !Task.isCancelled {
                let asked = try await agent.next("RequestAccess")
                asked.answer(asked.subject.hasSuffix("0") ? "denied" : "granted")
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    let app = try await device.askingApp("com.example.app\(index)")
                    let status = try await app.requestAccess().completion().required("access-status", as: String.self)
                    #expect(status == (index % 10 == 0 ? "denied" : "granted"))
                }
            }
            try await group.waitForAll()
        }
        answering.cancel()
    }

    @Test("Callers that die in the middle leave nothing behind")
    func dyingCallers() async throws {
        let agent = try await device.agent()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    let app = try await device.askingApp("com.example.app\(index % 4)")
                    // Without waiting for the reply: the request may be created after its caller has left.
                    for token in 0..<3 {
                        try await app.connection.send(
                            SubscriberAccountInterface.busName, path: SubscriberAccountInterface.path,
                            interface: SubscriberAccountInterface.name,
                            member: "RequestAccess", arguments: ["t\(token)", VariantDictionary()])
                    }
                    await app.connection.flush()
                    await app.connection.close()
                }
            }
            try await group.waitForAll()
        }
        try await until("every request is gone") { try await device.requests().isEmpty }
        try await until("the agent has nothing to do") {
            try await device.agents().allSatisfy { try $0.required("prompts", as: UInt32.self) == 0 }
        }
        // A prompt that was withdrawn before it was shown causes a Cancel, too.
        try await until("every prompt was withdrawn") { agent.log.events.last != "RequestAccess" }
        #expect(zip(agent.log.events, agent.log.events.dropFirst()).allSatisfy { $0 == "Cancel" || $1 == "Cancel" })
    }

    @Test("Reset removes queued answers and the policy; a connected app keeps its registration in prompts")
    func reset() async throws {
        let app = try await device.askingApp()
        try await device.answer("access", "denied")
        try await device.control.call("SetUnanswered", "hang")
        try await device.control.call("Reset", VariantDictionary())
        #expect(try await device.control.call("ListAnswers").decode(as: [VariantDictionary].self).isEmpty)
        let agent = try await device.agent()
        let request = try await app.requestAccess()
        let asked = try await agent.next()
        #expect(try asked.details.required("usage-description", as: String.self) == "To watch")
        asked.answer("granted")
        _ = try await request.completion()
    }

    @Test("The disk rejects the change: code 3, nobody is signed in, nothing is granted")
    func diskRefuses() async throws {
        let app = try await device.askingApp()
        try await device.answer("sign-in", "alice")
        await device.daemon.store.close()
        let request = try await app.requestMetadata(
            "t1", ["supported-account-provider-identifiers": BusVariant(["alpha.example"])])
        #expect(try await request.failure().name == "ServiceTemporarilyUnavailable")
        #expect(request.names == ["Present", "Dismiss", "Failed"])
        #expect(try await app.accessStatus() == "not-determined")
        #expect(try await device.control.call("GetAccount").decode(as: VariantDictionary.self).isEmpty)
    }
}
