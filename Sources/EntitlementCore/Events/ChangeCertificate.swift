import TVWorld

/// Sets whether a certificate is used for the encryption of user metadata: `PUT /admin/v1/certificates/{requestor}/{id}`.
public struct ChangeCertificate: EntitlementEvent {
    public static let journalEvent = JournalEvent.certificateChanged

    /// The requestor.
    public var requestor: String
    /// The certificate.
    public var id: String
    /// Whether user metadata is encrypted for it; nil leaves it unchanged.
    public var encryptsMetadata: Bool?

    /// Creates a change.
    public init(requestor: String, id: String, encryptsMetadata: Bool?) {
        self.requestor = requestor
        self.id = id
        self.encryptsMetadata = encryptsMetadata
    }

    public var journalDetails: [String: String] { ["requestor": requestor, "certificate": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<RequestorCertificate> {
        let before = try state.knownCertificate(id, of: requestor)
        var after = before
        if let encryptsMetadata { after.encryptsMetadata = encryptsMetadata }
        return Decision(after, changes: after == before ? [] : [.save(after)])
    }
}

/// Removes a certificate of a requestor: `DELETE /admin/v1/certificates/{requestor}/{id}`.
public struct RemoveCertificate: EntitlementEvent {
    public static let journalEvent = JournalEvent.certificateRemoved

    /// The requestor.
    public var requestor: String
    /// The certificate.
    public var id: String

    /// Creates a removal.
    public init(requestor: String, id: String) {
        self.requestor = requestor
        self.id = id
    }

    public var journalDetails: [String: String] { ["requestor": requestor, "certificate": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        let certificate = try state.knownCertificate(id, of: requestor)
        return Decision((), changes: [.remove(RequestorCertificate.self, certificate.recordKey)])
    }
}

extension EntitlementState {
    /// Returns the certificate of a requestor, or throws the refusal of an administrative call.
    fileprivate func knownCertificate(_ id: String, of requestor: String) throws(Refusal) -> RequestorCertificate {
        _ = try knownRequestor(requestor)
        guard let certificate = configuration.certificates(of: requestor).first(where: { $0.id == id }) else {
            throw .notFound("Requestor \(quoted(requestor)) has no certificate \(quoted(id)).")
        }
        return certificate
    }
}
