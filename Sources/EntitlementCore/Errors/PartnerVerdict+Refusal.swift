import TVWorld

extension PartnerVerdict {
    /// The refusal of a call that needs the system account; nil if it may be used.
    var refusal: Refusal? {
        let (code, reason): (ErrorCode, String)
        switch self {
        case .absent:
            code = .partnerAccessMissing
            reason = "is required: a Base64-encoded JSON object with frameworkPermissionInfo.accessStatus"
        case .undetermined:
            code = .partnerAccessUndetermined
            reason = "says that the user has not decided about access to the system account"
        case .denied: (code, reason) = (.partnerAccessDenied, "says that the app has no access to the system account")
        case .noProvider:
            code = .partnerProviderUndetermined
            reason = "names no provider of the service (frameworkProviderInfo.id)"
        case .otherProvider:
            code = .partnerProviderMismatch
            reason = "names another provider than the call (frameworkProviderInfo.id)"
        case .expired:
            code = .partnerSignInExpired
            reason = "says that the sign-in has expired (frameworkProviderInfo.expirationDate)"
        case .accepted: return nil
        }
        return Refusal(400, code, "AP-Partner-Framework-Status \(reason).")
    }
}
