import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Several apps and processes with one storage.
@Suite("Shared storage")
struct StorageSharingTests {
    @Test("apps of one vendor share device and login; another vendor's app of the team has its own")
    func vendors() async throws {
        try await StorageFolder.with { folder in
            let first = folder.store("com.example.one")
            let second = folder.store("com.example.two")
            let stranger = folder.store("org.other.app")
            let session = Session.stored(deviceID: first.load(requestor: nil).deviceID)
            first.save(.session(session))
            #expect(second.load(requestor: "REF30").sessions == ["AlphaCable": session])
            let seen = stranger.load(requestor: "REF30", .withOtherRequestors)
            #expect(seen.deviceID != session.deviceID)
            #expect(seen.sessions.isEmpty && seen.otherSessions.isEmpty && stranger.hasSessions)
            let own = Session.stored(deviceID: seen.deviceID, storedAt: 4)
            stranger.save(.session(own))
            #expect(stranger.load(requestor: "REF30").sessions == ["AlphaCable": own])
            #expect(first.load(requestor: "REF30").sessions == ["AlphaCable": session])
            stranger.save(.clear)
            #expect(!first.hasSessions)
        }
    }

    @Test("the vendor is the identifier without its last component")
    func vendor() {
        for (application, vendor) in [
            ("com.x.y.AppA", "com.x.y"), ("com.z.AppB", "com.z"), ("player", "player"), (".hidden", ".hidden"), ("a.", "a"),
        ] {
            #expect(StoreLocation(folder: "/", applicationID: application).vendor == vendor)
        }
    }

    @Test("on iOS a team shares a folder, on tvOS not; the app's own folder takes precedence")
    func locations() {
        let variables = ["VSASIM_STATE_DIR": "/state"]
        func folder(
            _ platform: AccessEnablerSettings.Platform, team: String? = nil, _ more: [String: String] = [:],
            storage: String? = nil
        ) -> String {
            var settings = AccessEnablerSettings()
            settings.platform = platform
            settings.teamIdentifier = team
            settings.storageFolder = storage
            settings.applicationIdentifier = "com.example.player"
            settings.environment = variables.merging(more) { $1 }
            return StoreLocation(settings).folder
        }
        #expect(folder(.ios) == "/state/access-enabler/ios/default")
        #expect(folder(.ios, ["VSASIM_TEAM_ID": "T1"]) == "/state/access-enabler/ios/T1")
        #expect(folder(.ios, ["VSASIM_TEAM_ID": ""]) == "/state/access-enabler/ios/default")
        #expect(folder(.ios, team: "../T2", ["VSASIM_TEAM_ID": "T1"]).hasPrefix("/state/access-enabler/ios/sha256-"))
        #expect(folder(.ios, ["VSASIM_STATE_DIR": "", "XDG_STATE_HOME": "/x"]) == "/x/vsasim/access-enabler/ios/default")
        #expect(folder(.tvos, team: "T2") == "/state/access-enabler/tvos/com.example.player")
        #expect(folder(.tvos, team: "T2", storage: "/own") == "/own")
        #expect(folder(.ios, team: "", ["VSASIM_TEAM_ID": "T1"], storage: "") == "/state/access-enabler/ios/T1")
    }

    @Test("an authorization of another process is not lost by any write")
    func authorizations() async throws {
        try await StorageFolder.with { folder in
            let one = folder.store()
            let two = folder.store()
            let session = Session.stored(deviceID: one.load(requestor: nil).deviceID)
            one.save(.session(session))
            // Both have read the login without any authorization.
            one.save(.authorization(session, resource: "news", .init(expires: 2_000)))
            two.save(.authorization(session, resource: "kids", .init(expires: 3_000)))
            var fetched = session
            fetched.metadata = ["zip": .text("1")]
            one.save(.metadata(fetched))
            let stored = two.load(requestor: "REF30").sessions["AlphaCable"]
            #expect(stored?.authorizations == ["news": .init(expires: 2_000), "kids": .init(expires: 3_000)])
            #expect(stored?.metadata == fetched.metadata)
            // App one finds that its authorization does not work any more, app two has a new one.
            var old = session
            old.authorizations["news"] = .init(expires: 2_000)
            two.save(.authorization(session, resource: "news", .init(expires: 9_000)))
            one.save(.authorization(old, resource: "news", nil))
            #expect(two.load(requestor: "REF30").sessions["AlphaCable"]?.authorizations["news"] == .init(expires: 9_000))
        }
    }

    @Test("a late save does not undo another process's logout, nor touch its new login")
    func logout() async throws {
        try await StorageFolder.with { folder in
            let one = folder.store(now: 10)
            let two = folder.store(now: 10)
            let session = Session.stored(deviceID: one.load(requestor: "REF30").deviceID, storedAt: 5)
            one.save(.session(session))
            _ = one.load(requestor: "REF30")
            _ = two.load(requestor: "REF30")
            two.save(.clear)
            one.save(.authorization(session, resource: "news", .init(expires: 2_000)))
            one.save(.metadata(session))
            one.save(.session(.stored(deviceID: session.deviceID, storedAt: 8)))
            one.save(.select(requestor: "REF30", mvpd: "AlphaCable"))
            var storage = two.load(requestor: "REF30")
            #expect(!two.hasSessions && storage.selectedProvider == nil)
            // What one got after that is a new login.
            _ = one.load(requestor: "REF30")
            let new = Session.stored(deviceID: session.deviceID, storedAt: 9)
            one.save(.session(new))
            two.save(.removeSession(session))
            two.save(.authorization(session, resource: "news", .init(expires: 2_000)))
            storage = two.load(requestor: "REF30")
            #expect(storage.sessions == ["AlphaCable": new])
        }
    }

    @Test("a login after another process's logout is kept, however long ago the storage was read")
    func lateLogin() async throws {
        try await StorageFolder.with { folder in
            let one = folder.store(now: 10)
            let two = folder.store(now: 10)
            let deviceID = one.load(requestor: "REF30").deviceID
            two.save(.clear)
            let session = Session.stored(deviceID: deviceID, storedAt: 11)
            one.save(.session(session))
            #expect(two.load(requestor: "REF30").sessions == ["AlphaCable": session])
        }
    }
}
