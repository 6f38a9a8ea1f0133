import TVWorld

extension EntitlementEvent where Self == PlainEvent<UserMetadata> {
    /// Returns the provider's metadata of the user: REST v1 `GET /api/v1/tokens/usermetadata`.
    public static func readUserMetadata(call: DeviceCall) -> Self {
        Self(.userMetadataRead, call.journalDetails) { (state, context) throws(Refusal) in
            let (requestor, key) = try state.admit(call)
            let session = try state.session(key, on: call.platform, now: context.now).required(status: 412, of: requestor)
            let metadata = state.metadata(of: session)
            guard !metadata.data.isEmpty else { throw Refusal.notFound("This user has no metadata.") }
            if let key = metadata.encrypted.first, metadata.encryption == nil {
                throw requestor.refusal(
                    500, .metadataCertificate,
                    "User metadata \(quoted(key)) is to be encrypted, but requestor \(quoted(requestor.id)) has no "
                        + "certificate for it.")
            }
            return Decision(metadata)
        }
    }
}
