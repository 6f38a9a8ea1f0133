// The use of another requestor's login on this device.
extension Model {
    /// A login on the web that another requestor has.
    struct OtherLogin: Sendable {
        let requestor: String
        let mvpd: String
    }

    /// The valid logins of other requestors on this device, the newest first.
    var otherLogins: [OtherLogin] {
        let isHere = { (token: Token) in token.device == world.device && token.expires > world.now }
        return tokens.filter { $0.key != requestor }
            .flatMap { other, known in known.values.filter { $0.source == .regular && isHere($0) }.map { (other, $0) } }
            .sorted { ($0.1.storedAt, $0.1.mvpd, $0.0) > ($1.1.storedAt, $1.1.mvpd, $1.0) }
            .map { OtherLogin(requestor: $0.0, mvpd: $0.1.mvpd) }
    }

    /// Has the service extend another requestor's login to this one, unless the MVPD authenticates users for each requestor.
    ///
    /// - Returns: Whether it did.
    mutating func share(_ others: [OtherLogin]) -> Bool {
        guard let other = others.first(where: { [.passive, nil].contains(configured($0.mvpd)?.provider.kind) == false }),
            let service = configured(other.mvpd)?.service
        else { return false }
        let mvpd = other.mvpd
        let reply = reach(.exchange, service)
        if reply == .otherDevice { raise(["SEC412"]) }
        guard reply == .answer, let login = serviceLogins[service]?[other.requestor], login.mvpd == mvpd,
            login.expires > world.now, world.provider(mvpd, of: service) != nil
        else { return false }
        logIn(mvpd, at: service)
        switch fetch(mvpd, from: service, .regular) {
        case .stored: return true
        case .failed(let codes): raise(codes.filter { $0 == "SEC412" })
        default: break
        }
        return false
    }

    /// The end of a `setRequestor`: possibly with a page without a prompt (N001).
    mutating func complete(_ others: [OtherLogin]) {
        let passive = others.compactMap { configured($0.mvpd) }.first { $0.provider.kind == .passive }
        guard world.platform == .ios, open == nil, usableTokens.isEmpty, let passive else {
            return emit("setRequestorComplete(1)")
        }
        let reply = reach(.registrationCode, passive.service)
        guard reply == .answer else {
            if reply == .otherDevice { raise(["SEC412"]) }
            return emit("setRequestorComplete(1)")
        }
        raise(["N001"])
        emit("setRequestorComplete(1)")
        let shown = Page(
            mvpd: passive.provider.mvpd, service: passive.service, requestor: requestor, former: presentTokens, isPassive: true)
        page = shown
        open = OpenLogin(isUnasked: true, page: shown)
        navigate(to: passive.provider)
    }

    /// Whether a call of the app waits for the open login.
    var isAwaited: Bool { open.map { !$0.isUnasked } ?? false }

    /// Drops a login that no call requested; its end is not reported.
    mutating func dropUnaskedLogin() {
        guard open?.isUnasked == true else { return }
        leavePage()
        open = nil
    }

    /// The page has ended without a session: a call that waits now leads to a prompt.
    mutating func endPassivePage() {
        leavePage()
        guard isAwaited else {
            open = nil
            track(nil)
            raise(["N000"])
            return result(false, Text.notAuthenticated)
        }
        follow(login(isForced: false, maySwitch: true), open?.filter ?? Filter())
    }
}
