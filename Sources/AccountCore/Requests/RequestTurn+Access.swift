import Encodings
import TVWorld

/// The permission: rows A5–A8, A10, A11 and E3; automatic sign-in.
extension RequestTurn {
    mutating func beginAccess() {
        guard admitPrompts() else { return }
        if isVoucherUsed { return store([.accessSet(app, .granted)], then: .complete(.access(.granted))) }
        let status = device.accessStatus(of: app)
        guard status == .notDetermined else { return end(.complete(.access(status))) }
        guard device.isRegionSupported else { return end(.fail(.unsupportedRegion(device.region))) }
        askAccess()
    }

    /// Ends the request if the app gives no reason for its access, without which the user cannot be prompted.
    ///
    /// - Returns: Whether the request continues.
    mutating func admitPrompts() -> Bool {
        if usageDescription != nil { return true }
        end(.fail(.usageDescriptionMissing(device.accessStatus(of: app), app: app)))
        return false
    }

    /// The reason that the app gives for its access; nil if it gives none.
    private var usageDescription: String? {
        let text = run.request.usageDescription ?? device.applications[app]?.usageDescription
        return text?.isEmpty == false ? text : nil
    }

    /// Whether access is granted only by a voucher, which must be stored.
    var isVoucherUsed: Bool { device.permissions[app] == .notDetermined && device.holdsVoucher(app) }

    /// Opens the permission prompt, which contains the name of the signed-in provider.
    mutating func askAccess() {
        let provider = device.signedInAccount.flatMap { device.provider(id: $0.provider)?.name }
        ask(.access(AccessQuestion(usageDescription: usageDescription ?? "", providerName: provider)))
    }

    mutating func answerAccess(_ answer: PromptAnswer) {
        let isMetadata = run.request.metadata != nil
        switch answer {
        case .granted: store([.accessSet(app, .granted)], then: isMetadata ? nil : .complete(.access(.granted)))
        case .denied:
            store(
                [.accessSet(app, .denied)],
                then: isMetadata ? .fail(.accessNotGranted(.denied, app: app)) : .complete(.access(.denied)))
        default:
            var error = VSError.userCancelled("the permission prompt was dismissed without an answer")
            error.accessStatus = .notDetermined
            end(.fail(error))
        }
    }

    mutating func beginAutoSignIn() {
        switch device.userAccounts.authorization(of: app) {
        case .notDetermined: ask(.autoSignIn)
        case .granted: decideAutoSignIn(.granted)
        case .denied: endAutoSignIn(.denied)
        }
    }

    /// Processes the answer about automatic sign-in; after a dismissal the app may ask again.
    mutating func answerAutoSignIn(_ answer: PromptAnswer) {
        switch answer {
        case .granted: decideAutoSignIn(.granted)
        case .denied: decideAutoSignIn(.denied)
        default: endAutoSignIn(.notDetermined)
        }
    }

    mutating func endAutoSignIn(_ authorization: AutoSignInAuthorization) {
        end(.complete(.autoSignIn(authorization, context: "")))
    }

    private mutating func decideAutoSignIn(_ authorization: AutoSignInAuthorization) {
        let context = authorization == .granted ? hexadecimal(environment.random) : ""
        store(
            [.userAccount(.autoSignInDecided(authorization, context: context), of: app)],
            then: .complete(.autoSignIn(authorization, context: context)))
    }
}
