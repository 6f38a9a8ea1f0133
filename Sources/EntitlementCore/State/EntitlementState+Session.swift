import Dates
import TVWorld

/// The state of a device's sign-in.
enum Session: Equatable {
    /// No user is signed in, or the provider is no longer integrated with the requestor.
    case missing
    /// The sign-in has expired.
    case expired
    /// A user is signed in.
    case valid(AuthenticatedSession)
}

extension World {
    /// Returns the integration of a requestor with a provider, unless it is disabled.
    func enabledIntegration(_ requestor: String, _ mvpd: String) -> (Integration, Provider)? {
        guard let integration = integration(requestor: requestor, mvpd: mvpd), integration.isEnabled,
            let provider = provider(mvpd: mvpd)
        else { return nil }
        return (integration, provider)
    }
}

extension EntitlementState {
    /// Returns the sign-in of a device.
    ///
    /// - Parameter platform: The device's platform, if it is known; degradation rules may be specific to one.
    func session(_ key: DeviceKey, on platform: Platform? = nil, now: Int64) -> Session {
        guard var record = authentications[key] else { return .missing }
        guard now < record.expiresAt else { return .expired }
        guard let (integration, provider) = world.enabledIntegration(key.requestor, record.mvpd) else { return .missing }
        switch record.tokenSource {
        case .apple, .regular: break
        case .degradation:
            let rule = authenticationRule(key.requestor, record.mvpd, on: platform ?? record.platform, now: now)
            if rule == nil { return .expired }
        case .temporaryPass:
            record.expiresAt = min(record.expiresAt, temporaryPass(of: record)?.started?.expiresAt ?? .max)
            guard now < record.expiresAt else { return .expired }
        }
        return .valid(AuthenticatedSession(record: record, integration: integration, provider: provider))
    }

    /// Returns the enabled integration of a requestor with a provider.
    func enabledIntegration(requestor: Requestor, mvpd: String) throws(Refusal) -> (Integration, Provider) {
        guard world.provider(mvpd: mvpd) != nil else {
            throw requestor.refusal(400, .unknownIntegration, "MVPD \(quoted(mvpd)) is unknown.")
        }
        guard let target = world.enabledIntegration(requestor.id, mvpd) else {
            throw requestor.refusal(
                400, .unknownIntegration, "MVPD \(quoted(mvpd)) is not integrated with requestor \(quoted(requestor.id)).")
        }
        return target
    }

    /// Returns the expiration date, in Unix milliseconds, of an authentication that is created now on a platform.
    func authenticationEnd(_ requestor: Requestor, _ integration: Integration, on platform: Platform?, now: Int64) -> Int64 {
        end(after: integration.authenticationLifetime(on: platform, of: requestor), from: now)
    }

    /// Returns the expiration date, in Unix milliseconds, of an authorization that is created now on a platform: never later than
    /// that of the authentication.
    ///
    /// - Parameter platform: The device's platform, if it is known; otherwise the platform of the sign-in is used.
    func authorizationEnd(
        _ requestor: Requestor, _ integration: Integration, _ authentication: AuthenticationRecord, on platform: Platform?,
        now: Int64
    ) -> Int64 {
        let lifetime = integration.authorizationLifetime(on: platform ?? authentication.platform, of: requestor)
        return min(end(after: lifetime, from: now), authentication.expiresAt)
    }

    /// Returns the date a number of seconds after a moment, in Unix milliseconds: at most the last one that a clock can show.
    func end(after seconds: Int64, from now: Int64) -> Int64 {
        min(now.clampedSum(seconds.clampedProduct(1_000)), ClockSetting.representable.upperBound)
    }
}

extension Session {
    /// Returns the sign-in, or throws the refusal of a call that requires one.
    func required(
        status: Int, missing: ErrorCode = .sessionMissing, expired: ErrorCode = .sessionExpired, of requestor: Requestor
    ) throws(Refusal) -> AuthenticatedSession {
        switch self {
        case .missing:
            throw requestor.refusal(status, missing, "The user is not authenticated.")
        case .expired:
            throw requestor.refusal(status, expired, "The user's authentication has expired.")
        case .valid(let session): return session
        }
    }
}
