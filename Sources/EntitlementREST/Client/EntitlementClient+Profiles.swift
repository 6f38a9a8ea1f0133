import Foundation
import ServiceAccess

// The user's profiles.
extension EntitlementClient {
    /// Returns the user's profiles by provider. Always contacts the service.
    ///
    /// - Throws: ``EntitlementClientError``.
    public func profiles() async throws(EntitlementClientError) -> [String: Profile] {
        try await profiles(partnerStatus: nil)
    }

    /// Returns the user's profiles by provider, requested with a newly received status of the device's account.
    func profiles(partnerStatus: PartnerFrameworkStatus?) async throws(EntitlementClientError) -> [String: Profile] {
        var call = ServiceCall.profiles
        call.partnerStatus = partnerStatus
        let before = changes
        let profiles = try await read(call)
        let chosen = await signIn()?.mvpd
        guard isUpToDate(since: before) else { return profiles }
        // This precedes waiting for the store, during which it may become out of date.
        isProfileCurrent = true
        let newest = profiles.values.max { ($0.validity.notBefore, $0.mvpd) < ($1.validity.notBefore, $1.mvpd) }
        if let profile = chosen.flatMap({ profiles[$0] }) ?? newest {
            await remember(profile)
        } else if let chosen {
            await lose(chosen)
        }
        return profiles
    }

    /// Returns the user's profile with a provider; nil if there is none. Always contacts the service. A degraded provider and a
    /// temporary pass have profiles, too.
    ///
    /// - Throws: ``EntitlementClientError``.
    public func profile(for mvpd: String) async throws(EntitlementClientError) -> Profile? {
        let before = changes
        let profile = try await read(.profile(mvpd: mvpd))[mvpd]
        let chosen = await signIn()?.mvpd
        guard isUpToDate(since: before) else { return profile }
        // If there is degradation instead of a profile, no user is signed in.
        let isSignIn = profile?.isSignIn == true
        // This precedes waiting for the store, as above.
        if isSignIn || chosen == mvpd { isProfileCurrent = true }
        if let profile, isSignIn { await remember(profile) } else if profile?.type != .temporary { await lose(mvpd) }
        return profile
    }

    /// Returns the profile of the login with a code; nil as long as no user has logged in.
    ///
    /// - Throws: ``EntitlementClientError``, ``EntitlementClientError/sessionEnded`` if the code is wrong or no longer valid.
    public func profile(code: String) async throws(EntitlementClientError) -> Profile? {
        do throws(EntitlementClientError) {
            let profile = try await readProfile(code: code, mayRepeat: true)
            // The login may have been on this device, for which the service then has another profile.
            if profile != nil { isProfileCurrent = false }
            return profile
        } catch {
            throw error.asSessionEnd
        }
    }

    func readProfile(code: String, mayRepeat: Bool) async throws(EntitlementClientError) -> Profile? {
        var call = ServiceCall.profile(code: code)
        call.mayRepeat = mayRepeat
        return try await read(call).values.max { $0.validity.notBefore < $1.validity.notBefore }
    }

    /// Returns the profile of the user's sign-in; nil if there is none. Contacts the service if the client has just been created,
    /// or if the stored profile may be out of date: after the end of the profile, a decision about it, a login with a code, or a
    /// logout or a wait for a login that ended without an answer. Otherwise returns the stored profile.
    ///
    /// After an authorization that may have changed the user metadata, call ``profile(for:)``.
    ///
    /// - Throws: ``EntitlementClientError``.
    public func currentProfile() async throws(EntitlementClientError) -> Profile? {
        let known = await signIn()
        if isProfileCurrent, let known {
            guard let profile = known.profile else { return nil }
            if profile.isValid(at: clock.now) { return profile }
        }
        if let known { _ = try await profile(for: known.mvpd) } else { _ = try await profiles() }
        return await signIn()?.profile
    }

    /// Returns whether an answer is up to date. If not, for example because the user has logged out since, ``currentProfile()``
    /// requests the profile again.
    private func isUpToDate(since before: Int) -> Bool {
        if changes != before { isProfileCurrent = false }
        return changes == before
    }

    /// Makes a call that is answered with profiles, and returns these by provider.
    func read(_ call: ServiceCall) async throws(EntitlementClientError) -> [String: Profile] {
        try Profile.all(in: try await answer(to: call).json)
    }

    /// The shortest pause between two requests of ``waitForProfile(_:interval:)``.
    static let shortestInterval = Duration.seconds(3)
    /// The longest pause, after failures.
    static let longestInterval = Duration.seconds(60)

    /// Waits until the user has logged in with a code, in a browser or on another screen. Polls the service immediately, then
    /// periodically; lost connections, an overloaded service and pages of others, such as a hotel's network, only lengthen the
    /// pauses.
    ///
    /// - Parameters:
    ///   - session: The session of the code.
    ///   - interval: The pause between two requests: three seconds or more.
    /// - Throws: ``EntitlementClientError/sessionEnded`` when the code expires, or the client has received another code;
    ///   ``EntitlementClientError/cancelled``; any other error of the service.
    public func waitForProfile(
        _ session: PendingSession, interval: Duration = .seconds(4)
    ) async throws(EntitlementClientError) -> Profile {
        let shortest = max(interval, Self.shortestInterval)
        let number = codes
        var pause = shortest
        var hasProfile = false
        // The user may log in with the code when the app no longer waits.
        defer { if !hasProfile { isProfileCurrent = false } }
        while true {
            // The code may have been used at the last moment, so the service is polled once after that.
            let isLast = clock.now >= session.validity.notAfter
            let before = changes
            do throws(EntitlementClientError) {
                if let profile = try await readProfile(code: session.code, mayRepeat: false) {
                    hasProfile = true
                    await noteLogin(profile, since: before)
                    return profile
                }
                pause = shortest
            } catch {
                guard error.isTemporary || error.isForeign else { throw error.asSessionEnd }
                pause = max(shortest, min(pause * 2, Self.longestInterval))
            }
            guard !isLast else { throw .sessionEnded }
            let left = session.validity.notAfter.timeIntervalSince(clock.now).rounded(.up)
            try await wait(min(pause, .seconds(min(max(left, 1), 86_400))))
            guard codes == number else { throw .sessionEnded }
        }
    }
}
