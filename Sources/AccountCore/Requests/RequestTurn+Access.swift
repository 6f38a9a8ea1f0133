import Encodings
import TVWorld

/// The permission: rows A5–A8, A10, A11 and E3; automatic sign-in.
extension RequestTurn {
    mutating func beginAccess(_ run: inout RunningRequest) {
        let app = run.request.application
        let status = device.accessStatus(of: app)
        guard usageDescription(of: run.request) != nil else {
            return end(.fail(.usageDescriptionMissing(status, app: app)), &run)
        }
        if isVoucherUsed(app) {
            return store([.accessSet(app, .granted)], then: .complete(.access(.granted)), &run)
        }
        guard status == .notDetermined else { return end(.complete(.access(status)), &run) }
        guard device.isRegionSupported else { return end(.fail(.unsupportedRegion(device.region)), &run) }
        askAccess(&run)
    }

    /// The reason that the app gives for its access; nil if it gives none.
    func usageDescription(of request: InterruptingRequest) -> String? {
        let text = request.usageDescription ?? device.applications[request.application]?.usageDescription
        return text?.isEmpty == false ? text : nil
    }

    /// Whether access is granted only by a voucher, which must be stored.
    func isVoucherUsed(_ app: ApplicationID) -> Bool {
        device.permissions[app] == .notDetermined && device.holdsVoucher(app)
    }

    /// Opens the permission prompt, which contains the name of the signed-in provider.
    mutating func askAccess(_ run: inout RunningRequest) {
        let usage = usageDescription(of: run.request) ?? ""
        let provider = device.storedAccount.flatMap { device.provider(id: $0.provider)?.name }
        ask(.access(AccessQuestion(usageDescription: usage, providerName: provider)), &run)
    }

    mutating func answerAccess(_ answer: PromptAnswer, _ run: inout RunningRequest) {
        let app = run.request.application
        let isMetadata = run.request.metadata != nil
        switch answer {
        case .granted:
            store(
                [.accessSet(app, .granted)], then: isMetadata ? nil : .complete(.access(.granted)), &run)
        case .denied:
            store(
                [.accessSet(app, .denied)],
                then: isMetadata ? .fail(.accessNotGranted(.denied, app: app)) : .complete(.access(.denied)), &run)
        default:
            var error = VSError.userCancelled("the permission prompt was dismissed without an answer")
            error.accessStatus = .notDetermined
            end(.fail(error), &run)
        }
    }

    mutating func beginAutoSignIn(_ run: inout RunningRequest) {
        switch device.userAccounts.authorization(of: run.request.application) {
        case .notDetermined: ask(.autoSignIn, &run)
        case .granted: decideAutoSignIn(.granted, &run)
        case .denied: endAutoSignIn(.denied, &run)
        }
    }

    /// Processes the answer about automatic sign-in; after a dismissal the app may ask again.
    mutating func answerAutoSignIn(_ answer: PromptAnswer, _ run: inout RunningRequest) {
        switch answer {
        case .granted: decideAutoSignIn(.granted, &run)
        case .denied: decideAutoSignIn(.denied, &run)
        default: endAutoSignIn(.notDetermined, &run)
        }
    }

    mutating func endAutoSignIn(_ authorization: AutoSignInAuthorization, _ run: inout RunningRequest) {
        end(.complete(.autoSignIn(authorization, context: "")), &run)
    }

    private mutating func decideAutoSignIn(_ authorization: AutoSignInAuthorization, _ run: inout RunningRequest) {
        let context = authorization == .granted ? hexadecimal(environment.random) : ""
        store(
            [.userAccount(.autoSignInDecided(authorization, context: context), of: run.request.application)],
            then: .complete(.autoSignIn(authorization, context: context)), &run)
    }
}
