import TVWorld

/// The state of a device's sign-in.
enum Session: Equatable {
    /// No user is signed in, or the provider is no longer integrated with the requestor.
    case missing
    /// The sign-in has expired.
    case expired
    /// A user is signed in.
    case valid(AuthenticatedSession)

    /// Returns the sign-in, or throws the refusal of a call that requires one.
    func required(
        status: Int, missing: ErrorCode = .sessionMissing, expired: ErrorCode = .sessionExpired, of requestor: Requestor
    ) throws(Refusal) -> AuthenticatedSession {
        switch self {
        case .missing: throw requestor.refusal(status, missing, "The user is not authenticated.")
        case .expired: throw requestor.refusal(status, expired, "The user's authentication has expired.")
        case .valid(let session): return session
        }
    }
}

/// A valid sign-in, with its integration and provider.
struct AuthenticatedSession: Equatable {
    var record: AuthenticationRecord
    var integration: Integration
    var provider: Provider

    /// Throws the refusal of a device that a provider signed in because it was at home, and that has since left.
    func requireHome(_ address: String?) throws(Refusal) {
        guard provider.isHomeBased, record.isHomeBased, !integration.isAtHome(address) else { return }
        let text = "\(provider.name) signed this device in at home, and it has left the home network. Sign in again."
        throw Refusal(403, .homePolicy, text, details: text)
    }
}

extension EntitlementState {
    /// Returns the sign-in of a device.
    ///
    /// - Parameter platform: The device's platform, if it is known; degradation rules may be specific to one.
    func session(_ key: DeviceKey, on platform: Platform?, now: Int64) -> Session {
        guard var record = authentications[key] else { return .missing }
        guard now < record.expiresAt else { return .expired }
        guard let (integration, provider) = world.enabledIntegration(key.requestor, record.mvpd) else { return .missing }
        switch record.tokenSource {
        case .apple, .regular: break
        case .degradation:
            let status = degradation(requestor: key.requestor, mvpd: record.mvpd, platform: platform ?? record.platform, now: now)
            if status.authentication == nil { return .expired }
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

extension Integration {
    /// Returns whether a device is in its subscriber's home: by its address, unless the integration is set to away from home.
    func isAtHome(_ address: String?) -> Bool { !isAwayFromHome && HomeNetwork.contains(address) }
}

extension AuthenticationRecord {
    /// Adopts a code's information about the device.
    mutating func adoptDevice(of code: RegistrationCode) {
        registrationCode = code.code
        platform = code.platform
        device = code.device.isEmpty ? nil : code.device
    }

    /// Applies home-based authentication to a sign-in: `hba_status`, as set by the provider or else by the device's address, and
    /// a separate lifetime for devices at home.
    mutating func applyHome(of device: DeviceContext, _ integration: Integration, _ provider: Provider) {
        guard provider.isHomeBased else { return }
        if case .flag? = attributes["hba_status"] {
        } else {
            attributes["hba_status"] = .flag(integration.isAtHome(device.address))
        }
        if isHomeBased { expiresAt = min(expiresAt, device.context.end(after: integration.homeBasedLifetime)) }
    }
}

/// The addresses that count as a subscriber's home: private and loopback ones (RFC 1918, RFC 4193, link-local), and a missing
/// one.
///
/// A real provider knows the addresses of its own network; here a developer's devices are at home unless `X-Forwarded-For`
/// contains another address.
private enum HomeNetwork {
    /// Returns whether an address, as written in `X-Forwarded-For`, is in the home network. An invalid address is not.
    static func contains(_ address: String?) -> Bool {
        guard let address else { return true }
        let text = address.lowercased()
        if let bytes = version4(text) { return isPrivate(bytes) }
        if text.hasPrefix("::ffff:"), let bytes = version4(String(text.dropFirst(7))) { return isPrivate(bytes) }
        guard text.contains(":") else { return false }
        return text == "::1" || ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains { text.hasPrefix($0) }
    }

    private static func version4(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let bytes = parts.compactMap { $0 }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static func isPrivate(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): true
        default: false
        }
    }
}
