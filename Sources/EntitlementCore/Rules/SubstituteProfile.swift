import Crypto
import Encodings
import TVWorld

/// Profiles of REST v2 that are not stored.
extension DeviceContext {
    /// Returns the profile that replaces a sign-in: an AuthNAll rule's, or a temporary pass's; nil if a login is required.
    ///
    /// - Parameter identifiers: The digests that identify the user of a promotional pass; nil if there are none.
    func substituteProfile(
        at target: (integration: Integration, provider: Provider), identifiers: [String: String]?
    ) throws(Refusal) -> ProfileAnswer? {
        if let rule = authenticationRule(target.provider.mvpd) { return degradedProfile(at: target.integration, by: rule) }
        return target.provider.isTemporaryPass ? try temporaryProfile(at: target.provider, identifiers: identifiers) : nil
    }

    /// Returns the profile of an AuthNAll rule, which expires with the rule.
    func degradedProfile(at integration: Integration, by rule: DegradationStatus.Rule) -> ProfileAnswer {
        ProfileAnswer(
            mvpd: integration.mvpd, type: .degraded, notBefore: now,
            notAfter: min(authenticationEnd(integration), rule.expiresAt),
            metadata: UserMetadata(
                updated: now / 1_000, data: ["userID": .text(AnonymousUser.degradation.id(of: key, mvpd: integration.mvpd))]))
    }

    /// Returns the profile of a temporary pass. Reading it does not start the pass.
    private func temporaryProfile(at provider: Provider, identifiers: [String: String]?) throws(Refusal) -> ProfileAnswer {
        let status = try identifiedTemporaryPass(provider.mvpd, identifiers: identifiers)
        try status.check(now: now)
        if status.remaining == 0 { throw .usedUpTemporaryPass(status.pass) }
        let start = status.started?.startedAt ?? now
        let end = status.started?.expiresAt ?? context.end(after: status.pass.lifetime)
        var data = status.pass.kind == .promotional ? status.metadata : [:]
        data["userID"] = .text(AnonymousUser.temporaryPass.id(of: key, mvpd: provider.mvpd))
        data["expiration_date"] = .number(end)
        return ProfileAnswer(
            mvpd: provider.mvpd, type: .temporary, notBefore: start, notAfter: end,
            metadata: UserMetadata(updated: start / 1_000, data: data))
    }

    /// Returns the state of a temporary pass for a call of REST v2, in which a promotional pass requires its user.
    func identifiedTemporaryPass(_ mvpd: String, identifiers: [String: String]?) throws(Refusal) -> TemporaryPassStatus {
        let status = try temporaryPass(mvpd, identifiers: identifiers ?? [:])
        if status.pass.kind == .promotional, status.identity == nil {
            throw Refusal(
                400, .invalidTemporaryPassIdentity,
                "AP-TempPass-Identity takes a Base64-encoded JSON object with the key \(quoted(status.pass.identityKey)).")
        }
        return status
    }

    /// Returns the state of a temporary pass for the device.
    func temporaryPass(_ mvpd: String, identifiers: [String: String]) throws(Refusal) -> TemporaryPassStatus {
        guard
            let status = state.temporaryPass(
                requestor: requestor.id, mvpd: mvpd, deviceID: key.deviceID, identifiers: identifiers)
        else { throw .missingTemporaryPass(mvpd, requestor) }
        return status
    }
}

/// A user who has not signed in: the same for the same device, requestor and provider, without identifying any of them.
enum AnonymousUser: String {
    /// The user of a temporary pass.
    case temporaryPass = "temppass_"
    /// The user of a provider with an AuthNAll rule.
    case degradation = "95cf93bcd183214a"

    /// Returns the identifier: a prefix and 40 hexadecimal digits.
    func id(of device: DeviceKey, mvpd: String) -> String {
        let subject = JSON.strings([device.requestor, mvpd, device.deviceID]).serialized
        return rawValue + hexadecimal(Insecure.SHA1.hash(data: Array(subject.utf8)))
    }
}
