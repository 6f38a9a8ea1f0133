import Foundation
import ServiceAccess

// Single sign-on with the device's account.
extension EntitlementClient {
    /// The maximum number of attempts to sign in, because the user may change the provider in the meantime.
    static let partnerRounds = 2

    /// Requests the status of the device's account. Call this when the app enters the foreground: later requests for profiles and
    /// decisions contain the status.
    @discardableResult
    public func refreshPartnerStatus() async -> PartnerFrameworkStatus {
        let status = await account.status()
        // A cancelled query is answered as if the user had cancelled it.
        if !Task.isCancelled { keep(status) }
        return status
    }

    /// Signs the user in with the device's account: first without a dialog, then with the system's dialogs. If that is not
    /// possible, the result describes how the basic flow continues.
    ///
    /// - Parameters:
    ///   - domainName: The programmer's domain, for the basic flow.
    ///   - redirectURL: The address at which a login of the basic flow ends.
    ///   - featured: The providers (MVPDs) that the system's dialog lists first.
    /// - Throws: ``EntitlementClientError``.
    public func partnerSignIn(
        domainName: String? = nil, redirectURL: URL? = nil, featured: [String] = []
    ) async throws(EntitlementClientError) -> PartnerSignIn {
        let parameters = ServiceCall.SessionParameters(domainName: domainName, redirectURL: redirectURL)
        for _ in 0..<Self.partnerRounds {
            let status = await refreshPartnerStatus()
            guard !Task.isCancelled else { throw .cancelled }
            if let profile = try await existingProfile(status) { return .signedIn(profile) }
            if let outcome = try await signIn(from: status, featured: featured, parameters) { return outcome }
        }
        return .basic(nil, preselected: nil, .providerChanged)
    }

    /// Returns the user's profile without showing a dialog: that of the system's account, or else of an earlier login.
    private func existingProfile(_ status: PartnerFrameworkStatus) async throws(EntitlementClientError) -> Profile? {
        let profiles = try await profiles(partnerStatus: status).values.filter { $0.isValid(at: clock.now) }
        let chosen = await signIn()?.mvpd
        return profiles.first { $0.type == .appleSSO } ?? profiles.first { $0.mvpd == chosen }
            ?? profiles.max { $0.validity.notBefore < $1.validity.notBefore }
    }

    /// Signs in with a status that has not led to a profile yet; returns nil to start over.
    private func signIn(
        from silent: PartnerFrameworkStatus, featured: [String], _ parameters: ServiceCall.SessionParameters
    ) async throws(EntitlementClientError) -> PartnerSignIn? {
        guard silent.access == .granted else { return .basic(nil, preselected: nil, .notPermitted(silent.access)) }
        var status = silent
        // A user who is signed in already needs no dialog.
        if !silent.isValid(at: clock.now) {
            let configuration = try await configuration()
            let selection = await selection(in: configuration, featured: featured)
            // Otherwise it would count as cancelled by the user.
            guard !Task.isCancelled else { throw .cancelled }
            switch selection {
            case .status(let selected): status = selected
            case .unsupportedProvider(let identifier):
                let provider = identifier.flatMap { configuration.provider(platform: $0) }
                return .basic(nil, preselected: provider?.id, .unsupportedProvider)
            case .cancelled: return .basic(nil, preselected: nil, .cancelled)
            case .failed(let failure): return .basic(nil, preselected: nil, .accountFailed(failure))
            case nil: return .basic(nil, preselected: nil, .notSignedIn)
            }
            keep(status)
            guard status.access == .granted else { return .basic(nil, preselected: nil, .notPermitted(status.access)) }
            guard status.isValid(at: clock.now) else { return .basic(nil, preselected: nil, .notSignedIn) }
        }
        return try await exchange(status, parameters)
    }

    /// Shows the system's dialogs with the providers to which the platform can sign in; returns nil if there are none.
    private func selection(in configuration: Configuration, featured: [String]) async -> PartnerSelection? {
        let providers = configuration.providers.filter { $0.enablesPlatformServices && $0.isInPlatformPicker }
        let supported = providers.compactMap(\.platformMappingID)
        // For the account, an empty list means all providers of the device.
        guard !supported.isEmpty else { return nil }
        return await account.signIn(
            supported: supported,
            featured: featured.compactMap { mvpd in providers.first { $0.id == mvpd }?.platformMappingID })
    }

    /// Exchanges a sign-in to the system's account for a profile; returns nil to start over.
    private func exchange(
        _ status: PartnerFrameworkStatus, _ parameters: ServiceCall.SessionParameters
    ) async throws(EntitlementClientError) -> PartnerSignIn? {
        let answer: SessionAnswer
        do throws(EntitlementClientError) {
            answer = try await newSession(.partnerSession(parameters, status))
        } catch {
            return try Self.basic(after: error)
        }
        switch answer.step {
        case .partnerProfile(let request): return try await exchange(request, status)
        case .authenticate(let session), .resume(let session):
            return .basic(session, preselected: session.mvpd, .session(session.reason))
        case .authorize(let mvpd, _):
            guard let profile = try await profile(for: mvpd) else { return .basic(nil, preselected: mvpd, .noProfile) }
            return .signedIn(profile)
        case .unknown(let word): throw .unreadable("The session has the unknown action \(word.prefix(100)).")
        }
    }

    /// Makes the provider answer the service's request; returns nil to start over.
    private func exchange(
        _ request: PartnerRequest, _ status: PartnerFrameworkStatus
    ) async throws(EntitlementClientError) -> PartnerSignIn? {
        let response = await account.response(to: request)
        guard !Task.isCancelled else { throw .cancelled }
        guard let response, let text = PartnerExchange.formValue(of: response.text) else {
            return .basic(nil, preselected: request.mvpd, .noResponse)
        }
        if let provider = response.provider, provider != status.provider { return nil }
        let call = ServiceCall.partnerProfile(response: text, status)
        let before = changes
        let profiles: [String: Profile]
        do throws(EntitlementClientError) {
            profiles = try await read(call)
        } catch {
            return try Self.basic(after: error, mvpd: request.mvpd)
        }
        guard let profile = profiles[request.mvpd] ?? profiles.values.first else {
            return .basic(nil, preselected: request.mvpd, .noProfile)
        }
        await noteLogin(profile, since: before)
        return .signedIn(profile)
    }

    /// Returns the basic flow after a rejection (400); rethrows any other error.
    private static func basic(
        after error: EntitlementClientError, mvpd: String? = nil
    ) throws(EntitlementClientError) -> PartnerSignIn {
        guard case .service(let refusal) = error, refusal.status == 400 else { throw error }
        return .basic(nil, preselected: mvpd, .refused(refusal))
    }

    /// Stores a status with a sign-in, even if its date passes later: the profile does not end with it.
    private func keep(_ status: PartnerFrameworkStatus) {
        let kept = status.isSignedIn ? status : nil
        if kept?.provider != partnerStatus?.provider {
            // The service may return another profile now.
            isProfileCurrent = false
            endPermits()
        }
        partnerStatus = kept
    }
}
