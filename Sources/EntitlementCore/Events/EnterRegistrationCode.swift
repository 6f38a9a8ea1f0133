import TVWorld

/// The state of a code that a user has entered.
public enum EnteredCode: Sendable, Equatable {
    /// It waits for a sign-in.
    case open(DeviceActivation)
    /// It was used for a sign-in.
    case used(DeviceActivation)
    /// It has expired recently.
    case ended
    /// It was never issued, was released, or expired long ago.
    case unknown
}

/// The purpose of a code.
public struct DeviceActivation: Sendable, Equatable {
    /// The code.
    public var record: RegistrationCode
    /// The channel of the device's app.
    public var requestor: Requestor
    /// The channel's enabled integrations, in the order of the world's providers.
    public var providers: [Provider]
    /// The provider of the device's sign-in; nil if no user is signed in.
    public var signedInAt: Provider?
    /// Whether the device's app can continue without a login: at a temporary pass or a provider whose users all count as
    /// signed in.
    public var needsNoLogin = false
}

extension EntitlementEvent where Self == PlainEvent<EnteredCode> {
    /// Processes the code that a user enters on the activation page.
    ///
    /// - Parameter code: The entered text.
    public static func enterRegistrationCode(_ code: String) -> Self {
        Self(.registrationCodeEntered, ["code": code]) { (state, context) throws(Refusal) in
            // An impossible code is also looked up, so that it takes the same time.
            guard let record = state.registrationCodes[RegistrationCode.normalized(code) ?? ""],
                let requestor = state.world.requestor(id: record.key.requestor)
            else { return Decision(.unknown) }
            guard context.now < record.expiresAt else {
                return Decision(context.now < record.expiresAt + RegistrationCode.retention ? .ended : .unknown)
            }
            var activation = DeviceActivation(
                record: record, requestor: requestor, providers: state.world.integrated(with: requestor.id))
            activation.signedInAt = state.signedIn(with: record, now: context.now)
            if !record.isUsed, record.session != nil,
                let provider = activation.providers.first(where: { $0.mvpd == record.mvpd }),
                state.needsNoLogin(at: provider, requestor, on: record.platform, now: context.now)
            {
                (activation.signedInAt, activation.needsNoLogin) = (provider, true)
            }
            return Decision(record.isUsed ? .used(activation) : .open(activation))
        } outcome: { answer in
            switch answer {
            // The page that reports success enters the used code again.
            case .open, .used: "ok"
            case .ended, .unknown: ErrorCode.invalidCode.rawValue
            }
        }
    }
}

extension EntitlementState {
    /// Whether a device gets a profile of REST v2 without a login: of a temporary pass, or by a degradation rule.
    fileprivate func needsNoLogin(at provider: Provider, _ requestor: Requestor, on platform: Platform?, now: Int64) -> Bool {
        guard !provider.isTemporaryPass else { return world.temporaryPass(requestor: requestor.id, mvpd: provider.mvpd) != nil }
        return authenticationRule(requestor.id, provider.mvpd, on: platform, now: now) != nil
    }
}

extension World {
    /// Returns the providers of a channel's enabled integrations, in the order of the world.
    public func integrated(with requestor: String) -> [Provider] {
        providers.filter { integration(requestor: requestor, mvpd: $0.mvpd)?.isEnabled ?? false }
    }
}
