import TVWorld

/// Returns the provider's metadata of the user: REST v1 `GET /api/v1/tokens/usermetadata`.
public struct ReadUserMetadata: EntitlementEvent {
    public var journalEvent: JournalEvent { .userMetadataRead }

    /// The call.
    public var call: DeviceCall

    /// Creates the request of a device.
    public init(call: DeviceCall) {
        self.call = call
    }

    public var journalDetails: [String: String] { call.journalDetails }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<UserMetadata> {
        let (requestor, key) = try state.admit(call)
        let session = try state.session(key, on: call.platform, now: context.now).required(status: 412, of: requestor)
        let metadata = state.metadata(of: session)
        guard !metadata.data.isEmpty else { throw .notFound("This user has no metadata.") }
        if let key = metadata.encrypted.first, metadata.encryption == nil {
            throw requestor.refusal(
                500, .metadataCertificate,
                "User metadata \(quoted(key)) is to be encrypted, but requestor \(quoted(requestor.id)) has no certificate for it."
            )
        }
        return Decision(metadata)
    }
}
