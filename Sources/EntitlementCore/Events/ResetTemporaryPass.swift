import TVWorld

/// Resets a temporary pass for a device, a user or all: `DELETE /reset-tempass/v3/reset`, `…/reset/generic`, and the
/// administration's `DELETE /admin/v1/temporary-passes`.
public struct ResetTemporaryPass: EntitlementEvent {
    /// The caller.
    public enum Caller: Sendable, Equatable {
        /// A client of an access token.
        case client(String)
        /// The administration.
        case administrator
    }

    /// The holders whose pass is reset.
    public enum Target: Sendable, Equatable {
        /// All.
        case all
        /// All users; the pass must be promotional, for which this means all holders.
        case everyIdentity
        /// A device.
        case device(String)
        /// A user, by the SHA-256 of the user's identity in hexadecimal digits.
        case identity(String)
    }

    public var journalEvent: JournalEvent { .temporaryPassReset }

    /// The caller.
    public var caller: Caller
    /// The requestor.
    public var requestor: String?
    /// The MVPD identifier of the temporary pass.
    public var mvpd: String?
    /// The holders whose pass is reset.
    public var target: Target

    /// Creates a reset.
    public init(caller: Caller, requestor: String?, mvpd: String?, target: Target) {
        self.caller = caller
        self.requestor = requestor
        self.mvpd = mvpd
        self.target = target
    }

    public var journalDetails: [String: String] {
        var details = ["requestor": requestor ?? "", "mvpd": mvpd ?? ""]
        switch target {
        case .all, .everyIdentity: details["target"] = "all"
        case .device(let device): details["deviceId"] = device
        case .identity(let identity): details["key"] = identity
        }
        return details
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        let requestor = try admit(state)
        guard let mvpd, !mvpd.isEmpty else { throw wrong("The temporary pass must be named (mvpd_id).", requestor) }
        guard let pass = state.world.temporaryPass(requestor: requestor.id, mvpd: mvpd) else {
            throw wrong("MVPD \(quoted(mvpd)) is not a temporary pass of requestor \(quoted(requestor.id)).", requestor)
        }
        if pass.kind == .basic, target.needsIdentity {
            throw wrong("Temporary pass \(quoted(mvpd)) is a basic one: it belongs to devices and has no key.", requestor)
        }
        let holder: TemporaryPassAssignment.Holder
        switch target {
        case .all, .everyIdentity:
            let all = IntegrationKey(requestor: requestor.id, mvpd: mvpd)
            return Decision((), changes: [.remove(StartedTemporaryPass.self, all), .remove(TemporaryPassAssignment.self, all)])
        case .device(let device):
            holder = .init(requestor: requestor.id, mvpd: mvpd, kind: .device, value: device)
        case .identity(let identity):
            holder = .init(requestor: requestor.id, mvpd: mvpd, kind: .identity, value: identity)
        }
        guard let assignment = state.temporaryPassAssignments[holder], state.startedTemporaryPasses[assignment.passKey] != nil
        else {
            return Decision(())
        }
        return Decision((), changes: [.remove(StartedTemporaryPass.self, assignment.passKey)])
    }

    private func admit(_ state: EntitlementState) throws(Refusal) -> Requestor {
        switch caller {
        case .client(let id): return try state.admit(clientID: id, requestor: requestor)
        case .administrator: return try state.knownRequestor(requestor ?? "")
        }
    }

    private func wrong(_ message: String, _ requestor: Requestor) -> Refusal {
        requestor.refusal(400, .badRequest, message)
    }
}

extension ResetTemporaryPass.Target {
    /// Whether it concerns users, which only promotional passes have.
    fileprivate var needsIdentity: Bool {
        switch self {
        case .all, .device: false
        case .everyIdentity, .identity: true
        }
    }
}
