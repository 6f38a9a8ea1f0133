import AccountCore
import DBus
import DeviceInterfaces
import ProjectTesting
import SAML
import TVWorld
import Testing

@testable import AccountService

@Suite("Faults", .device, .timeLimit(.minutes(5)))
struct FaultTests {
    /// The name of the error that an operation fails with.
    private func errorName(_ operation: () async throws -> Void) async throws -> String {
        try await #require(throws: RemoteError.self) { try await operation() }.shortName
    }

    private func waiting(_ device: TestDevice) async throws -> UInt32 {
        try await device.faults().reduce(0) { $0 + (try $1.required("waiting", as: UInt32.self)) }
    }

    @Test("Every VSError by name, with its info, and nothing for other apps", arguments: VSErrorCode.allCases)
    func errors(code: VSErrorCode) async throws {
        try await device.addFault(
            "vsa.metadata", ["error": BusVariant(code.name), "application-id": BusVariant("com.example.player")])
        let app = try await device.grantedApp()
        let other = try await device.app("com.example.news")
        try await device.control.call("SetAccessStatus", "com.example.news", "granted")
        let error = try await app.queryError(["include-account-provider-identifier": BusVariant(true)])
        #expect(error.name == code.name)
        if code == .accessNotGranted { #expect(error.info["access-status"] == BusVariant("denied")) }
        #expect(try await app.accessStatus() == "granted")
        _ = try await other.query()
    }

    @Test("A call fails N times after N calls, and the fault is used up; the journal records the fault")
    func counting() async throws {
        let id = try await device.addFault(
            "vsa.access", ["error": BusVariant("Rejected"), "after": BusVariant(UInt32(1)), "times": BusVariant(UInt32(2))])
        #expect(id == "device-fault-1")
        let app = try await device.app()
        #expect(try await app.accessStatus() == "not-determined")
        for _ in 0..<2 { #expect(try await errorName { _ = try await app.accessStatus() } == "Rejected") }
        #expect(try await app.accessStatus() == "not-determined")
        let fault = try #require(try await device.faults().first)
        #expect(try fault.required("seen", as: UInt32.self) == 4)
        #expect(try fault.required("struck", as: UInt32.self) == 2)
        #expect(try fault.required("used-up", as: Bool.self))
        let struck = try await device.journal("fault.struck")
        #expect(struck.count == 2)
        #expect(struck.first?["fault"] == BusVariant("device-fault-1"))
        #expect(struck.first?["point"] == BusVariant("vsa.access"))
        #expect(struck.first?["effect"] == BusVariant("error Rejected"))
    }

    @Test("A percentage of equal calls of one connection fails, the same ones every time; none is answered from memory")
    func percentage() async throws {
        let app = try await device.app()
        for _ in 0..<3 { #expect(try await app.accessStatus() == "not-determined") }
        var rounds: [[String]] = []
        for _ in 0..<2 {
            try await device.addFault(
                "vsa.access",
                ["id": BusVariant("flaky"), "error": BusVariant("Rejected"), "percent": BusVariant(UInt32(40))])
            var answers: [String] = []
            for _ in 0..<40 {
                do { answers.append(try await app.accessStatus()) } catch let error as RemoteError {
                    answers.append(error.shortName)
                }
            }
            rounds.append(answers)
            let fault = try #require(try await device.faults().first)
            #expect(try fault.required("seen", as: UInt32.self) == 40)
            #expect(try fault.required("percent", as: UInt32.self) == 40)
            #expect(try fault.required("struck", as: UInt32.self) == UInt32(answers.count { $0 == "Rejected" }))
            try await device.control.call("ClearFaults", "")
        }
        #expect(rounds[0] == rounds[1] && Set(rounds[0]) == ["Rejected", "not-determined"])
    }

    @Test("Hanging calls delay neither others of their app nor other apps, and continue when they are released")
    func hanging() async throws {
        try await device.addFault("vsa.access", ["id": BusVariant("stuck"), "hang": BusVariant(true)])
        let app = try await device.app()
        let calls = (0..<3).map { _ in Task { try await app.accessStatus() } }
        try await until("three calls hang") { try await waiting(device) == 3 }
        _ = try await device.app("com.example.other").proxy.call(
            "QueryMetadata", VariantDictionary(), expecting: "AccessNotGranted")
        let count = try await device.control.call("ReleaseFault", "stuck").decode(as: UInt32.self)
        #expect(count == 3)
        for call in calls { #expect(try await call.value == "not-determined") }
        #expect(try await waiting(device) == 0)
        #expect(try await device.control.call("ReleaseFault", "vsa.access").decode(as: UInt32.self) == 0)
    }

    @Test("Hanging calls continue when the fault is cleared or the device is reset", arguments: ["ClearFaults", "Reset"])
    func ending(member: String) async throws {
        try await device.addFault("vsa.any", ["hang": BusVariant(true)])
        let app = TestApp(try await device.bus.connect())
        let call = Task { try await app.accessStatus() }
        try await until("a call hangs") { try await waiting(device) == 1 }
        if member == "Reset" {
            try await device.control.call("Reset", VariantDictionary())
        } else {
            try await device.control.call("ClearFaults", "")
        }
        #expect(try await call.value == "not-determined")
        #expect(try await device.faults().isEmpty)
    }

    @Test("A caller that leaves the bus no longer hangs")
    func leaving() async throws {
        try await device.addFault("vsa.access", ["hang": BusVariant(true)])
        let app = try await device.app()
        let call = Task { try await app.accessStatus() }
        try await until("a call hangs") { try await waiting(device) == 1 }
        await app.connection.close()
        _ = await call.result
        try await until("nobody hangs") { try await waiting(device) == 0 }
    }

    @Test("A daemon that stops answers the calls in progress first")
    func answersAtTheEnd() async throws {
        let (app, call) = try await hangingCall()
        let ending = Task { await stop(answeringFor: .answer(milliseconds: 600_000)) }
        try await until("the name is free") { try await app.connection.nameOwner(SubscriberAccountInterface.busName) == nil }
        _ = try device.daemon.objects.scenarioLoader.services.faults.release("vsa.access")
        #expect(try await call.value == "not-determined")
        await ending.value
    }

    @Test("It does not wait for a call that a fault keeps waiting; the bus answers that one")
    func hangsAtTheEnd() async throws {
        let (_, call) = try await hangingCall()
        await stop(answeringFor: .lock)
        #expect(try await errorName { _ = try await call.value } == "org.freedesktop.DBus.Error.NoReply")
    }

    private func hangingCall() async throws -> (TestApp, Task<String, any Error>) {
        try await device.addFault("vsa.access", ["hang": BusVariant(true)])
        let app = try await device.app()
        let call = Task { try await app.accessStatus() }
        try await until("the call hangs") { try await waiting(device) == 1 }
        return (app, call)
    }

    /// Stops the daemon as its program does.
    private func stop(answeringFor limit: Pause) async {
        await device.daemon.stop(answeringFor: limit)
        await device.connection.close()
    }

    @Test("A caller that leaves at once does not hang either")
    func leavingAtOnce() async throws {
        try await device.addFault("vsa.access", ["hang": BusVariant(true)])
        let count = 40
        for _ in 0..<count {
            let app = try await device.app()
            try await app.connection.send(
                app.proxy.destination, path: app.proxy.path, interface: app.proxy.interface, member: "CheckAccessStatus",
                arguments: [VariantDictionary()])
            await app.connection.close()
        }
        try await until("all calls were struck, and nobody hangs") {
            let fault = try await device.faults().first
            return fault?["struck"] == BusVariant(UInt32(count)) && fault?["waiting"] == BusVariant(UInt32(0))
        }
    }

    @Test("A dropped caller gets the bus's error of a daemon that crashed", arguments: ["vsa.access", "vsa.any"])
    func disconnect(point: String) async throws {
        let app = try await device.app()
        try await device.addFault(point, ["disconnect": BusVariant(true), "times": BusVariant(UInt32(2))])
        #expect(try await errorName { _ = try await app.accessStatus() } == "org.freedesktop.DBus.Error.NoReply")
        let name = try await errorName { try await app.proxy.call("RequestAccess", "t1", VariantDictionary()) }
        #expect(name == "org.freedesktop.DBus.Error.NoReply")
        #expect(try await app.accessStatus() == "not-determined")
    }

    @Test("A dropped request, or the provider's part of one, is dropped after the delay", arguments: [true, false])
    func delayedDisconnect(isProvider: Bool) async throws {
        let app = try await device.grantedApp()
        try await device.addFault(
            isProvider ? "vsa.saml" : "vsa.metadata",
            ["disconnect": BusVariant(true), "delay": BusVariant(Int64(600_000))])
        let call = Task {
            try await errorName {
                if isProvider {
                    _ = try await app.query(["attribute-names": BusVariant(["userID"])])
                } else {
                    try await app.proxy.call("RequestMetadata", "t1", VariantDictionary())
                }
            }
        }
        try await until("the call is delayed") { try await waiting(device) == 1 }
        try await device.control.call("ClearFaults", "")
        #expect(try await call.value == (isProvider ? "ServiceTemporarilyUnavailable" : "org.freedesktop.DBus.Error.NoReply"))
    }

    @Test("Register and the user accounts have their own points")
    func otherPoints() async throws {
        try await device.addFault("vsa.register", ["error": BusVariant("Rejected"), "times": BusVariant(UInt32(1))])
        try await device.addFault("vsa.user-accounts", ["hang": BusVariant(true), "times": BusVariant(UInt32(1))])
        let app = try await device.app(nil)
        #expect(try await errorName { try await app.proxy.call("Register", "com.example.a", VariantDictionary()) } == "Rejected")
        try await app.proxy.call("Register", "com.example.a", VariantDictionary())
        let accounts = InterfaceProxy.device(app.connection, UserAccountsInterface.name)
        let hanging = Task { try await accounts.call("GetAutoSignInToken") }
        try await until("the call hangs") { try await waiting(device) == 1 }
        // On the same connection, whose calls are otherwise handled one after the other.
        _ = try await accounts.call("GetAutoSignInToken")
        try await device.control.call("ClearFaults", "")
        _ = try await hanging.value
    }

    @Test("A request fails, hangs until it is released, and can be cancelled meanwhile")
    func requests() async throws {
        try await device.addFault("vsa.metadata", ["error": BusVariant("ProviderRejected"), "times": BusVariant(UInt32(1))])
        let app = try await device.app(usage: "To watch")
        let failing = try await TestRequest(app.proxy, "RequestMetadata", "t1", [:])
        #expect(try await failing.failure().name == "ProviderRejected")
        try await device.control.call("ClearFaults", "")
        try await device.addFault("vsa.access", ["id": BusVariant("hang"), "hang": BusVariant(true)])
        let cancelled = try await TestRequest(app.proxy, "RequestAccess", "t2", [:])
        try await until("the request hangs") { try await waiting(device) == 1 }
        try await cancelled.object.call("Cancel")
        #expect(try await cancelled.failure().name == "UserCancelled")
        try await until("nothing hangs") { try await waiting(device) == 0 }
        try await device.answer("access", "granted")
        let released = try await TestRequest(app.proxy, "RequestAccess", "t3", [:])
        try await until("the request hangs") { try await waiting(device) == 1 }
        try await device.control.call("ReleaseFault", "vsa.access")
        _ = try await released.seen.next("Completed") { $0.name == "Completed" }
    }

    @Test("A cancelled request no longer waits for its provider")
    func cancelledContact() async throws {
        try await device.control.call("SetDeveloperSetting", "request-timeouts-disabled", BusVariant(true))
        try await device.addFault("vsa.saml", ["hang": BusVariant(true)])
        try await device.control.call("SetAccessStatus", "com.example.player", "granted")
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        let app = try await device.askingApp()
        let request = try await app.requestMetadata("t1", ["attribute-names": BusVariant(["userID"])])
        try await until("the provider hangs") { try await waiting(device) == 1 }
        try await request.object.call("Cancel")
        #expect(try await request.failure().name == "UserCancelled")
        try await until("nothing hangs") { try await waiting(device) == 0 }
    }

    @Test("A request that a fault delays ends with its caller, without a prompt")
    func departedCaller() async throws {
        try await device.addFault("vsa.access", ["hang": BusVariant(true)])
        let app = try await device.askingApp()
        _ = try await app.requestAccess()
        try await until("the request hangs") { try await waiting(device) == 1 }
        await app.connection.close()
        try await until("the request is gone") { try await device.requests().isEmpty }
        #expect(try await device.journal("request.abandoned").count == 1)
        #expect(try await device.journal("prompt.opened").isEmpty)
    }

    @Test(
        "Prompts fail, hang and are dropped",
        arguments: [("vsa.access-prompt", "RequestAccess"), ("vsa.picker", "RequestMetadata")])
    func prompts(point: String, member: String) async throws {
        let app = try await device.app(usage: "To watch")
        let request = try MemberName(member)
        try await device.addFault(point, ["error": BusVariant("Rejected"), "times": BusVariant(UInt32(1))])
        #expect(try await TestRequest(app.proxy, request, "t1", [:]).failure().name == "Rejected")
        try await device.addFault(point, ["disconnect": BusVariant(true), "times": BusVariant(UInt32(1))])
        #expect(try await TestRequest(app.proxy, request, "t2", [:]).failure().name == "UserCancelled")
        try await device.addFault(point, ["id": BusVariant("hang"), "hang": BusVariant(true)])
        let hanging = try await TestRequest(app.proxy, request, "t3", [:])
        try await until("the question hangs") { try await waiting(device) == 1 }
        // Without an agent the prompt stays open, and then ends.
        try await device.control.call("ReleaseFault", "hang")
        #expect(try await hanging.failure().name == "UserCancelled")
    }

    @Test("Prompts fail whatever the policy for prompts without an answer", arguments: ["agent", "dismiss", "hang"])
    func unansweredPrompts(policy: String) async throws {
        try await device.control.call("SetUnanswered", policy)
        try await device.addFault("vsa.picker", ["error": BusVariant("Rejected")])
        let app = try await device.askingApp()
        #expect(try await app.requestMetadata().failure().name == "Rejected")
    }

    @Test("An answer that is queued while a fault delays the prompt is used")
    func answerDuringDelay() async throws {
        try await device.addFault("vsa.access-prompt", ["hang": BusVariant(true)])
        let request = try await device.askingApp().requestAccess()
        try await until("the question hangs") { try await waiting(device) == 1 }
        try await device.answer("access", "granted")
        try await device.control.call("ReleaseFault", "vsa.access-prompt")
        #expect(try await request.completion().required("access-status", as: String.self) == "granted")
    }

    @Test("Every bad response is generated and rejected for its reason", arguments: SAMLFault.allCases)
    func saml(fault: SAMLFault) async throws {
        let service = try TestService()
        try await device.control.call("SetServiceMetadata", service.metadata)
        let app = try await device.grantedApp()
        try await device.addFault("vsa.saml", ["saml": BusVariant(fault.rawValue), "times": BusVariant(UInt32(1))])
        let now = device.clock.seconds()
        func answer() async throws -> String {
            try await app.query([
                "attribute-names": BusVariant(["userID"]), "verification-token": BusVariant(service.token(now: now)),
            ]).required("saml-attribute-query-response")
        }
        let policy = ResponsePolicy(
            now: now, expectedIssuer: "https://alpha.example/saml/metadata", expectedAudience: TestService.entityID,
            expectedRecipient: TestService.consumer, isKnownRequest: { $0 == "_request1" ? .pending : .unknown })
        let certificates = try await device.certificates()
        let bad = try await answer()
        let error = #expect(throws: SAMLError.self) {
            try Response.verify(Array(bad.utf8), certificates: certificates, policy: policy)
        }
        #expect(error?.code.rawValue == Self.reasons[fault], "\(error?.description ?? "")")
        let good = try await answer()
        #expect(try Response.verify(Array(good.utf8), certificates: certificates, policy: policy).assertion != nil)
    }

    private static let reasons: [SAMLFault: String] = [
        .expired: "expired", .notYetValid: "notYetValid", .wrongAudience: "wrongAudience", .wrongRecipient: "wrongRecipient",
        .tampered: "badSignature", .unsigned: "unsigned", .untrustedKey: "untrustedCertificate", .wrapped: "severalAssertions",
        .malformed: "notXML", .missingAttributes: "missingField",
    ]

    @Test("The lists of defects are the same in the world and in SAML")
    func sameNames() {
        #expect(SAMLFault.allCases.map(\.rawValue) == ResponseDefect.allCases.map(\.rawValue))
    }

    @Test("E14 a catalogue that cannot be reached is a fault: code 3, whether a user is signed in or not")
    func catalogue() async throws {
        try await device.addFault("vsa.metadata", ["error": BusVariant("ServiceTemporarilyUnavailable")])
        let app = try await device.grantedApp()
        #expect(try await app.queryError().name == "ServiceTemporarilyUnavailable")
        try await device.control.call("SignOut", ["keep-access": BusVariant(true)] as VariantDictionary)
        #expect(try await app.queryError().name == "ServiceTemporarilyUnavailable")
    }

    @Test("A provider fails, and disconnects during its answer")
    func provider() async throws {
        let app = try await device.grantedApp()
        let request: VariantDictionary = ["attribute-names": BusVariant(["userID"]), "channel-identifier": BusVariant("x")]
        try await device.addFault("vsa.saml", ["disconnect": BusVariant(true), "times": BusVariant(UInt32(1))])
        #expect(try await app.queryError(request).name == "ServiceTemporarilyUnavailable")
        try await device.addFault("vsa.saml", ["error": BusVariant("ProviderRejected"), "times": BusVariant(UInt32(1))])
        #expect(try await app.queryError(request).name == "ProviderRejected")
        _ = try await app.query(request)
    }

    @Test("A fault at the provider has the trace of the call that contacts it, and of the request")
    func traces() async throws {
        let trace = "0af7651916cd43dd8448eb211c80319c"
        let request: VariantDictionary = [
            "attribute-names": BusVariant(["userID"]), "channel-identifier": BusVariant("x"), "correlation-id": BusVariant(trace),
        ]
        _ = try await device.grantedApp()
        let app = try await device.askingApp()
        try await device.addFault("vsa.saml", ["delay": BusVariant(Int64(1))])
        _ = try await app.query(request)
        _ = try await app.requestMetadata("t1", request).completion()
        let struck = try await device.journalEntries("fault.struck")
        #expect(struck.map { $0["correlation-id"] } == [BusVariant(trace), BusVariant(trace)])
    }

    @Test("P12 and P13 by faults: a provider requests another verification token, once or always, or returns nothing")
    func providerFailures() async throws {
        let app = try await device.grantedApp()
        let request: VariantDictionary = ["attribute-names": BusVariant(["userID"]), "channel-identifier": BusVariant("x")]
        try await device.addFault("vsa.saml", ["error": BusVariant("TokenRegenerationNeeded"), "times": BusVariant(UInt32(1))])
        _ = try await app.query(request)
        for (name, code) in [("TokenRegenerationNeeded", Int32(-10)), ("EmptyResponse", -24)] {
            try await device.addFault("vsa.saml", ["id": BusVariant("failing"), "error": BusVariant(name)])
            let error = try await app.queryError(request)
            #expect(error.name == "ServiceTemporarilyUnavailable")
            #expect(try error.info.required("underlying-code", as: Int32.self) == code)
            try await device.control.call("ClearFaults", "failing")
        }
    }

    @Test("Faults do not survive a restart")
    func restart() async throws {
        try await device.addFault("vsa.any", ["error": BusVariant("Rejected")])
        let restarted = try await device.restarted()
        #expect(try await restarted.faults().isEmpty)
        _ = try await restarted.app().accessStatus()
    }
}
