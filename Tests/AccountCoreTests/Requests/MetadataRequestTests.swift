import AccountCore
import TVWorld
import Testing

@Suite("RequestMetadata: picker and sign-in")
struct MetadataRequestTests {
    private func stage(_ access: AccessStatus = .granted, provider: String? = nil, world: World = .builtIn) throws -> RequestStage
    {
        try RequestStage(device(access: access, provider: provider, world: world))
    }

    private static let alpha: @Sendable (inout MetadataRequest) -> Void = {
        $0.supportedAccountProviderIdentifiers = ["alpha.example"]
    }

    @Test("E1 denied or restricted: code 0 without a window", arguments: [AccessStatus.denied, .restricted])
    func refused(status: AccessStatus) throws {
        var stage = try stage(status)
        try stage.openMetadata()
        #expect(stage.error?.code == .accessNotGranted)
        #expect(stage.signals == ["failed"])
    }

    @Test("E3 not determined, signed in: the permission prompt first, without a window; then as granted")
    func permissionFirst() throws {
        var stage = try stage(.notDetermined, provider: "alpha.example")
        try stage.openMetadata()
        #expect(stage.prompt?.question.kind == .access)
        try stage.answer(.granted)
        #expect(stage.metadata?.accountProviderIdentifier == "alpha.example")
        #expect(stage.signals == ["completed"])
    }

    @Test(
        "E3 denied: code 0; dismissed: code 2",
        arguments: [
            (PromptAnswer.denied, VSErrorCode.accessNotGranted), (.dismissed, .userCancelled),
        ])
    func permissionRefused(answer: PromptAnswer, code: VSErrorCode) throws {
        var stage = try stage(.notDetermined, provider: "alpha.example")
        try stage.openMetadata()
        try stage.answer(answer)
        #expect(stage.error?.code == code)
        #expect(stage.signals == ["failed"])
    }

    @Test("E3 not determined, a provider remembered: the permission prompt first; then code 1 with the provider")
    func permissionBeforeRemembered() throws {
        var stage = try stage(.notDetermined)
        try stage.change(.providerRemembered("beta.example", now: now))
        try stage.openMetadata()
        #expect(stage.prompt?.question.kind == .access)
        try stage.answer(.granted)
        #expect(stage.error?.unsupportedProviderIdentifier == "beta.example")
        #expect(stage.signals == ["failed"])
    }

    @Test("E4 not determined, nobody signed in: no permission prompt, the sign-in itself grants")
    func signInGrants() throws {
        var stage = try stage(.notDetermined)
        try stage.openMetadata()
        #expect(stage.picker != nil)
        try stage.answer(.provider("alpha.example"))
        try stage.answer(.credentials(username: "alice", password: "alice"))
        #expect(stage.metadata?.accountProviderIdentifier == "alpha.example")
        #expect(stage.device.permissions[player] == .granted)
        #expect(stage.signals == ["present picker", "dismiss", "completed"])
    }

    @Test(
        "E8, E9, E12, E13 without access: the failure does not reveal whether a user is signed in",
        arguments: [nil, "alpha.example"])
    func isolation(provider: String?) throws {
        var stage = try stage(.notDetermined, provider: provider)
        try stage.openMetadata { $0.supportedAccountProviderIdentifiers = ["unknown.example"] }
        #expect(stage.error?.code == .unsupportedProvider)
        #expect(stage.prompt == nil)
    }

    @Test("E10, U10 picker, sign-in, stored for all apps, window dismissed, then metadata")
    func signIn() throws {
        var stage = try stage()
        try stage.openMetadata(confirms: true) { $0.includeAuthenticationExpirationDate = true }
        try stage.answer(.provider("alpha.example"))
        #expect(stage.signals == ["present picker", "selected alpha.example"])
        try stage.send(.confirmed(RequestID(owner: ":1.7", token: "t1"), true))
        #expect(stage.form?.provider == "alpha.example")
        #expect(stage.form?.attempt == 1)
        try stage.answer(.credentials(username: "alice", password: "alice"))
        #expect(stage.metadata?.authenticationExpirationDate == now + Scenario.Account.defaultLifetime)
        #expect(stage.metadata?.accountProviderResponse == nil)
        #expect(stage.device.storedAccount?.subscriber == "alice")
        #expect(stage.signals == ["present picker", "selected alpha.example", "dismiss", "completed"])
        let stored = try #require(stage.effects.firstIndex { if case .change = $0 { true } else { false } })
        let dismissed = try #require(stage.effects.firstIndex { if case .dismiss = $0 { true } else { false } })
        #expect(stored < dismissed)
    }

    @Test(
        "E10 with attributes, even with forced authentication: the provider answers after sign-in", arguments: [false, true])
    func attributes(forces: Bool) throws {
        var stage = try stage()
        try stage.openMetadata {
            $0.attributeNames = ["userID"]
            $0.forceAuthentication = forces
        }
        try stage.answer(.provider("alpha.example"))
        try stage.answer(.credentials(username: "alice", password: "alice"))
        #expect(stage.metadata?.samlAttributeQueryResponse == "<R/>")
    }

    @Test("E11 one provider left: no picker; veto still asked, then the form")
    func onlyProvider() throws {
        var stage = try stage()
        try stage.openMetadata(confirms: true, Self.alpha)
        #expect(stage.signals == ["present sign-in", "selected alpha.example"])
        #expect(stage.prompt == nil)
        try stage.send(.confirmed(RequestID(owner: ":1.7", token: "t1"), true))
        #expect(stage.form?.providerName == "Alpha Cable")
        try stage.answer(.credentials(username: "alice", password: "alice"))
        #expect(stage.signals == ["present sign-in", "selected alpha.example", "dismiss", "completed"])
    }

    @Test("E11 only if sign-in is possible: a picker-only provider is shown", arguments: ["beta.example"])
    func onlyUnsupported(provider: String) throws {
        var stage = try stage()
        try stage.openMetadata { $0.supportedAccountProviderIdentifiers = [provider] }
        #expect(stage.picker?.rows.map(\.providerIdentifier) == [provider])
    }

    @Test("E12 the filter leaves nothing: code 1 without a provider", arguments: [nil, "alpha.example"])
    func emptyFilter(provider: String?) throws {
        var stage = try stage(provider: provider)
        try stage.openMetadata { $0.supportedAccountProviderIdentifiers = ["gamma.example", "x"] }
        #expect(stage.error?.code == .unsupportedProvider)
        #expect(stage.error?.unsupportedProviderIdentifier == nil)
        #expect(stage.signals == ["failed"])
    }

    @Test("E6-E9 a user is signed in: answered without a window")
    func alreadySignedIn() throws {
        var stage = try stage(provider: "alpha.example")
        try stage.openMetadata()
        #expect(stage.metadata?.accountProviderIdentifier == "alpha.example")
        try stage.openMetadata(token: "t2") { $0.supportedAccountProviderIdentifiers = ["delta.example"] }
        #expect(stage.error?.unsupportedProviderIdentifier == "alpha.example")
        #expect(stage.signals == ["completed", "failed"])
    }

    @Test("U1 cancel in the picker: dismissed, then code 2")
    func cancelPicker() throws {
        var stage = try stage()
        try stage.openMetadata()
        try stage.answer(.cancelled)
        #expect(stage.error?.code == .userCancelled)
        #expect(stage.signals == ["present picker", "dismiss", "failed"])
    }

    @Test("U2 cancel in the form behind the picker: back to the picker")
    func cancelForm() throws {
        var stage = try stage()
        try stage.openMetadata()
        try stage.answer(.provider("alpha.example"))
        try stage.answer(.cancelled)
        #expect(stage.picker != nil)
        #expect(stage.signals == ["present picker"])
    }

    @Test("U3 cancel in the form without a picker: code 2")
    func cancelOnlyForm() throws {
        var stage = try stage()
        try stage.openMetadata(Self.alpha)
        try stage.answer(.cancelled)
        #expect(stage.error?.code == .userCancelled)
        #expect(stage.signals == ["present sign-in", "dismiss", "failed"])
    }

    @Test("U4 other provider: code 1 without a provider, no veto")
    func otherProvider() throws {
        var stage = try stage()
        try stage.openMetadata(confirms: true)
        try stage.answer(.otherProvider)
        #expect(stage.error?.code == .unsupportedProvider)
        #expect(stage.error?.unsupportedProviderIdentifier == nil)
        #expect(stage.signals == ["present picker", "dismiss", "failed"])
    }

    @Test("U5 the app rejects the provider: code 1 with it")
    func veto() throws {
        var stage = try stage()
        let id = try stage.openMetadata(confirms: true)
        try stage.answer(.provider("delta.example"))
        try stage.send(.confirmed(id, false))
        #expect(stage.error?.code == .unsupportedProvider)
        #expect(stage.error?.unsupportedProviderIdentifier == "delta.example")
        #expect(stage.signals == ["present picker", "selected delta.example", "dismiss", "failed"])
        try stage.send(.confirmed(id, true))
        #expect(stage.signals.count == 4)
    }

    @Test("U5 an unsolicited Confirm has no effect")
    func uncalledConfirm() throws {
        var stage = try stage()
        let id = try stage.openMetadata(confirms: true)
        try stage.send(.confirmed(id, false))
        #expect(stage.picker != nil)
    }

    @Test("U6 a picker-only provider is remembered: code 1 with it, no veto, not signed in")
    func pickerOnly() throws {
        var stage = try stage()
        try stage.openMetadata(confirms: true)
        try stage.answer(.provider("beta.example"))
        #expect(stage.error?.unsupportedProviderIdentifier == "beta.example")
        #expect(stage.error?.underlyingCode == nil)
        #expect(stage.device.storedAccount?.isRemembered == true)
        #expect(stage.signals == ["present picker", "dismiss", "failed"])
        try stage.openMetadata(token: "t2")
        #expect(stage.error?.unsupportedProviderIdentifier == "beta.example")
        #expect(stage.signals.suffix(1) == ["failed"])
        #expect(decide(request(), in: stage.device).failure?.unsupportedProviderIdentifier == "beta.example")
    }

    @Test("U6 no common scheme: code 1 with the provider, underlying -20; an app that has one can sign in there")
    func otherScheme() throws {
        var stage = try stage()
        try stage.openMetadata { $0.supportedAuthenticationSchemes = ["API"] }
        #expect(stage.picker?.rows.contains { $0.isSupported } == false)
        try stage.answer(.provider("alpha.example"))
        #expect(stage.error?.underlyingCode == .noCommonScheme)
        #expect(stage.error?.unsupportedProviderIdentifier == "alpha.example")
        #expect(decide(request(), in: stage.device).metadata == AccountMetadata())
        try stage.openMetadata(token: "t2", Self.alpha)
        try stage.answer(.credentials(username: "alice", password: "alice"))
        #expect(stage.metadata?.accountProviderIdentifier == "alpha.example")
        #expect(stage.device.storedAccount?.isRemembered == false)
    }

    @Test("U7 a row of the app: code 1 with its identifier, nothing remembered")
    func applicationRow() throws {
        var stage = try stage()
        try stage.openMetadata(confirms: true) {
            $0.supportedAccountProviderIdentifiers = ["alpha.example"]
            $0.applicationAccountProviders = [ApplicationAccountProvider(identifier: "own", localizedDisplayName: "Own")]
        }
        #expect(stage.picker?.offersOther == false)
        try stage.answer(.provider("own"))
        #expect(stage.error?.unsupportedProviderIdentifier == "own")
        #expect(stage.device.storedAccount == nil)
        #expect(stage.signals == ["present picker", "dismiss", "failed"])
    }
}
