import Crypto
import Encodings
import TVWorld

/// The maximum length of a domain, in bytes.
private let domainLimit = 255

/// The holders whose temporary pass is reset.
public enum TemporaryPassReset: Sendable, Equatable {
    /// All.
    case all
    /// All users; the pass must be promotional, for which this means all holders.
    case everyIdentity
    /// A device.
    case device(String)
    /// A user, by the SHA-256 of the identity that the app sent, in hexadecimal digits, or by that identity: apps should send
    /// only a hash of their own.
    case identity(String)

    /// Whether it concerns users, which only promotional passes have.
    fileprivate var needsIdentity: Bool {
        switch self {
        case .all, .device: false
        case .everyIdentity, .identity: true
        }
    }

    /// The holder in the journal.
    fileprivate var journalDetail: [String: String] {
        switch self {
        case .all, .everyIdentity: ["target": "all"]
        case .device(let device): ["deviceId": device]
        case .identity(let identity): ["key": identity]
        }
    }
}

extension EntitlementEvent {
    /// Signs a device in with a temporary pass: REST v1 `POST /api/v1/authenticate/freepreview`.
    ///
    /// The pass itself starts with its first authorization; requesting it does not start it.
    ///
    /// - Parameters:
    ///   - call: The call; its requestor is the `requestor_id` parameter.
    ///   - mvpd: The `mso_id` parameter.
    ///   - domain: The `domain_name` parameter, which is required if the requestor has domains.
    public static func startTemporaryPass(
        call: DeviceCall, mvpd: String?, domain: String?
    ) -> Self where Answer == AuthenticationRecord {
        let details = call.journalDetails.merging(["mvpd": mvpd ?? "", "domain": domain ?? ""]) { $1 }
        return Self(.temporaryPassStarted, details) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let requestor = device.requestor
            func wrong(_ message: String) -> Refusal { requestor.refusal(400, .badRequest, message) }
            guard let mvpd, !mvpd.isEmpty else { throw wrong("Parameter mso_id is required.") }
            let (integration, provider) = try state.enabledIntegration(requestor: requestor, mvpd: mvpd)
            guard provider.isTemporaryPass else { throw wrong("MVPD \(quoted(mvpd)) is not a temporary pass.") }
            let named = domain ?? ""
            // For a requestor without domains the parameter may be empty.
            guard !named.isEmpty || requestor.domains.isEmpty, named.utf8.count <= domainLimit else {
                throw wrong("Parameter domain_name is required: a domain of the requestor, 1 to \(domainLimit) bytes.")
            }
            guard let identifiers = call.genericData else {
                throw wrong("Parameter generic_data takes a JSON object of strings, such as {\"email\":\"user@example.com\"}.")
            }
            do throws(Refusal) {
                // By the world's name: a call may spell the same characters differently, and records are found by bytes.
                let pass = try device.temporaryPass(integration.mvpd, identifiers: identifiers)
                if pass.hasEnded(now: context.now) { throw .endedTemporaryPass(integration.mvpd, status: 400) }
            } catch {
                throw error.enhanced(requestor.hasEnhancedErrors)
            }
            let request = TemporaryPassRequest(domain: named, identifiers: identifiers)
            if case .valid(let session) = device.session(), session.record.mvpd == integration.mvpd,
                session.record.temporaryPass == request
            {
                return Decision(session.record)
            }
            let userID = AnonymousUser.temporaryPass.id(of: device.key, mvpd: integration.mvpd)
            var record = device.signIn(userID, at: integration, by: .temporaryPass)
            record.temporaryPass = request
            record.adoptDevice(of: call)
            return Decision(record, changes: Change.signIn(record))
        }
    }

    /// Resets a temporary pass for a device, a user or all: `DELETE /reset-tempass/v3/reset`, `…/reset/generic`, and the
    /// administration's `DELETE /admin/v1/temporary-passes`.
    ///
    /// - Parameters:
    ///   - target: The holders whose pass is reset.
    ///   - mvpd: The MVPD identifier of the temporary pass.
    ///   - clientID: The client of the access token; nil: the caller is the administration.
    public static func resetTemporaryPass(
        _ target: TemporaryPassReset, requestor: String?, mvpd: String?, clientID: String?
    ) -> Self where Answer == Void {
        let details = ["requestor": requestor ?? "", "mvpd": mvpd ?? ""].merging(target.journalDetail) { $1 }
        return Self(.temporaryPassReset, details) { (state, _) throws(Refusal) in
            let owner: Requestor
            if let clientID {
                owner = try state.admit(clientID: clientID, requestor: requestor)
            } else {
                owner = try state.knownRequestor(requestor ?? "")
            }
            func wrong(_ message: String) -> Refusal { owner.refusal(400, .badRequest, message) }
            guard let mvpd, !mvpd.isEmpty else { throw wrong("The temporary pass must be named (mvpd_id).") }
            guard let pass = state.world.temporaryPass(requestor: owner.id, mvpd: mvpd),
                // The world's name, by which the pass was started: a call may spell the same characters differently.
                let name = state.world.provider(mvpd: mvpd)?.mvpd
            else {
                throw wrong("MVPD \(quoted(mvpd)) is not a temporary pass of requestor \(quoted(owner.id)).")
            }
            if pass.kind == .basic, target.needsIdentity {
                throw wrong("Temporary pass \(quoted(mvpd)) is a basic one: it belongs to devices and has no key.")
            }
            let kind: TemporaryPassAssignment.Holder.Kind
            let values: [String]
            switch target {
            case .all, .everyIdentity:
                let all = IntegrationKey(requestor: owner.id, mvpd: name)
                return Decision(
                    (), changes: [.remove(StartedTemporaryPass.self, all), .remove(TemporaryPassAssignment.self, all)])
            case .device(let device): (kind, values) = (.device, [device])
            case .identity(let key):
                (kind, values) = (.identity, [key.lowercased(), hexadecimal(SHA256.hash(data: Array(key.utf8)))])
            }
            let started = values.compactMap { value in
                state.startedTemporaryPass(of: .init(requestor: owner.id, mvpd: name, kind: kind, value: value))
            }
            return Decision((), changes: started.map { .remove(StartedTemporaryPass.self, $0.recordKey) })
        }
    }
}
