import TVWorld

/// Returns the provider's metadata of the user: REST v1 `GET /api/v1/tokens/usermetadata`.
public struct ReadUserMetadata: EntitlementEvent {
    /// The metadata.
    public typealias Answer = UserMetadata

    public static let journalEvent = JournalEvent.userMetadataRead

    /// The call.
    public var call: DeviceCall

    /// Creates the request of a device.
    public init(call: DeviceCall) {
        self.call = call
    }

    public var journalDetails: [String: String] { call.journalDetails }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        let session = try state.session(key, on: call.platform, now: context.now).required(status: 412, of: requestor)
        let record = session.record
        var data = record.attributes
        // The channels at sign-in are only for preauthorizations.
        data["authorized_resources"] = nil
        data["userID"] = data["userID"] ?? .text(record.userID)
        if record.tokenSource == .apple { data["tokenSource"] = .text("Apple") }
        if let status = state.temporaryPass(of: record), status.pass.kind == .promotional {
            data.merge(status.metadata) { $1 }
        }
        return Decision(
            try metadata(data, updated: record.createdAt / 1_000, requestor, session.integration.metadata ?? [:]))
    }

    /// Returns the data that the requestor receives, and which of it is encrypted.
    private func metadata(
        _ data: [String: AttributeValue], updated: Int64, _ requestor: Requestor, _ rules: [String: MetadataRule]
    ) throws(Refusal) -> UserMetadata {
        let data = data.filter { rules[$0.key]?.isEnabled ?? true }
        guard !data.isEmpty else { throw .notFound("There is no metadata of this user.") }
        let hasCertificate = requestor.metadataEncryption != nil
        let sensitive = requestor.metadataEncryption?.fields.map(Set.init) ?? UserMetadata.sensitiveKeys
        let encrypted = data.keys.sorted().filter {
            rules[$0]?.isEncrypted ?? (hasCertificate && sensitive.contains($0))
        }
        if let key = encrypted.first, !hasCertificate {
            throw requestor.refusal(
                500, .metadataCertificate,
                "User metadata \(quoted(key)) is to be encrypted, but requestor \(quoted(requestor.id)) has no certificate for it."
            )
        }
        return UserMetadata(updated: updated, data: data, encrypted: encrypted, encryption: requestor.metadataEncryption)
    }
}
