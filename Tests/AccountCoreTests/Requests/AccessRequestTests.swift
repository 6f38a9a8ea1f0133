import TVWorld
import Testing

@testable import AccountCore

@Suite("RequestAccess: the permission prompt")
struct AccessRequestTests {
    private func stage(_ access: AccessStatus = .notDetermined, provider: String? = nil, region: String = "US") throws
        -> RequestStage
    {
        try RequestStage(device(access: access, provider: provider, region: region))
    }

    @Test("A5 the user allows: stored, then granted")
    func allowed() throws {
        var stage = try stage()
        stage.holdsChanges = true
        try stage.open(.access)
        #expect(stage.prompt?.question == .access(AccessQuestion(usageDescription: "To watch", providerName: nil)))
        try stage.answer(.granted)
        #expect(stage.result == nil)
        #expect(stage.device.permissions[player] == .granted)
        try stage.releaseChanges()
        #expect(stage.result == .access(.granted))
        #expect(stage.signals == ["completed"])
        #expect(stage.details(of: .promptAnswered, "answered-by") == ["agent tty"])
        #expect(stage.details(of: .promptAnswered, "answer") == ["granted"])
    }

    @Test("A6 the user denies: denied, without another prompt")
    func refused() throws {
        var stage = try stage()
        try stage.open(.access)
        try stage.answer(.denied)
        #expect(stage.result == .access(.denied))
        #expect(stage.device.permissions[player] == .denied)
        try stage.open(.access, token: "t2")
        #expect(stage.result == .access(.denied))
        #expect(stage.prompt == nil)
    }

    @Test("A7 the prompt is dismissed: code 2, still not determined")
    func dismissed() throws {
        var stage = try stage()
        try stage.open(.access)
        try stage.answer(.dismissed)
        #expect(stage.error?.code == .userCancelled)
        #expect(stage.error?.accessStatus == .notDetermined)
        #expect(stage.device.permissions[player] == .notDetermined)
        #expect(stage.signals == ["failed"])
    }

    @Test("A1-A3 a decided status is returned without a prompt", arguments: [AccessStatus.granted, .denied, .restricted])
    func decided(status: AccessStatus) throws {
        var stage = try stage(status)
        try stage.open(.access)
        #expect(stage.result == .access(status))
        #expect(stage.prompt == nil)
    }

    @Test("A8 region without service: code 7 without a prompt")
    func region() throws {
        var stage = try stage(region: "AQ")
        try stage.open(.access)
        #expect(stage.error?.code == .unsupported)
        #expect(stage.error?.accessStatus == .notDetermined)
    }

    @Test("A8 the region loses its providers while the prompt is open: code 7")
    func regionWithoutService() throws {
        var stage = try stage()
        try stage.open(.access)
        try stage.change(.regionSet(Region("AQ")))
        #expect(stage.withdrawn == 1)
        #expect(stage.error?.code == .unsupported)
        #expect(stage.error?.accessStatus == .notDetermined)
    }

    @Test(
        "A10 an app of the signed-in provider has a voucher: granted silently and recorded",
        arguments: [
            ("example.alpha.tv", true), ("example.alpha", true), ("example.alphabet", false), ("com.example.alpha", false),
        ])
    func voucher(app: String, holds: Bool) throws {
        var stage = try stage(provider: "alpha.example")
        let app = try ApplicationID(app)
        stage.device.applications[app] = Application(usageDescription: "To watch")
        #expect(try AccessQuery.status(of: app, in: stage.device) == (holds ? .granted : .notDetermined))
        try stage.open(.access, app: app)
        #expect((stage.result == .access(.granted)) == holds)
        #expect((stage.device.permissions[app] == .granted) == holds)
        #expect((stage.prompt == nil) == holds)
    }

    @Test("A10 no voucher without an account, at another provider, at a developer provider, or against a decision")
    func noVoucher() throws {
        let app = try ApplicationID("example.alpha.tv")
        #expect(try !device(provider: nil).holdsVoucher(app))
        #expect(try !device(provider: "delta.example").holdsVoucher(app))
        var state = try device()
        state.permissions[app] = .denied
        #expect(state.accessStatus(of: app) == .denied)
        _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider(id: "alpha.example"))))
        #expect(!state.holdsVoucher(app))
    }

    @Test("A11 the prompt appears whether a user is signed in or not; it names the provider", arguments: [nil, "alpha.example"])
    func independentOfAccount(provider: String?) throws {
        var stage = try stage(provider: provider)
        try stage.open(.access)
        #expect(
            stage.prompt?.question
                == .access(AccessQuestion(usageDescription: "To watch", providerName: provider == nil ? nil : "Alpha Cable")))
    }

    @Test("A11 the prompt does not name a remembered provider, at which no user is signed in")
    func rememberedProvider() throws {
        var stage = try stage()
        try stage.change(.providerRemembered("beta.example", now: now))
        try stage.open(.access)
        #expect(stage.prompt?.question == .access(AccessQuestion(usageDescription: "To watch", providerName: nil)))
    }

    @Test("No usage description: code 0, underlying -13, without a prompt", arguments: [nil, ""], AccessStatus.allCases)
    func noUsageDescription(usage: String?, status: AccessStatus) throws {
        for kind in [RequestKind.access, .metadata(MetadataRequest(), confirmsProvider: false)] {
            var stage = try RequestStage(device(access: status), usage: usage)
            try stage.open(kind)
            #expect(stage.error?.code == .accessNotGranted)
            #expect(stage.error?.underlyingCode == .usageDescriptionMissing)
            #expect(stage.signals == ["failed"])
        }
        #expect(decide(request(), in: try device()).metadata != nil)
    }

    @Test("A decision made elsewhere ends the prompt", arguments: [AccessStatus.granted, .denied, .restricted])
    func decidedElsewhere(status: AccessStatus) throws {
        var stage = try stage()
        try stage.open(.access)
        let question = try #require(stage.prompt)
        try stage.change(.accessSet(player, status))
        #expect(stage.withdrawn == 1)
        #expect(stage.result == .access(status))
        #expect(stage.endings == ["it was decided elsewhere"])
        try stage.send(.promptAnswered(question.id, .denied, by: .agent("tty")))
        #expect(stage.device.permissions[player] == status)
    }

    @Test("Events of others do not end the prompt")
    func unrelatedChanges() throws {
        var stage = try stage()
        try stage.open(.access)
        try stage.change(.accessSet(other, .denied))
        try stage.change(.signedIn(provider: "alpha.example", subscriber: "bob", now: now, seed: [1]))
        #expect(stage.withdrawn == 0)
        #expect(stage.prompt != nil)
    }

    @Test("The disk fails: code 3, and no answer that is not stored")
    func notStored() throws {
        var stage = try stage()
        stage.holdsChanges = true
        try stage.open(.access)
        try stage.answer(.granted)
        try stage.send(.failed(#require(stage.heldChanges.first), .notStored("disk full")))
        #expect(stage.error?.code == .serviceTemporarilyUnavailable)
        #expect(stage.result == nil)
    }

    @Test("Automatic sign-in: granted with a context, denied, dismissed and prompted again")
    func autoSignIn() throws {
        var stage = try stage()
        try stage.open(.autoSignIn)
        #expect(stage.prompt?.question == .autoSignIn)
        try stage.answer(.dismissed)
        #expect(stage.result == .autoSignIn(.notDetermined, context: ""))
        try stage.open(.autoSignIn, token: "t2")
        try stage.answer(.granted)
        #expect(stage.result == .autoSignIn(.granted, context: "000102030405060708090a0b0c0d0e0f"))
        #expect(stage.device.userAccounts.authorization(of: player) == .granted)
        try stage.open(.autoSignIn, app: other, token: "t3")
        try stage.answer(.denied)
        #expect(stage.result == .autoSignIn(.denied, context: ""))
        try stage.open(.autoSignIn, app: other, token: "t4")
        #expect(stage.result == .autoSignIn(.denied, context: ""))
        #expect(stage.prompt == nil)
    }
}
