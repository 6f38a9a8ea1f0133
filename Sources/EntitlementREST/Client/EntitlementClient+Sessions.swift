import Foundation
import ServiceAccess

// Configuration and sessions.
extension EntitlementClient {
    /// The period for which the configuration is reused, in seconds.
    static let configurationLife: TimeInterval = 180

    /// Returns the configuration with the providers for a picker. It is reused for three minutes.
    ///
    /// - Throws: ``EntitlementClientError``.
    public func configuration() async throws(EntitlementClientError) -> Configuration {
        if let known = knownConfiguration, (0..<Self.configurationLife).contains(clock.now.timeIntervalSince(known.date)) {
            return known.configuration
        }
        let configuration = try Configuration(try await answer(to: .configuration).json)
        knownConfiguration = (configuration, clock.now)
        await nameProvider()
        return configuration
    }

    /// Starts a login: the response describes the next step. An earlier code of this device is no longer valid.
    ///
    /// - Parameters:
    ///   - mvpd: The provider; nil if it is chosen on another screen.
    ///   - domainName: The programmer's domain.
    ///   - redirectURL: The address at which the login ends.
    /// - Throws: ``EntitlementClientError``.
    public func createSession(
        mvpd: String? = nil, domainName: String? = nil, redirectURL: URL? = nil
    ) async throws(EntitlementClientError) -> SessionStep {
        try await sessionAnswer(mvpd: mvpd, domainName: domainName, redirectURL: redirectURL).step
    }

    /// Adds parameters to the session of a code, which may be another device's.
    ///
    /// - Throws: ``EntitlementClientError``, ``EntitlementClientError/sessionEnded`` if the code is wrong or no longer valid.
    public func resumeSession(
        code: String, mvpd: String? = nil, domainName: String? = nil, redirectURL: URL? = nil
    ) async throws(EntitlementClientError) -> SessionStep {
        try await sessionAnswer(code: code, mvpd: mvpd, domainName: domainName, redirectURL: redirectURL).step
    }

    /// Does the same as ``createSession(mvpd:domainName:redirectURL:)`` and, with a code,
    /// ``resumeSession(code:mvpd:domainName:redirectURL:)``, and also returns the answer as received.
    package func sessionAnswer(
        code: String? = nil, mvpd: String?, domainName: String?, redirectURL: URL?
    ) async throws(EntitlementClientError) -> SessionAnswer {
        let parameters = ServiceCall.SessionParameters(mvpd: mvpd, domainName: domainName, redirectURL: redirectURL)
        guard let code else { return try await newSession(.createSession(parameters)) }
        do throws(EntitlementClientError) {
            return try SessionAnswer(try await answer(to: .resumeSession(code, parameters)))
        } catch {
            throw error.asSessionEnd
        }
    }

    /// Makes a call that may issue a code for this device.
    func newSession(_ call: ServiceCall) async throws(EntitlementClientError) -> SessionAnswer {
        let answer = try SessionAnswer(try await answer(to: call))
        switch answer.step {
        case .authenticate, .resume: codes += 1
        case .authorize, .partnerProfile, .unknown: break
        }
        return answer
    }

    /// Returns the service's information about a code that the user enters on this screen.
    ///
    /// - Throws: ``EntitlementClientError``, ``EntitlementClientError/sessionEnded`` if the code is wrong or no longer valid.
    public func session(code: String) async throws(EntitlementClientError) -> SessionInformation {
        do throws(EntitlementClientError) {
            return try SessionInformation(try await answer(to: .session(code)).json)
        } catch {
            throw error.asSessionEnd
        }
    }

    /// Ends the user's sign-in at a provider.
    ///
    /// - Parameters:
    ///   - mvpd: The provider.
    ///   - redirectURL: The address at which the pages of ``LogoutStep/browser(_:)`` end.
    /// - Throws: ``EntitlementClientError``.
    public func logout(from mvpd: String, redirectURL: URL? = nil) async throws(EntitlementClientError) -> LogoutStep {
        try await logoutAnswer(from: mvpd, redirectURL: redirectURL).step
    }

    /// Does the same as ``logout(from:redirectURL:)``, and also returns the answer as received.
    package func logoutAnswer(
        from mvpd: String, redirectURL: URL?
    ) async throws(EntitlementClientError) -> LogoutAnswer {
        do throws(EntitlementClientError) {
            let (json, service) = try await answer(to: .logout(from: mvpd, redirectURL: redirectURL))
            let step = try LogoutStep(json, mvpd: mvpd, service: service)
            await forget(mvpd)
            return LogoutAnswer(step: step, json: json)
        } catch {
            // The service may have ended the sign-in all the same.
            endPermits(at: mvpd)
            isProfileCurrent = false
            throw error
        }
    }
}

extension EntitlementClientError {
    /// The end of a session, if this is the service's error for it.
    var asSessionEnd: EntitlementClientError {
        if case .service(let error) = self, error.code == .invalidAuthenticationSession { .sessionEnded } else { self }
    }
}
