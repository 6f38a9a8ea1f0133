import TVWorld

/// The two calls that read an authentication, which differ in the status of a refusal.
public enum AuthenticationForm: Sendable {
    /// `tokens/authn`: 404 without a token, 410 after it has expired.
    case token
    /// `checkauthn`: 403.
    case check
}

/// The token of a device.
public struct FoundAuthentication: Sendable, Equatable {
    /// The record.
    public var record: AuthenticationRecord
    /// The AuthNAll rule, while it is active.
    public var degradation: Degradation?
}

extension EntitlementEvent {
    /// Returns a device's authentication token: REST v1 `GET /api/v1/tokens/authn` and `GET /api/v1/checkauthn`.
    public static func readAuthentication(call: DeviceCall, form: AuthenticationForm) -> Self
    where Answer == FoundAuthentication {
        Self(.authenticationRead, call.journalDetails) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let session = device.session()
            switch session {
            case .missing where form == .token: throw device.requestor.refusal(404, .sessionMissing, "Not Found")
            case .expired where form == .token: throw device.requestor.refusal(410, .sessionExpired, "Gone")
            default: break
            }
            let record = try session.required(status: 403, of: device.requestor).record
            let rule = device.authenticationRule(record.mvpd, or: record.platform)
            return Decision(FoundAuthentication(record: record, degradation: rule?.kind))
        }
    }

    /// Returns the provider's metadata of the user: REST v1 `GET /api/v1/tokens/usermetadata`.
    public static func readUserMetadata(call: DeviceCall) -> Self where Answer == UserMetadata {
        Self(.userMetadataRead, call.journalDetails) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let metadata = state.metadata(of: try device.session().required(status: 412, of: device.requestor))
            guard !metadata.data.isEmpty else { throw Refusal.notFound("This user has no metadata.") }
            if let key = metadata.encrypted.first, metadata.encryption == nil {
                throw device.requestor.refusal(
                    500, .metadataCertificate,
                    "User metadata \(quoted(key)) is to be encrypted, but requestor \(quoted(device.requestor.id)) has no "
                        + "certificate for it.")
            }
            return Decision(metadata)
        }
    }

    /// Signs a device in for a requestor because it is signed in for another one: `POST /api/v1/tokens/authn` with
    /// `sharedRequestor`.
    ///
    /// The real library stores signed tokens and sends one requestor's for another. Here tokens stay at the service, so the
    /// library sends the requestor of an existing token. Providers with authentication per requestor do not share, and neither
    /// do sign-ins by the platform, which prompts the user for each app.
    ///
    /// - Parameters:
    ///   - mvpd: The provider.
    ///   - sharedRequestor: The requestor that the device is signed in for.
    public static func shareAuthentication(call: DeviceCall, mvpd: String?, sharedRequestor: String) -> Self
    where Answer == AuthenticationRecord {
        let details = call.journalDetails.merging(["mvpd": mvpd ?? "", "sharedRequestor": sharedRequestor]) { $1 }
        return Self(.tokenExchanged, details) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let (requestor, key) = (device.requestor, device.key)
            let (integration, provider) = try state.enabledIntegration(requestor: requestor, mvpd: mvpd ?? "")
            guard !provider.authenticatesPerRequestor else {
                throw requestor.refusal(400, .badRequest, "MVPD \(quoted(provider.mvpd)) requires a sign-in for each requestor.")
            }
            let shared = DeviceKey(requestor: sharedRequestor, deviceID: key.deviceID, applicationID: key.applicationID)
            guard case .valid(let session) = state.session(shared, on: call.platform, now: context.now),
                case let source = session.record, source.tokenSource == .regular, source.mvpd == provider.mvpd
            else {
                throw requestor.refusal(
                    400, .badRequest,
                    "The device has no sign-in at MVPD \(quoted(provider.mvpd)) for requestor \(quoted(sharedRequestor)).")
            }
            var record = source
            record.deviceKey = key
            record.sessionID = context.random.uuid()
            record.createdAt = context.now
            record.expiresAt = min(source.expiresAt, device.authenticationEnd(integration, or: source.platform))
            record.registrationCode = nil
            record.adoptDevice(of: call)
            return Decision(record, changes: Change.signIn(record))
        }
    }

    /// Removes a device's tokens, if it has any; the provider's own session continues: REST v1 `DELETE /api/v1/logout`.
    public static func logOut(call: DeviceCall) -> Self where Answer == Void {
        Self(.loggedOut, call.journalDetails) { (state, context) throws(Refusal) in
            let key = try DeviceContext(call, state, context).key
            guard state.authentications[key] != nil || state.denials(of: key) != nil else { return Decision(()) }
            return Decision((), changes: Change.signOut(key))
        }
    }
}
