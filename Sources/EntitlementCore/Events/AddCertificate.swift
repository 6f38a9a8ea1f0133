import TVWorld

/// Adds a certificate of a requestor: `POST /admin/v1/certificates`.
public struct AddCertificate: EntitlementEvent {
    /// The certificate; a known one is returned unchanged.
    public typealias Answer = RequestorCertificate

    public static let journalEvent = JournalEvent.certificateAdded

    /// The parsed certificate.
    public var certificate: RequestorCertificate

    /// Creates a certificate to add.
    public init(_ certificate: RequestorCertificate) {
        self.certificate = certificate
    }

    public var journalDetails: [String: String] {
        ["requestor": certificate.requestor, "certificate": certificate.id, "subject": certificate.subject]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        _ = try state.knownRequestor(certificate.requestor)
        let known = state.configuration.certificates(of: certificate.requestor)
        if let same = known.first(where: { $0.id == certificate.id }) {
            guard certificate.encryptsMetadata, !same.encryptsMetadata else { return Decision(same) }
            var marked = same
            marked.encryptsMetadata = true
            return Decision(marked, changes: [.save(marked)])
        }
        guard known.count < RequestorCertificate.limit else {
            throw Refusal(
                409, .badRequest,
                "Requestor \(quoted(certificate.requestor)) has \(RequestorCertificate.limit) certificates already; remove one.")
        }
        return Decision(certificate, changes: [.save(certificate)])
    }
}
