import DecisionTables
import Testing

@testable import AccessEnabler

/// How sign-ins to the system account differ, beyond rows 1.20 and 1.21.
@Suite("Sign-ins to the system account")
struct AccountSignInTests {
    private static let now: Int64 = 1_000
    private static let signIn = AccountSignIn(provider: "alpha.example", expires: 5_000, verification: "one")

    @Test(
        "they differ if provider or verification data differs, or the date where one has no verification data",
        arguments: [
            (AccountSignIn(provider: "alpha.example", expires: 5_000, verification: "one"), true),
            (AccountSignIn(provider: "beta.example", expires: 5_000, verification: "one"), false),
            (AccountSignIn(provider: "alpha.example", expires: 5_000, verification: "two"), false),
            (AccountSignIn(provider: "alpha.example", expires: 6_000, verification: nil), false),
            (AccountSignIn(provider: "alpha.example", expires: 6_000, verification: "one", application: "another"), false),
            // Renewed by the provider.
            (AccountSignIn(provider: "alpha.example", expires: 6_000, verification: "one"), true),
            // Merely expired.
            (AccountSignIn(provider: "alpha.example", expires: 1_000, verification: "one"), true),
            (AccountSignIn(provider: "alpha.example", expires: 1_000, verification: "two"), false),
            (AccountSignIn(provider: "alpha.example", expires: nil, verification: nil), true),
        ])
    func same(present: AccountSignIn, isSame: Bool) {
        #expect(Self.signIn.isSame(as: present, now: Self.now) == isSame)
    }

    @Test("an Apple token is stored with its sign-in, and read back with it", arguments: [signIn, nil])
    func stored(signIn: AccountSignIn?) {
        var session = Session.stored(deviceID: "device-1", source: .apple)
        session.signIn = signIn
        #expect(Session(json: session.json) == session)
    }

    @Test("a token outlives the silent renewal of the account for another app")
    func renewed() {
        var app = FakeApp.signedIn()
        app.device.expires += 86_400_000
        app.call(.checkAuthentication)
        #expect(app.takeCallbacks().last == .loggedIn)
    }

    @Test("a token without a stored sign-in is kept while the account is at its provider", arguments: [true, false])
    func unknown(isAtProvider: Bool) {
        var app = FakeApp()
        app.arrange(.access(.granted))
        app.arrange(.storedToken(mvpd: "AlphaCable", source: .apple, isForeign: false))
        app.arrange(.signIn(provider: isAtProvider ? "alpha.example" : "epsilon.example", subscriber: "bob"))
        app.configure()
        #expect(app.sessions["REF30"]?["AlphaCable"]?.userID == (isAtProvider ? "u-alice" : nil))
    }

    @Test("the platform's login that the service keeps while an AuthNAll rule is active is exchanged anew after the rule")
    func keptByService() {
        var app = FakeApp.signedIn()
        app.arrange(.degradation(mvpd: "AlphaCable", rule: .authenticateAll))
        app.arrange(.signIn(provider: "alpha.example", subscriber: "bob"))
        app.configure()
        #expect(app.takeCallbacks() == [.status(StatusReport(.n010)), .setRequestorComplete(isSuccess: true)])
        #expect(app.sessions["REF30"]?["AlphaCable"]?.source == .degraded)
        app.arrange(.degradation(mvpd: "AlphaCable", rule: .none))
        app.configure()
        #expect(app.sessions["REF30"]?["AlphaCable"]?.userID == "u-bob")
    }

    @Test("forced or not, getAuthentication and getAuthorization remove the token of another sign-in with its authorizations")
    func removed() throws {
        for call in [
            LibraryCall.getAuthentication(isForced: false, data: [:], filter: [:]),
            .getAuthentication(isForced: true, data: [:], filter: [:]), .getAuthorization(resource: "kids", data: [:]),
        ] {
            var app = FakeApp.signedIn()
            app.call(.getAuthorization(resource: "news", data: [:]))
            let old = try #require(app.sessions["REF30"]?["AlphaCable"])
            #expect(old.signIn != nil && old.authorizations["news"] != nil)
            app.arrange(.signIn(provider: "alpha.example", subscriber: "bob"))
            app.arrange(.refuseResponses(provider: "alpha.example"))
            app.call(call)
            #expect(app.sessions["REF30"]?["AlphaCable"] == nil)
            #expect(app.selected["REF30"] == nil)
        }
    }
}
