import AccountCore
import TVWorld
import Testing

@Suite("Events of the device")
struct DeviceReducerTests {
    private let reducer = DeviceReducer(baseline: .builtIn)
    private static let alice = DeviceEvent.signedIn(
        provider: "alpha.example", subscriber: "alice", lifetime: 60, now: now, seed: [7])

    @Test("A new device: nothing granted, nobody signed in, the world's region")
    func fresh() {
        let state = DeviceState(world: .builtIn)
        #expect(state.storedAccount == nil)
        #expect(state.applications.count == 0)
        #expect(state.region.code == "US")
        #expect(state.lineUp.map(\.id) == ["alpha.example", "beta.example", "delta.example", "epsilon.example"])
    }

    @Test("Access: stored, signalled to the app, recorded; repeating it has no effect", arguments: AccessStatus.allCases)
    func setAccess(status: AccessStatus) throws {
        var state = DeviceState(world: .builtIn)
        let effects = try reducer.reduce(&state, .accessSet(player, status))
        #expect(state.permissions[player] == status)
        #expect(effects.contains(.store(.application(player, Application(), status, number: 1))))
        #expect(effects.contains(.announce(.accessStatusChanged(player))) == (status != .notDetermined))
        #expect(try reducer.reduce(&state, .accessSet(player, status)) == [])
    }

    @Test("Resetting one app's access; an unknown app is an error")
    func resetOne() throws {
        var state = try device(access: .denied)
        #expect(
            try reducer.reduce(&state, .accessReset(player)).contains(.announce(.accessStatusChanged(player))))
        #expect(state.permissions[player] == .notDetermined)
        let unknown = try ApplicationID("unknown")
        #expect(throws: Refusal(.notFound, "no app \(unknown) is known")) {
            try reducer.reduce(&state, .accessReset(unknown))
        }
    }

    @Test("Another state replaces this one, except for the trusted service")
    func replaced() throws {
        var state = try device()
        let trust = ServiceTrust(entityID: "e", assertionConsumerServiceURL: "u", metadata: "m")
        _ = try reducer.reduce(&state, .serviceTrusted(trust))
        var expected = DeviceState(world: .builtIn)
        let effects = try reducer.reduce(&state, .replaced(by: expected, JournalRecord(.snapshotLoaded)))
        expected.trust = trust
        #expect(state == expected)
        #expect(effects.first == .store(.everything(expected)))
    }

    @Test("Signing in replaces the account; its lifetime starts now")
    func signIn() throws {
        var state = try device(provider: "delta.example")
        let effects = try reducer.reduce(&state, Self.alice)
        let account = try #require(state.storedAccount)
        #expect(
            account
                == SystemAccount(
                    provider: "alpha.example", subscriber: "alice", signedInAt: now, expiresAt: now + 60, seed: [7]))
        #expect(effects.prefix(2) == [.store(.account(account)), .announce(.accountChanged)])
        #expect(state.permissions[player] == .granted)
    }

    @Test(
        "Signing in: unknown provider, unknown subscriber, lifetime out of range",
        arguments: [
            (DeviceEvent.signedIn(provider: "x", subscriber: "alice", now: now, seed: []), "no provider x;"),
            (DeviceEvent.signedIn(provider: "temp-pass", subscriber: "alice", now: now, seed: []), "no subscriber alice"),
            (DeviceEvent.signedIn(provider: "alpha.example", subscriber: "dave", now: now, seed: []), "no subscriber dave"),
            (
                DeviceEvent.signedIn(provider: "alpha.example", subscriber: "alice", lifetime: -1, now: now, seed: []),
                "expires-in: must be 0 to"
            ),
            (
                DeviceEvent.signedIn(provider: "alpha.example", subscriber: "alice", lifetime: .max, now: now, seed: []),
                "expires-in: must be 0 to"
            ),
        ])
    func signInRefused(signIn: DeviceEvent, reason: String) throws {
        let before = try device()
        var state = before
        let error = #expect(throws: (any Error).self) { try reducer.reduce(&state, signIn) }
        #expect(error.map { "\($0)" }?.hasPrefix(reason) == true)
        #expect(state == before)
    }

    @Test("Signing out returns every app's access to not determined")
    func signOut() throws {
        var state = try device()
        let effects = try reducer.reduce(&state, .signedOut(keepsAccess: false))
        #expect(state.storedAccount == nil)
        #expect(state.permissions[player] == .notDetermined)
        #expect(effects.contains(.store(.allAccessReset)))
        #expect(effects.contains(.announce(.accountChanged)))
        #expect(effects.contains(.announce(.accessStatusChanged(player))))
        #expect(try reducer.reduce(&state, .signedOut(keepsAccess: false)) == [])
    }

    @Test("Signing out with keep-access does not change access")
    func signOutKeepingAccess() throws {
        var state = try device()
        let effects = try reducer.reduce(&state, .signedOut(keepsAccess: true))
        #expect(state.storedAccount == nil)
        #expect(state.permissions[player] == .granted)
        #expect(!effects.contains(.store(.allAccessReset)))
    }

    @Test("Expiry keeps the account with its end in the past; repeating it has no effect")
    func expire() throws {
        var state = try device()
        #expect(try reducer.reduce(&state, .accountExpired(now: now)).contains(.announce(.accountChanged)))
        #expect(state.storedAccount?.isValid(at: now) == false)
        #expect(try reducer.reduce(&state, .accountExpired(now: now + 5)) == [])
        #expect(state.storedAccount?.expiresAt == now)
        var empty = try device(provider: nil)
        #expect(throws: Refusal(.notFound, "no user is signed in")) { try reducer.reduce(&empty, .accountExpired(now: now)) }
    }

    @Test("A renewal after another sign-in is ignored")
    func lateRenewal() throws {
        var state = try device()
        let account = try #require(state.storedAccount)
        var other = state
        _ = try reducer.reduce(&other, Self.alice)
        #expect(try reducer.reduce(&other, .accountRenewed(account, until: now + 1_000_000)) == [])
        #expect(
            try reducer.reduce(&state, .accountRenewed(account, until: now + 1_000_000)).contains(.announce(.accountRenewed)))
        #expect(state.storedAccount?.expiresAt == now + 1_000_000)
    }

    @Test("A10 the provider's apps gain and lose access with the account, and when a developer provider replaces theirs")
    func vouchers() throws {
        let (own, denied) = (try ApplicationID("example.alpha.tv"), try ApplicationID("example.alpha.kids"))
        var state = try device(provider: nil)
        for app in [own, denied, player] { state.applications[app] = Application() }
        state.permissions[denied] = .denied
        /// Returns the access that is announced; nil if there is no announcement.
        func announced(after events: DeviceEvent...) throws -> AccessStatus? {
            let before = state
            for event in events { _ = try reducer.reduce(&state, event) }
            let announcements = state.announcementsOfVouchers(since: before)
            #expect(announcements == [] || announcements == [.accessStatusChanged(own)])
            return announcements.isEmpty ? nil : state.accessStatus(of: own)
        }
        #expect(try announced(after: Self.alice) == .granted)
        #expect(try announced(after: Self.alice) == nil)
        #expect(try announced(after: .developer(.providerAdded(testProvider(id: "alpha.example")))) == .notDetermined)
        #expect(try announced(after: .developer(.providerRemoved("alpha.example"))) == .granted)
        #expect(try announced(after: .providerRemembered("alpha.example", now: now)) == .notDetermined)
        _ = try announced(after: Self.alice)
        #expect(try announced(after: .signedOut(keepsAccess: true)) == .notDetermined)
        // A decision is announced by its own event.
        #expect(try announced(after: Self.alice, .accessSet(own, .granted)) == nil)
    }

    @Test("An app that is seen again is stored only when something about it changed")
    func seen() throws {
        var state = DeviceState(world: .builtIn)
        #expect(try !reducer.reduce(&state, .applicationSeen(player, .executable, usageDescription: nil)).isEmpty)
        #expect(try reducer.reduce(&state, .applicationSeen(player, .executable, usageDescription: nil)).isEmpty)
        #expect(try !reducer.reduce(&state, .applicationSeen(player, .registered, usageDescription: "Why")).isEmpty)
        #expect(try !reducer.reduce(&state, .applicationSeen(player, .registered, usageDescription: nil, name: "Player")).isEmpty)
        #expect(try reducer.reduce(&state, .applicationSeen(player, .registered, usageDescription: nil)).isEmpty)
        #expect(
            state.applications[player]
                == Application(identification: .registered, usageDescription: "Why", name: "Player"))
        // A decision about a known app does not change its name.
        _ = try reducer.reduce(&state, .accessSet(player, .granted, name: "Other"))
        #expect(state.applications[player]?.name == "Player")
    }

    /// A device with as many apps as it remembers, `app0` first.
    private func fullDevice() throws -> (state: DeviceState, apps: [ApplicationID]) {
        var state = DeviceState(world: .builtIn)
        let apps = try (0..<Applications.maximumCount).map { try ApplicationID("app\($0)") }
        for app in apps { state.applications[app] = Application() }
        return (state, apps)
    }

    @Test("One app too many: the oldest one without a decision that is not in use is removed")
    func oldestForgotten() throws {
        var (state, apps) = try fullDevice()
        _ = try reducer.reduce(&state, .accessSet(apps[0], .granted))
        _ = try reducer.reduce(&state, .accessSet(apps[1], .denied))
        _ = try DeviceReducer.reduce(&state, .userAccount(.autoSignInDecided(.denied, context: "c"), of: apps[2]))
        _ = try DeviceReducer.reduce(&state, .userAccount(.updated(UserAccount()), of: apps[4]))
        // Being seen again does not change an app's age.
        _ = try reducer.reduce(&state, .applicationSeen(apps[4], .registered, usageDescription: "Why"))
        let effects = try reducer.reduce(
            &state, .applicationSeen(player, .registered, usageDescription: nil, inUse: [apps[3]]))
        #expect(effects.prefix(2) == [.store(.applicationForgotten(apps[4])), .announce(.applicationsRemoved([apps[4]]))])
        #expect(effects.contains(.announce(.applicationChanged(player))))
        #expect(state.applications.count == Applications.maximumCount && state.userAccounts[apps[4]] == nil)
        #expect(apps.filter { state.applications[$0] == nil } == [apps[4]])
        // A decision makes room, too, and a forgotten app returns as the youngest.
        #expect(
            try reducer.reduce(&state, .accessSet(apps[4], .granted, inUse: [apps[3]])).first
                == .store(.applicationForgotten(apps[5])))
    }

    @Test("Known apps do not remove others")
    func knownApps() throws {
        var (state, apps) = try fullDevice()
        #expect(try !reducer.reduce(&state, .accessSet(apps[1], .granted)).isEmpty)
        #expect(try !reducer.reduce(&state, .applicationSeen(apps[2], .executable, usageDescription: nil)).isEmpty)
        #expect(apps.allSatisfy { state.applications[$0] != nil })
    }

    @Test("If every app has a decision or is in use, one more is rejected and nothing changes")
    func nobodyToForget() throws {
        var (state, apps) = try fullDevice()
        for app in apps.dropLast() { state.permissions[app] = .granted }
        let before = state
        let refusal = #expect(throws: Refusal.self) {
            try reducer.reduce(&state, .accessSet(player, .granted, inUse: [apps[apps.count - 1]]))
        }
        #expect(refusal?.kind == .limitReached && refusal?.description.contains("at most 20000 apps") == true)
        #expect(state == before && state.applications[player] == nil)
    }

    @Test("The order of apps comes back from the store as it was")
    func storedOrder() throws {
        var (state, apps) = try fullDevice()
        state.applications[apps[0]] = nil
        state.applications[apps[0]] = Application()
        var again = DeviceState(world: .builtIn)
        for app in apps.shuffled() {
            guard case .application(_, let application?, _, let number) = state.stored(app) else {
                Issue.record("\(app) is not stored as an app")
                continue
            }
            again.applications.restore(application, app, number: number)
        }
        #expect(again == state)
        #expect(
            try reducer.reduce(&again, .accessSet(player, .denied)).first == .store(.applicationForgotten(apps[1])))
        #expect(try #require(again.applications.number(of: player)) > #require(again.applications.number(of: apps[0])))
    }

    @Test("Reset returns to the baseline and keeps the trust in the service", arguments: [false, true])
    func reset(isEmpty: Bool) throws {
        var state = try device(region: "AQ")
        let trust = ServiceTrust(entityID: "https://sp.example", assertionConsumerServiceURL: "http://a/b", metadata: "<m/>")
        _ = try reducer.reduce(&state, .serviceTrusted(trust))
        let effects = try reducer.reduce(&state, .reset(isEmpty: isEmpty))
        #expect(state.trust == trust)
        #expect(state.storedAccount == nil)
        #expect(state.permissions.decided.isEmpty)
        #expect(state.region.code == "US")
        #expect(state.world.providers.isEmpty == isEmpty)
        for announcement in [Announcement.accountChanged, .accessStatusChanged(player)] {
            #expect(effects.contains(.announce(announcement)))
        }
    }
}
