import TVWorld
import Testing

@testable import AccountCore

@Suite("RequestMetadata: the sign-in form and the provider's step")
struct SignInFormTests {
    private static let alpha: @Sendable (inout MetadataRequest) -> Void = {
        $0.supportedAccountProviderIdentifiers = ["alpha.example"]
    }

    @Test("U8 wrong credentials: the form again, with the field and the next attempt; cancel returns to the picker")
    func wrongCredentials() throws {
        var stage = try RequestStage(device(provider: nil))
        try stage.openMetadata()
        try stage.answer(.provider("alpha.example"))
        let first = try #require(stage.prompt)
        try stage.answer(.credentials(username: "alice", password: "no"))
        #expect(stage.form?.attempt == 2)
        #expect(stage.form?.error?.field == .password)
        #expect(stage.form?.username == "alice")
        #expect(stage.prompt?.request.id == first.request.id)
        try stage.answer(.credentials(username: "dave", password: "x"))
        #expect(stage.form?.attempt == 3)
        #expect(stage.form?.error?.field == .username)
        try stage.answer(.credentials(username: "", password: ""))
        #expect(stage.form?.error == SignInError(field: .username, message: "Enter your user name."))
        try stage.answer(.cancelled)
        #expect(stage.picker?.message == nil)
        try stage.answer(.provider("alpha.example"))
        #expect(stage.form?.attempt == 1)
        #expect(stage.form?.error == nil)
        #expect(stage.signals == ["present picker"])
    }

    @Test("U8 the provider rejects the user: back to the picker, which shows the rejection")
    func rejectedBehindPicker() throws {
        var stage = try RequestStage(device(provider: nil))
        try stage.openMetadata()
        try stage.answer(.provider("alpha.example"))
        try stage.answer(.credentials(username: "carol", password: "carol"))
        #expect(stage.picker?.message == "Alpha Cable: The account is suspended.")
        #expect(stage.device.storedAccount == nil)
    }

    @Test("U9 the provider rejects the user, no picker: code 4 with the provider's response")
    func rejected() throws {
        var stage = try RequestStage(device(provider: nil))
        try stage.openMetadata(Self.alpha)
        try stage.answer(.credentials(username: "carol", password: "carol"))
        #expect(stage.error?.code == .providerRejected)
        #expect(stage.error?.accountProviderResponse?.status?.hasSuffix("RequestDenied") == true)
        #expect(stage.device.storedAccount == nil)
        #expect(stage.signals == ["present sign-in", "dismiss", "failed"])
    }

    @Test("P2, P7 valid session, authentication forced: the form, with the user name filled in")
    func forced() throws {
        var stage = try RequestStage(device())
        try stage.openMetadata { $0.forceAuthentication = true }
        #expect(stage.form?.username == "alice")
        #expect(stage.signals == ["present sign-in"])
        try stage.answer(.credentials(username: "bob", password: "bob"))
        #expect(stage.device.storedAccount?.subscriber == "bob")
        #expect(stage.metadata?.samlAttributeQueryResponse == "<R/>")
        #expect(stage.signals == ["present sign-in", "dismiss", "completed"])
    }

    @Test("P7 forced, and the provider renews silently: no window, the renewal stored before the answer")
    func forcedSilently() throws {
        let world = try world(changing: "alpha.example") { $0.hasSilentRenewal = true }
        var stage = try RequestStage(device(expiresAt: now, world: world))
        stage.holdsChanges = true
        try stage.openMetadata {
            $0.forceAuthentication = true
            $0.includeAuthenticationExpirationDate = true
        }
        #expect(stage.result == nil)
        #expect(stage.device.storedAccount?.expiresAt == now + Scenario.Account.defaultLifetime)
        try stage.releaseChanges()
        #expect(stage.metadata?.authenticationExpirationDate == now + Scenario.Account.defaultLifetime)
        #expect(stage.signals == ["completed"])
    }

    @Test("P5 expired, attributes, no silent renewal: the form; cancel is code 2")
    func expired() throws {
        for answer in [PromptAnswer.credentials(username: "alice", password: "alice"), .cancelled] {
            var stage = try RequestStage(device(expiresAt: now - 1))
            try stage.openMetadata { $0.attributeNames = ["userID"] }
            #expect(stage.form?.username == "alice")
            try stage.answer(answer)
            if answer == .cancelled {
                #expect(stage.error?.code == .userCancelled)
            } else {
                #expect(stage.metadata?.accountProviderResponse?.body == "<R/>")
            }
        }
    }

    @Test("E6 expired, nothing requested from the provider: returned as it is, no form")
    func expiredButNotAsked() throws {
        var stage = try RequestStage(device(expiresAt: now - 1))
        try stage.openMetadata { $0.includeAuthenticationExpirationDate = true }
        #expect(stage.metadata?.authenticationExpirationDate == now - 1)
    }

    @Test("P8 suspended subscriber: code 4, no form")
    func suspended() throws {
        var stage = try RequestStage(device(subscriber: "carol", expiresAt: now - 1))
        try stage.openMetadata { $0.attributeNames = ["userID"] }
        #expect(stage.error?.code == .providerRejected)
        #expect(stage.signals == ["failed"])
    }

    @Test(
        "P9, P10 the provider fails: its error ends the request; 60 seconds unless timeouts are disabled",
        arguments: [false, true])
    func providerFails(disabled: Bool) throws {
        var stage = try RequestStage(device())
        stage.holdsProviders = true
        try stage.device.developer.settings.set(.requestTimeoutsDisabled, to: .flag(disabled))
        try stage.openMetadata { $0.attributeNames = ["userID"] }
        let (step, contact, limit) = try #require(stage.contacted)
        #expect(limit == (disabled ? nil : 60))
        let error = VSError.providerTooSlow(contact.provider)
        try stage.send(.failed(step, error))
        #expect(stage.error == error)
        #expect(stage.signals == ["failed"] && stage.withdrawn == 0)
        #expect(stage.requests.count == 0)
    }

    @Test("P14 the token of the provider's own app signs in without a window", arguments: [nil, "beta.example"])
    func token(remembered: String?) throws {
        var stage = try RequestStage(device(provider: nil))
        if let remembered { try stage.change(.providerRemembered(remembered, now: now)) }
        let app = try ApplicationID("example.alpha.tv")
        stage.device.applications[app] = Application(usageDescription: "To watch")
        try stage.openMetadata(app: app) {
            $0.supportedAccountProviderIdentifiers = ["alpha.example"]
            $0.accountProviderAuthenticationToken = "alice"
        }
        #expect(stage.metadata?.accountProviderIdentifier == "alpha.example")
        #expect(stage.device.storedAccount?.subscriber == "alice")
        #expect(stage.device.permissions[app] == .granted)
        #expect(stage.signals == ["completed"])
    }

    @Test("P14 developer providers accept the token of any app")
    func tokenOfDeveloperProvider() throws {
        var stage = try RequestStage(device(provider: nil))
        _ = try DeviceReducer.reduce(&stage.device, .developer(.providerAdded(testProvider())))
        try stage.openMetadata {
            $0.supportedAccountProviderIdentifiers = ["test.example"]
            $0.accountProviderAuthenticationToken = "alice"
        }
        #expect(stage.metadata?.accountProviderIdentifier == "test.example")
    }

    @Test(
        "P15 not exactly one provider, somebody signed in, another's app: code 6",
        arguments: [
            (nil, ["alpha.example"], "com.example.player"), (nil, [], "example.alpha.tv"),
            ("alpha.example", ["alpha.example"], "example.alpha.tv"), (nil, ["beta.example"], "example.beta.tv"),
        ] as [(String?, [String], String)])
    func tokenRefused(provider: String?, supported: [String], app: String) throws {
        var stage = try RequestStage(device(provider: provider))
        let app = try ApplicationID(app)
        stage.device.applications[app] = Application(usageDescription: "To watch")
        try stage.openMetadata(app: app) {
            $0.supportedAccountProviderIdentifiers = supported
            $0.accountProviderAuthenticationToken = "alice"
        }
        #expect(stage.error?.code == .rejected)
        #expect(stage.signals == ["failed"])
    }

    @Test("P14 a token that the provider does not know: code 4")
    func unknownToken() throws {
        var stage = try RequestStage(device(provider: nil))
        _ = try DeviceReducer.reduce(&stage.device, .developer(.providerAdded(testProvider())))
        try stage.openMetadata {
            $0.supportedAccountProviderIdentifiers = ["test.example"]
            $0.accountProviderAuthenticationToken = "nobody"
        }
        #expect(stage.error?.code == .providerRejected)
    }
}
