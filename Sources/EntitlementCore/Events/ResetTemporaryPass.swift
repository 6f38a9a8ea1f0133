import TVWorld

/// Gives a new trial of a temporary pass to a device, a user or everybody: `DELETE /reset-tempass/v3/reset`, `…/reset/generic`,
/// and the administration's `DELETE /admin/v1/temporary-passes`.
public struct ResetTemporaryPass: EntitlementEvent {
    /// Who resets.
    public enum Caller: Sendable, Equatable {
        /// A client of an access token.
        case client(String)
        /// The administration.
        case administrator
    }

    /// Whose trial is forgotten.
    public enum Target: Sendable, Equatable {
        /// Everybody's.
        case all
        /// Every user's; the pass must be a promotional one, for which it is everybody's.
        case everyIdentity
        /// That of a device.
        case device(String)
        /// That of a user, by the SHA-256 in hexadecimal digits of what identifies the user.
        case identity(String)
    }

    /// Nothing; a trial that nobody has is answered alike.
    public typealias Answer = Void

    public static let journalEvent = JournalEvent.temporaryPassReset

    /// Who resets.
    public var caller: Caller
    /// The requestor.
    public var requestor: String?
    /// The MVPD identifier of the temporary pass.
    public var mvpd: String?
    /// Whose trial is forgotten.
    public var target: Target

    /// A reset.
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

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let requestor = try admit(state)
        guard let mvpd, !mvpd.isEmpty else { throw wrong("The temporary pass has to be named (mvpd_id).", requestor) }
        guard let pass = state.world.temporaryPass(requestor: requestor.id, mvpd: mvpd) else {
            throw wrong("MVPD \(quoted(mvpd)) is no temporary pass of requestor \(quoted(requestor.id)).", requestor)
        }
        if pass.kind == .basic, target.needsIdentity {
            throw wrong("Temporary pass \(quoted(mvpd)) is a basic one: its trials are devices' and have no key.", requestor)
        }
        let holder: TemporaryPassClaim.Holder
        switch target {
        case .all, .everyIdentity: return Decision((), changes: [.removeTemporaryPassUses(requestor: requestor.id, mvpd: mvpd)])
        case .device(let device):
            holder = .init(requestor: requestor.id, mvpd: mvpd, kind: .device, value: device)
        case .identity(let identity):
            holder = .init(requestor: requestor.id, mvpd: mvpd, kind: .identity, value: identity)
        }
        guard let claim = state.temporaryPassClaims[holder], state.temporaryPassUses[claim.useKey] != nil else {
            return Decision(())
        }
        return Decision((), changes: [.removeTemporaryPassUse(claim.useKey)])
    }

    private func admit(_ state: EntitlementState) throws(Refusal) -> Requestor {
        switch caller {
        case .client(let id): return try state.admit(clientID: id, requestor: requestor)
        case .administrator:
            guard let requestor = state.world.requestor(id: requestor ?? "") else {
                throw .notFound("Requestor \(quoted(requestor ?? "")) is unknown.")
            }
            return requestor
        }
    }

    private func wrong(_ message: String, _ requestor: Requestor) -> Refusal {
        Refusal(400, .badRequest, message).enhanced(requestor.hasEnhancedErrors)
    }
}

extension ResetTemporaryPass.Target {
    /// Whether it is about users, whom only promotional passes know.
    fileprivate var needsIdentity: Bool {
        switch self {
        case .all, .device: false
        case .everyIdentity, .identity: true
        }
    }
}
