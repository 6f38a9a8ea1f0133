import TVWorld

extension PartnerVerdict {
    /// The refusal of a call that needs the system account; nil if it may be used.
    var refusal: Refusal? {
        let reason: String
        switch self {
        case .absent: reason = "is required: a Base64-encoded JSON object with frameworkPermissionInfo.accessStatus"
        case .undetermined: reason = "says that the user has not decided about access to the system account"
        case .denied: reason = "says that the app has no access to the system account"
        case .noProvider: reason = "names no provider of the service (frameworkProviderInfo.id)"
        case .otherProvider: reason = "names another provider than the call (frameworkProviderInfo.id)"
        case .expired: reason = "says that the sign-in has expired (frameworkProviderInfo.expirationDate)"
        case .accepted: return nil
        }
        return errorCode.map { Refusal(400, $0, "AP-Partner-Framework-Status \(reason).") }
    }
}
