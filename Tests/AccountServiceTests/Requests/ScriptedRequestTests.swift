import DBus
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Requests with queued answers", .device, .timeLimit(.minutes(5)))
struct ScriptedRequestTests {
    @Test(
        "A5, A6 RequestAccess prompts once, completes with the answer, and stores it",
        arguments: ["granted", "denied"])
    func access(answer: String) async throws {
        let app = try await device.askingApp()
        try await device.answer("access", answer)
        let request = try await app.requestAccess()
        #expect(try await request.completion().required("access-status", as: String.self) == answer)
        #expect(request.names == ["Completed"])
        #expect(try await app.accessStatus() == answer)
        // Decided: there is no prompt any more, and no answer is left for one.
        let second = try await app.requestAccess("t2")
        #expect(try await second.completion().required("access-status", as: String.self) == answer)
    }

    @Test("A7 the prompt is dismissed: UserCancelled with access-status, nothing stored")
    func dismissed() async throws {
        let app = try await device.askingApp()
        try await device.answer("access", "dismiss")
        let (name, info) = try await app.requestAccess().failure()
        #expect(name == "UserCancelled")
        #expect(try info.required("access-status", as: String.self) == "not-determined")
        #expect(try await app.accessStatus() == "not-determined")
    }

    @Test("C1 no usage description: AccessNotGranted, underlying -13, both calls")
    func noUsage() async throws {
        let app = try await device.app()
        for request in [try await app.requestAccess("t1"), try await app.requestMetadata("t2")] {
            let (name, info) = try await request.failure()
            #expect(name == "AccessNotGranted")
            #expect(try info.required("underlying-code", as: Int32.self) == -13)
            #expect(request.names == ["Failed"])
        }
    }

    @Test("No agent can answer: as if dismissed, and the journal says why")
    func nobody() async throws {
        let (name, _) = try await device.askingApp().requestAccess().failure()
        #expect(name == "UserCancelled")
        #expect(try await device.journal().contains("prompt.ended | nobody could be asked"))
    }

    @Test("E10, U10 picker, sign-in, account for all apps: Present, Dismiss, Completed; AccountChanged before the end")
    func signIn() async throws {
        let app = try await device.askingApp()
        try await device.answer("picker", "alpha.example")
        try await device.answer("sign-in", "alice")
        let changes = try await app.proxy.signals("AccountChanged").recorded(\.self)
        let request = try await app.requestMetadata("t1", ["include-account-provider-identifier": BusVariant(true)])
        let metadata = try await request.completion()
        #expect(try metadata.required("account-provider-identifier", as: String.self) == "alpha.example")
        #expect(metadata["verification-data"] != nil)
        #expect(
            request.seen.events.dropLast() == [
                .present(kind: "picker", title: "Choose your TV provider", provider: nil), .dismiss,
            ])
        _ = try await changes.next("AccountChanged")
        #expect(try await app.accessStatus() == "granted")
        let account = try await device.control.call("GetAccount").decode(as: VariantDictionary.self)
        #expect(try account.required("subscriber", as: String.self) == "alice")
        let journal = try await device.journal()
        #expect(journal.contains("prompt.answered | alpha.example | script 1"))
        #expect(journal.contains("prompt.answered | alice | script 2"))
    }

    @Test("E7 with attributes the interrupting request also returns the signed response")
    func attributes() async throws {
        let app = try await device.askingApp()
        try await device.answer("picker", "alpha.example")
        try await device.answer("sign-in", "alice")
        let request = try await app.requestMetadata(
            "t1", ["attribute-names": BusVariant(["userID"]), "channel-identifier": BusVariant("https://sp.example")])
        let metadata = try await request.completion()
        let xml = try metadata.required("saml-attribute-query-response", as: String.self)
        #expect(xml.contains("userID"))
        let response = try metadata.required("account-provider-response", as: VariantDictionary.self)
        #expect(try response.required("body", as: String.self) == xml)
    }

    @Test("U4 other provider: UnsupportedProvider without its identifier")
    func other() async throws {
        try await device.answer("picker", "other")
        let request = try await device.askingApp().requestMetadata()
        let (name, info) = try await request.failure()
        #expect(name == "UnsupportedProvider")
        #expect(info["unsupported-provider-identifier"] == nil)
        #expect(request.names == ["Present", "Dismiss", "Failed"])
    }

    @Test("U6 a picker-only provider: UnsupportedProvider with its identifier, for all apps from now on")
    func pickerOnly() async throws {
        try await device.answer("picker", "beta.example")
        let (name, info) = try await device.askingApp().requestMetadata().failure()
        #expect(name == "UnsupportedProvider")
        #expect(try info.required("unsupported-provider-identifier", as: String.self) == "beta.example")
    }

    @Test("U9 the provider rejects the user: ProviderRejected with its signed response")
    func rejected() async throws {
        try await device.answer("sign-in", "carol")
        let request = try await device.askingApp().requestMetadata(
            "t1",
            [
                "supported-account-provider-identifiers": BusVariant(["alpha.example"]),
                "channel-identifier": BusVariant("https://sp.example"),
            ])
        let (name, info) = try await request.failure()
        #expect(name == "ProviderRejected")
        #expect(try info.required("saml-response-status", as: String.self).hasSuffix("RequestDenied"))
        #expect(try info.required("saml-response", as: String.self).contains("<"))
        #expect(request.names == ["Present", "Dismiss", "Failed"])
    }

    @Test(
        "U5 ConfirmProvider both ways: false is UnsupportedProvider with the provider, true leads to the form",
        arguments: [
            true, false,
        ])
    func confirm(allow: Bool) async throws {
        try await device.answer("picker", "alpha.example")
        try await device.answer("sign-in", "alice")
        let request = try await device.askingApp().requestMetadata("t1", ["confirm-provider": BusVariant(true)])
        _ = try await request.seen.next("ProviderSelected") { $0 == .providerSelected("alpha.example") }
        try await device.waitForStage("confirming", of: request)
        try await request.object.call("Confirm", allow)
        if allow {
            _ = try await request.completion()
            #expect(request.names == ["Present", "ProviderSelected", "Dismiss", "Completed"])
        } else {
            let (name, info) = try await request.failure()
            #expect(name == "UnsupportedProvider")
            #expect(try info.required("unsupported-provider-identifier", as: String.self) == "alpha.example")
            #expect(request.names == ["Present", "ProviderSelected", "Dismiss", "Failed"])
        }
    }

    @Test("The delay of a queued answer passes before it is given; answers are listed with how often they were used")
    func delay() async throws {
        try await device.answer("access", "granted", ["delay": BusVariant(300 as Int64), "times": BusVariant(2 as UInt32)])
        let app = try await device.askingApp()
        let start = ContinuousClock.now
        let request = try await app.requestAccess()
        _ = try await request.completion()
        #expect(ContinuousClock.now - start >= .milliseconds(300))
        let answers = try await device.control.call("ListAnswers").decode(as: [VariantDictionary].self)
        #expect(answers.count == 1)
        #expect(try answers[0].required("used", as: UInt32.self) == 1)
        #expect(try answers[0].required("answer", as: String.self) == "granted")
        try await device.control.call("ClearAnswers")
        #expect(try await device.control.call("ListAnswers").decode(as: [VariantDictionary].self).isEmpty)
    }

    @Test(
        "Answers that are not accepted are InvalidArgs and name the field",
        arguments: [
            (["answer": BusVariant("granted")], "prompt"),
            (["prompt": BusVariant("door"), "answer": BusVariant("granted")], "prompt"),
            (["prompt": BusVariant("access")], "answer"),
            (["prompt": BusVariant("access"), "answer": BusVariant("maybe")], "answer"),
            (["prompt": BusVariant("access"), "answer": BusVariant("granted"), "delay": BusVariant(-1 as Int64)], "delay"),
            (["prompt": BusVariant("access"), "answer": BusVariant("granted"), "delay": BusVariant("1s")], "delay"),
            (["prompt": BusVariant("access"), "answer": BusVariant("granted"), "provider": BusVariant("x")], "provider"),
            (
                ["prompt": BusVariant("access"), "answer": BusVariant("granted"), "application-id": BusVariant("a b")],
                "application-id"
            ),
        ] as [(VariantDictionary, String)])
    func invalidAnswers(details: VariantDictionary, field: String) async throws {
        try await expectInvalid(field) { try await device.control.call("QueueAnswer", details) }
    }

    @Test("SetUnanswered: dismiss ends at once, hang waits until an answer is queued, another string is InvalidArgs")
    func unanswered() async throws {
        let app = try await device.askingApp()
        try await device.control.call("SetUnanswered", "dismiss")
        #expect(try await app.requestAccess("t1").failure().name == "UserCancelled")
        try await device.control.call("SetUnanswered", "hang")
        let request = try await app.requestAccess("t2")
        try await device.waitForStage("asking", of: request)
        try await device.answer("access", "granted")
        #expect(try await request.completion().required("access-status", as: String.self) == "granted")
        try await expectInvalid("hang") { try await device.control.call("SetUnanswered", "x") }
    }
}
