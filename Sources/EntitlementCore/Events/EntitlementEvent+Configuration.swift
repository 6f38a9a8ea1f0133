import Encodings
import TVWorld

/// A changed integration, and its provider.
public struct ChangedIntegration: Sendable, Equatable {
    /// The integration.
    public var integration: Integration
    /// The provider.
    public var provider: Provider
}

extension EntitlementEvent {
    /// Changes an integration, or adds one: `PUT /admin/v1/integrations/{requestor}/{mvpd}`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider, by its MVPD identifier or its platform identifier.
    ///   - details: The journal's details of the change.
    ///   - change: Changes the integration. A decision may be made several times.
    public static func changeIntegration(
        of requestor: String, with mvpd: String, details: [String: String] = [:],
        _ change: @escaping @Sendable (inout Integration) -> Void
    ) -> Self where Answer == ChangedIntegration {
        let details = details.merging(["requestor": requestor, "mvpd": mvpd]) { $1 }
        return Self(.integrationChanged, details) { (state, _) throws(Refusal) in
            _ = try state.knownRequestor(requestor)
            let provider = try state.knownProvider(mvpd)
            let before = state.world.integration(requestor: requestor, mvpd: provider.mvpd)
            var after = before ?? Integration(requestor: requestor, mvpd: provider.mvpd)
            change(&after)
            return Decision(
                ChangedIntegration(integration: after, provider: provider), changes: before == after ? [] : [.save(after)])
        }
    }

    /// Changes the settings of a requestor: `PUT /admin/v1/requestors/{requestor}`.
    ///
    /// - Parameter settings: The changes; nil values are unchanged.
    public static func changeRequestor(_ settings: RequestorSettings) -> Self where Answer == Requestor {
        Self(.requestorChanged, ["requestor": settings.id]) { (state, _) throws(Refusal) in
            let before = try state.knownRequestor(settings.id)
            let after = settings.applied(to: before)
            guard after != before else { return Decision(before) }
            return Decision(after, changes: [.save(state.settings(of: settings.id).merging(settings))])
        }
    }

    /// Generates a URL scheme of a requestor, and returns it: `adbe.` and random digits, `POST /admin/v1/custom-schemes`.
    public static func generateCustomScheme(of requestor: String) -> Self where Answer == String {
        Self(.customSchemesChanged, ["requestor": requestor]) { (state, context) throws(Refusal) in
            let known = try state.knownRequestor(requestor).customSchemes
            guard known.count < 64 else {
                throw Refusal(409, .badRequest, "Requestor \(quoted(requestor)) has 64 schemes already; remove one.")
            }
            let scheme = "adbe." + hexadecimal(context.random.bytes(11))
            var settings = state.settings(of: requestor)
            settings.customSchemes = known + [scheme]
            return Decision(scheme, changes: [.save(settings)])
        }
    }

    /// Removes a URL scheme of a requestor: `DELETE /admin/v1/custom-schemes/{requestor}/{scheme}`.
    public static func removeCustomScheme(_ scheme: String, of requestor: String) -> Self where Answer == Void {
        Self(.customSchemesChanged, ["requestor": requestor, "removed": scheme]) { (state, _) throws(Refusal) in
            let known = try state.knownRequestor(requestor).customSchemes
            guard known.contains(scheme) else {
                throw Refusal.notFound("Requestor \(quoted(requestor)) has no scheme \(quoted(scheme)).")
            }
            var settings = state.settings(of: requestor)
            settings.customSchemes = known.filter { $0 != scheme }
            return Decision((), changes: [.save(settings)])
        }
    }

    /// Adds a certificate of a requestor: `POST /admin/v1/certificates`. A known one is kept, but marked for the encryption of
    /// user metadata if the given one is.
    public static func addCertificate(_ certificate: RequestorCertificate) -> Self where Answer == RequestorCertificate {
        let requestor = certificate.requestor
        let details = ["requestor": requestor, "certificate": certificate.id, "subject": certificate.subject]
        return Self(.certificateAdded, details) { (state, _) throws(Refusal) in
            _ = try state.knownRequestor(requestor)
            let known = state.configuration.certificates(of: requestor)
            if let same = known.first(where: { $0.id == certificate.id }) {
                guard certificate.encryptsMetadata, !same.encryptsMetadata else { return Decision(same) }
                var marked = same
                marked.encryptsMetadata = true
                return Decision(marked, changes: [.save(marked)])
            }
            guard known.count < RequestorCertificate.limit else {
                throw Refusal(
                    409, .badRequest,
                    "Requestor \(quoted(requestor)) has \(RequestorCertificate.limit) certificates already; remove one.")
            }
            return Decision(certificate, changes: [.save(certificate)])
        }
    }

    /// Sets whether a certificate is used for the encryption of user metadata: `PUT /admin/v1/certificates/{requestor}/{id}`.
    ///
    /// - Parameter encryptsMetadata: Whether user metadata is encrypted for it; nil leaves it unchanged.
    public static func changeCertificate(_ id: String, of requestor: String, encryptsMetadata: Bool?) -> Self
    where Answer == RequestorCertificate {
        Self(.certificateChanged, ["requestor": requestor, "certificate": id]) { (state, _) throws(Refusal) in
            let before = try state.knownCertificate(id, of: requestor)
            var after = before
            if let encryptsMetadata { after.encryptsMetadata = encryptsMetadata }
            return Decision(after, changes: after == before ? [] : [.save(after)])
        }
    }

    /// Removes a certificate of a requestor: `DELETE /admin/v1/certificates/{requestor}/{id}`.
    public static func removeCertificate(_ id: String, of requestor: String) -> Self where Answer == Void {
        Self(.certificateRemoved, ["requestor": requestor, "certificate": id]) { (state, _) throws(Refusal) in
            let certificate = try state.knownCertificate(id, of: requestor)
            return Decision((), changes: [.remove(RequestorCertificate.self, certificate.recordKey)])
        }
    }

    /// Adds degradation rules: `POST /admin/v1/degradation-rules`. One call may name several providers; all get the rule or
    /// none.
    ///
    /// - Parameters:
    ///   - mvpds: The providers, by MVPD or platform identifier; the answer has the rules in their order.
    ///   - kind: The effect of the rules.
    ///   - resources: The resources; if empty, all.
    ///   - platform: The platform; nil: all devices.
    ///   - message: The message for viewers if the rule denies.
    ///   - lifetime: The lifetime of the rules, in seconds; nil: until they are removed.
    public static func addDegradationRules(
        requestor: String, mvpds: [String], kind: Degradation, resources: [String] = [], platform: Platform? = nil,
        message: String? = nil, lifetime: Int64? = nil
    ) -> Self where Answer == [DegradationRule] {
        var details = ["requestor": requestor, "mvpd": mvpds.joined(separator: ","), "kind": kind.rawValue]
        if !resources.isEmpty { details["resources"] = resources.joined(separator: ",") }
        details["platform"] = platform?.rawValue
        return Self(.degradationRulesAdded, details) { (state, context) throws(Refusal) in
            _ = try state.knownRequestor(requestor)
            var rules: [DegradationRule] = []
            for name in mvpds {
                let provider = try state.knownProvider(name)
                guard state.world.integration(requestor: requestor, mvpd: provider.mvpd) != nil else {
                    throw Refusal.notFound("MVPD \(quoted(name)) is not integrated with requestor \(quoted(requestor)).")
                }
                guard !rules.contains(where: { $0.mvpd == provider.mvpd }) else { continue }
                rules.append(
                    DegradationRule(
                        id: context.random.uuid(), requestor: requestor, mvpd: provider.mvpd, kind: kind,
                        resources: resources, platform: platform, message: message, createdAt: context.now,
                        expiresAt: lifetime.map(context.end)))
            }
            let left = state.degradationRules.all.count { $0.expiresAt ?? .max > context.now }
            guard left + rules.count <= DegradationRules.limit else {
                throw Refusal(
                    409, .badRequest, "There are \(left) degradation rules already; the limit is \(DegradationRules.limit).")
            }
            return Decision(rules, changes: rules.map { .save($0) })
        }
    }

    /// Removes a degradation rule: `DELETE /admin/v1/degradation-rules/{id}`. Authorizations by the rule expire with it.
    public static func removeDegradationRule(id: String) -> Self where Answer == Void {
        Self(.degradationRuleRemoved, ["rule": id]) { (state, _) throws(Refusal) in
            guard state.degradationRules[id: id] != nil else {
                throw Refusal.notFound("Degradation rule \(quoted(id)) is unknown.")
            }
            return Decision((), changes: [.remove(DegradationRule.self, id)])
        }
    }

    /// Registers a key for the tokens of shared identities: `POST /admin/v1/identity-keys`. A known one is returned unchanged.
    ///
    /// - Parameter requestor: The requestor whose tokens it verifies; nil for a platform's key.
    public static func addIdentityKey(
        _ kind: SharedIdentity.Kind, of requestor: String?, keyID: String, issuer: String, algorithm: IdentityKey.Algorithm,
        pem: String
    ) -> Self where Answer == IdentityKey {
        let details = ["requestor": requestor ?? "", "kind": kind.rawValue, "key": keyID, "issuer": issuer]
        return Self(.identityKeyAdded, details) { (state, context) throws(Refusal) in
            if let requestor { _ = try state.knownRequestor(requestor) }
            let known = state.configuration.identityKeys(kind, of: requestor)
            if let same = known.first(where: { $0.keyID == keyID }) {
                guard same.pem == pem, same.issuer == issuer else {
                    throw Refusal(409, .badRequest, "Another key has the identifier \(quoted(keyID)); remove it first.")
                }
                return Decision(same)
            }
            guard known.count < IdentityKey.limit else {
                throw Refusal(409, .badRequest, "There are \(IdentityKey.limit) such keys already; remove one.")
            }
            let key = IdentityKey(
                id: context.random.uuid(), kind: kind, requestor: requestor, keyID: keyID, issuer: issuer,
                algorithm: algorithm, pem: pem, createdAt: context.now)
            return Decision(key, changes: [.save(key)])
        }
    }

    /// Removes a key for the tokens of shared identities; its tokens are ignored from then on:
    /// `DELETE /admin/v1/identity-keys/{id}`.
    public static func removeIdentityKey(id: String) -> Self where Answer == Void {
        Self(.identityKeyRemoved, ["key": id]) { (state, _) throws(Refusal) in
            guard state.configuration.identityKeys[id] != nil else {
                throw Refusal.notFound("Identity key \(quoted(id)) is unknown.")
            }
            return Decision((), changes: [.remove(IdentityKey.self, id)])
        }
    }
}

extension EntitlementState {
    /// Returns the administration's changes to a requestor.
    fileprivate func settings(of requestor: String) -> RequestorSettings {
        configuration.requestorSettings[requestor] ?? RequestorSettings(id: requestor)
    }

    /// Returns the certificate of a requestor, or throws the refusal of an administrative call.
    fileprivate func knownCertificate(_ id: String, of requestor: String) throws(Refusal) -> RequestorCertificate {
        _ = try knownRequestor(requestor)
        guard let certificate = configuration.certificates(of: requestor).first(where: { $0.id == id }) else {
            throw .notFound("Requestor \(quoted(requestor)) has no certificate \(quoted(id)).")
        }
        return certificate
    }
}
