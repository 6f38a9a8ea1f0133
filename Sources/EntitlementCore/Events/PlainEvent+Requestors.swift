import Encodings
import TVWorld

extension EntitlementEvent where Self == PlainEvent<Requestor> {
    /// Changes the settings of a requestor: `PUT /admin/v1/requestors/{requestor}`.
    ///
    /// - Parameter settings: The changes; nil values are unchanged.
    public static func changeRequestor(_ settings: RequestorSettings) -> Self {
        Self(.requestorChanged, ["requestor": settings.id]) { (state, _) throws(Refusal) in
            let before = try state.knownRequestor(settings.id)
            let after = settings.applied(to: before)
            guard after != before else { return Decision(before) }
            return Decision(after, changes: [.save(state.settings(of: settings.id).merging(settings))])
        }
    }
}

extension EntitlementEvent where Self == PlainEvent<String> {
    /// Generates a URL scheme of a requestor, and returns it: `adbe.` and random digits, `POST /admin/v1/custom-schemes`.
    public static func generateCustomScheme(of requestor: String) -> Self {
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
}

extension EntitlementEvent where Self == PlainEvent<Void> {
    /// Removes a URL scheme of a requestor: `DELETE /admin/v1/custom-schemes/{requestor}/{scheme}`.
    public static func removeCustomScheme(_ scheme: String, of requestor: String) -> Self {
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
}

extension EntitlementEvent where Self == PlainEvent<RequestorCertificate> {
    /// Adds a certificate of a requestor: `POST /admin/v1/certificates`. A known one is returned unchanged.
    public static func addCertificate(_ certificate: RequestorCertificate) -> Self {
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
    public static func changeCertificate(_ id: String, of requestor: String, encryptsMetadata: Bool?) -> Self {
        Self(.certificateChanged, ["requestor": requestor, "certificate": id]) { (state, _) throws(Refusal) in
            let before = try state.knownCertificate(id, of: requestor)
            var after = before
            if let encryptsMetadata { after.encryptsMetadata = encryptsMetadata }
            return Decision(after, changes: after == before ? [] : [.save(after)])
        }
    }
}

extension EntitlementEvent where Self == PlainEvent<Void> {
    /// Removes a certificate of a requestor: `DELETE /admin/v1/certificates/{requestor}/{id}`.
    public static func removeCertificate(_ id: String, of requestor: String) -> Self {
        Self(.certificateRemoved, ["requestor": requestor, "certificate": id]) { (state, _) throws(Refusal) in
            let certificate = try state.knownCertificate(id, of: requestor)
            return Decision((), changes: [.remove(RequestorCertificate.self, certificate.recordKey)])
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
