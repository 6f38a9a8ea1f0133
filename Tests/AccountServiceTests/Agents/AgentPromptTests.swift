import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Prompts for agents", .device, .timeLimit(.minutes(5)))
struct AgentPromptTests {
    @Test("RequestAccess: app, usage text, provider, window; the answers", arguments: ["granted", "denied"])
    func access(outcome: String) async throws {
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        let agent = try await device.agent()
        let request = try await device.askingApp().requestAccess("t1", ["parent-window": BusVariant("x11:7f")])
        let asked = try await agent.next("RequestAccess")
        #expect(asked.subject == "com.example.player")
        #expect(
            asked.details == [
                "request": BusVariant(request.path), "application-name": BusVariant("com.example.player"),
                "usage-description": BusVariant("To watch"), "provider-name": BusVariant("Alpha Cable"),
                "parent-window": BusVariant("x11:7f"),
            ])
        asked.answer(outcome)
        #expect(try await request.completion().required("access-status", as: String.self) == outcome)
    }

    @Test("RequestAccess dismissed: UserCancelled, nothing stored")
    func dismissed() async throws {
        let agent = try await device.agent()
        let request = try await device.askingApp().requestAccess()
        try await agent.next().answer("dismiss")
        let (name, info) = try await request.failure()
        #expect(name == "UserCancelled")
        #expect(try info.required("access-status", as: String.self) == "not-determined")
    }

    @Test("ChooseProvider: the providers that the app names are in its order")
    func order() async throws {
        let agent = try await device.agent()
        let named = ["delta.example", "epsilon.example", "beta.example", "alpha.example"]
        let request = try await device.askingApp().requestMetadata(
            "t1", ["supported-account-provider-identifiers": BusVariant(named)])
        let picker = try await agent.next("ChooseProvider")
        #expect(try picker.rows.map { try $0.required("provider-identifier", as: String.self) } == named)
        #expect(try picker.rows.allSatisfy { try !$0.required("featured", as: Bool.self) })
        picker.answer("cancel", "")
        #expect(try await request.failure().name == "UserCancelled")
    }

    @Test("ChooseProvider and SignIn: rows in their order, title, attempts with what was wrong; then the account")
    func signIn() async throws {
        let agent = try await device.agent()
        let app = try await device.askingApp()
        let request = try await app.requestMetadata(
            "t1",
            [
                "featured-account-provider-identifiers": BusVariant(["delta.example"]),
                "localized-video-title": BusVariant("The News"), "include-account-provider-identifier": BusVariant(true),
            ])
        let picker = try await agent.next("ChooseProvider")
        #expect(try picker.details.required("application-id", as: String.self) == "com.example.player")
        #expect(try picker.details.required("video-title", as: String.self) == "The News")
        #expect(try picker.details.required("featured", as: [String].self) == ["delta.example"])
        #expect(try picker.details.required("region", as: String.self) == "US")
        #expect(try picker.details.required("other", as: Bool.self))
        #expect(picker.details["message"] == nil)
        let identifiers = try picker.rows.map { try $0.required("provider-identifier", as: String.self) }
        #expect(identifiers == ["delta.example", "alpha.example", "beta.example", "epsilon.example"])
        #expect(try Set(picker.rows[0].keys) == Self.rowKeys())
        #expect(try picker.rows.map { try $0.required("featured", as: Bool.self) } == [true, false, false, false])
        #expect(try picker.rows.map { try $0.required("supported", as: Bool.self) } == [true, true, false, true])
        picker.answer("provider", "alpha.example")
        let form = try await agent.next("SignIn")
        #expect(form.subject == "alpha.example")
        #expect(try form.details.required("attempt", as: UInt32.self) == 1)
        #expect(try form.details.required("error-field", as: String.self) == "")
        #expect(form.details["error-message"] == nil)
        form.answer(["username": BusVariant("alice"), "password": BusVariant("wrong")] as VariantDictionary)
        let again = try await agent.next("SignIn")
        #expect(try again.details.required("attempt", as: UInt32.self) == 2)
        #expect(try again.details.required("username", as: String.self) == "alice")
        #expect(try again.details.required("error-field", as: String.self) == "password")
        #expect(try again.details.required("error-message", as: String.self) != "")
        again.answer(
            ["username": BusVariant("alice"), "password": BusVariant("alice"), "cancel": BusVariant(false)]
                as VariantDictionary)
        let metadata = try await request.completion()
        #expect(try metadata.required("account-provider-identifier", as: String.self) == "alpha.example")
        #expect(request.names == ["Present", "Dismiss", "Completed"])
    }

    @Test("U1, U2 cancel in the form returns to the picker, cancel there ends the request")
    func cancelled() async throws {
        let agent = try await device.agent()
        let request = try await device.askingApp().requestMetadata()
        try await agent.next("ChooseProvider").answer("provider", "alpha.example")
        try await agent.next("SignIn").answer(["cancel": BusVariant(true)] as VariantDictionary)
        try await agent.next("ChooseProvider").answer("cancel", "")
        #expect(try await request.failure().name == "UserCancelled")
    }

    @Test("U7 a row of the app: application-provider, no row for another provider")
    func applicationRow() async throws {
        let agent = try await device.agent()
        let request = try await device.askingApp().requestMetadata(
            "t1", ["application-account-providers": BusVariant([BusStructure("own.example", "Our own")])])
        let picker = try await agent.next("ChooseProvider")
        #expect(try picker.details.required("other", as: Bool.self) == false)
        #expect(try picker.rows[0].required("application-provider", as: Bool.self))
        picker.answer("provider", "own.example")
        let (name, info) = try await request.failure()
        #expect(name == "UnsupportedProvider")
        #expect(try info.required("unsupported-provider-identifier", as: String.self) == "own.example")
    }

    @Test(
        "AuthorizeAutoSignIn: granted with a context that stores a token, denied, dismissed",
        arguments: [("granted", "granted"), ("denied", "denied"), ("dismiss", "not-determined")])
    func autoSignIn(outcome: String, authorization: String) async throws {
        let agent = try await device.agent()
        let app = try await device.app()
        let accounts = InterfaceProxy.device(app.connection, UserAccountsInterface.name)
        let request = try await TestRequest(accounts, "RequestAutoSignInAuthorization", "t1", [:])
        let asked = try await agent.next("AuthorizeAutoSignIn")
        #expect(asked.subject == "com.example.player")
        asked.answer(outcome)
        let result = try await request.completion()
        #expect(try result.required("authorization", as: String.self) == authorization)
        let context = try result.required("update-context", as: String.self)
        #expect(context.isEmpty == (outcome != "granted"))
        #expect(request.names == ["Completed"])
        if outcome == "granted" {
            try await accounts.call("UpdateAutoSignInToken", "token", context)
            let token = try await accounts.call("GetAutoSignInToken").decode(as: VariantDictionary.self)
            #expect(try token.required("value", as: String.self) == "token")
        }
    }

    @Test("No password gets into the journal")
    func passwords() async throws {
        let agent = try await device.agent()
        let request = try await device.askingApp().requestMetadata(
            "t1", ["supported-account-provider-identifiers": BusVariant(["alpha.example"])])
        try await agent.next("SignIn").answer(
            ["username": BusVariant("alice"), "password": BusVariant("hunter2")] as VariantDictionary)
        try await agent.next("SignIn").answer(
            ["username": BusVariant("alice"), "password": BusVariant("alice")] as VariantDictionary)
        _ = try await request.completion()
        let entries = try await device.control.call("ListJournal", VariantDictionary()).decode(as: [VariantDictionary].self)
        #expect(!"\(entries)".contains("hunter2"))
        #expect(try await device.journal().contains { $0.hasPrefix("prompt.answered | alice | agent :") })
    }

    /// The keys of a row of `ChooseProvider`, as the interface declares them.
    private static func rowKeys() throws -> Set<String> {
        let rows = try #require(AgentInterface.described().method("ChooseProvider")?.inputs[1])
        let keys = try #require(rows.annotations["org.vsasim.Keys"]).split(separator: " ")
        return Set(keys.map { String($0.prefix { $0 != ":" }) })
    }
}
