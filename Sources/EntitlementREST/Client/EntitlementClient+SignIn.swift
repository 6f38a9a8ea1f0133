import Foundation
import ServiceAccess

// The stored sign-in.
extension EntitlementClient {
    /// The stored sign-in, if there is one.
    struct SignInRecord: Sendable {
        var signIn: SignIn?
    }

    /// Returns the stored sign-in without contacting the service: the provider that the user chose last, and its profile. The
    /// profile may have ended; ``currentProfile()`` contacts the service if necessary.
    public func rememberedSignIn() async -> SignIn? { await signIn() }

    func signIn() async -> SignIn? {
        if let knownSignIn { return knownSignIn.signIn }
        let json = await store.value(for: signInKey).flatMap { JSONValue(parsing: $0) }
        // Something may have been stored in the meantime.
        if let knownSignIn { return knownSignIn.signIn }
        let signIn = json.flatMap(SignIn.init(json:))
        knownSignIn = SignInRecord(signIn: signIn)
        return signIn
    }

    /// Discards the permits of a provider, or all permits.
    func endPermits(at mvpd: String? = nil) {
        if let mvpd { permits[mvpd] = nil } else { permits = [:] }
        changes += 1
    }

    /// Discards the permits of a provider if the profile on which they are based has ended.
    func endPermitsOfEndedProfile(at mvpd: String) async {
        guard let profile = await signIn()?.profile, profile.mvpd == mvpd, !profile.isValid(at: clock.now) else { return }
        endPermits(at: mvpd)
    }

    /// Records that a user has just logged in.
    ///
    /// - Parameter before: The number of ``changes`` before the request: if the user has logged out since, for example, the
    ///   profile is requested again.
    func noteLogin(_ profile: Profile, since before: Int) async {
        guard profile.isSignIn else { return }
        // This precedes waiting for the store, during which the user may log out.
        isProfileCurrent = changes == before
        await remember(profile)
    }

    /// Stores a profile with its provider.
    func remember(_ profile: Profile) async {
        let known = await signIn()
        var signIn = SignIn(mvpd: profile.mvpd, profile: profile)
        if let known, known.mvpd == profile.mvpd {
            (signIn.displayName, signIn.logoURL) = (known.displayName, known.logoURL)
        }
        await keep(signIn)
        await nameProvider()
    }

    /// Records that the user no longer has a profile with a provider. The provider remains the user's choice.
    func lose(_ mvpd: String) async {
        endPermits(at: mvpd)
        guard var signIn = await signIn(), signIn.mvpd == mvpd, signIn.profile != nil else { return }
        signIn.profile = nil
        await keep(signIn)
    }

    /// Removes everything about the sign-in to a provider.
    func forget(_ mvpd: String) async {
        endPermits(at: mvpd)
        guard await signIn()?.mvpd == mvpd else { return }
        await keep(nil)
        isProfileCurrent = false
    }

    /// Adds the name and the logo of the stored provider from the configuration.
    func nameProvider() async {
        guard var signIn = await signIn(), let provider = knownConfiguration?.configuration.provider(signIn.mvpd),
            signIn.displayName != provider.displayName || signIn.logoURL != provider.logoURL
        else { return }
        signIn.displayName = provider.displayName
        signIn.logoURL = provider.logoURL
        await keep(signIn)
    }

    private func keep(_ signIn: SignIn?) async {
        // Another login may have different rights.
        if !Profile.areOfSameSignIn(knownSignIn?.signIn?.profile, signIn?.profile) { endPermits() }
        knownSignIn = SignInRecord(signIn: signIn)
        // The writes follow one another, because the store may take longer for an earlier one; each is made even if the call is
        // cancelled.
        let write = Task { [store, key = signInKey, earlier = signInWrite] in
            await earlier?.value
            await store.set(signIn?.json.serialized, for: key)
        }
        signInWrite = write
        await write.value
    }

    /// The key of the stored sign-in, which belongs to the service provider and the software statement.
    private var signInKey: String { "sign-in-" + Digest.sha256("\(serviceProvider) \(softwareStatement)") }
}

extension Profile {
    /// Returns whether two profiles belong to the same sign-in, or both are missing: only the metadata may differ.
    fileprivate static func areOfSameSignIn(_ one: Profile?, _ other: Profile?) -> Bool {
        one?.mvpd == other?.mvpd && one?.type == other?.type && one?.validity == other?.validity
            && one?.attributes["userID"] == other?.attributes["userID"]
    }
}

extension SignIn {
    /// Creates a sign-in from its stored form.
    fileprivate init?(json: JSONValue) {
        guard let mvpd = json["mvpd"]?.text else { return nil }
        self.init(
            mvpd: mvpd, displayName: json["displayName"]?.text,
            logoURL: json["logoUrl"]?.text.flatMap { URL(string: $0) },
            profile: json["profile"].flatMap { try? Profile(mvpd: mvpd, $0) })
    }

    /// The stored form.
    package var json: JSONValue {
        JSONValue(present: [
            "mvpd": .text(mvpd), "displayName": displayName.map(JSONValue.text),
            "logoUrl": logoURL.map { .text($0.absoluteString) }, "profile": profile?.json,
        ])
    }
}
