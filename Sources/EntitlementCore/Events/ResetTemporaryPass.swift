import TVWorld

/// The holders whose temporary pass is reset.
public enum TemporaryPassReset: Sendable, Equatable {
    /// All.
    case all
    /// All users; the pass must be promotional, for which this means all holders.
    case everyIdentity
    /// A device.
    case device(String)
    /// A user, by the SHA-256 of the user's identity in hexadecimal digits.
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

extension EntitlementEvent where Self == PlainEvent<Void> {
    /// Resets a temporary pass for a device, a user or all: `DELETE /reset-tempass/v3/reset`, `…/reset/generic`, and the
    /// administration's `DELETE /admin/v1/temporary-passes`.
    ///
    /// - Parameters:
    ///   - target: The holders whose pass is reset.
    ///   - mvpd: The MVPD identifier of the temporary pass.
    ///   - clientID: The client of the access token; nil: the caller is the administration.
    public static func resetTemporaryPass(
        _ target: TemporaryPassReset, requestor: String?, mvpd: String?, clientID: String?
    ) -> Self {
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
            guard let pass = state.world.temporaryPass(requestor: owner.id, mvpd: mvpd) else {
                throw wrong("MVPD \(quoted(mvpd)) is not a temporary pass of requestor \(quoted(owner.id)).")
            }
            if pass.kind == .basic, target.needsIdentity {
                throw wrong("Temporary pass \(quoted(mvpd)) is a basic one: it belongs to devices and has no key.")
            }
            let holder: TemporaryPassAssignment.Holder
            switch target {
            case .all, .everyIdentity:
                let all = IntegrationKey(requestor: owner.id, mvpd: mvpd)
                return Decision(
                    (), changes: [.remove(StartedTemporaryPass.self, all), .remove(TemporaryPassAssignment.self, all)])
            case .device(let device): holder = .init(requestor: owner.id, mvpd: mvpd, kind: .device, value: device)
            case .identity(let identity): holder = .init(requestor: owner.id, mvpd: mvpd, kind: .identity, value: identity)
            }
            guard let started = state.startedTemporaryPass(of: holder) else { return Decision(()) }
            return Decision((), changes: [.remove(StartedTemporaryPass.self, started.recordKey)])
        }
    }
}
