import EntitlementCore
import HTTPTypes
import TVWorld

extension FaultPoint {
    /// Returns the error that a fault causes here, in the form of the endpoint's own errors.
    ///
    /// A code of a list that this endpoint does not use, which a fault at `service.any` may have, becomes an internal error here.
    ///
    /// - Parameters:
    ///   - isEnhanced: Whether the requestor receives enhanced errors.
    ///   - isCheck: Whether the call only checks a sign-in.
    func error(_ name: String, isEnhanced: Bool, isCheck: Bool = false) -> ServiceError {
        let message = "A fault is set here: \(name)."
        let code = ErrorCode(rawValue: name) ?? (isVersion2 ? .internalServerError : .internalError)
        let refusal = Refusal(isVersion2 ? code.statusOfVersion2 : status(of: code, isCheck), code, message)
        switch self {
        case .registration, .accessToken:
            guard let error = RegistrationError(rawValue: name) else {
                return ServiceError(Refusal(500, .internalError, message))
            }
            return ServiceError(Refusal(registration: error, message))
        case .webLogin, .providerPages, .providerSAML, .sessionLogin: return ServiceError(login: refusal)
        case _ where isVersion2: return ServiceError(refusal)
        default:
            if let error = AccessError(rawValue: name) { return ServiceError(Refusal(access: error, message)) }
            let refusal = refusal.enhanced(isEnhanced)
            return refusesAtOnce ? ServiceError(authorization: refusal) : ServiceError(refusal)
        }
    }

    /// Returns the endpoint's HTTP status for an error code.
    private func status(of code: ErrorCode, _ isCheck: Bool) -> Int {
        let returnsToken = self == .authentication && !isCheck
        let denies = refusesAtOnce || self == .authentication
        return switch code {
        case .invalidRequestor, .invalidDeviceInformation, .invalidDeviceID, .badRequest, .missingResource,
            .malformedAuthorizationRequest, .invalidSAMLResponse, .invalidCode, .invalidRedirectURL, .unknownIntegration,
            .loginCompleted, .loginExpired, .sessionIssuerMismatch:
            400
        case .sessionMissing: returnsToken ? 404 : denies ? 403 : 412
        case .sessionExpired: returnsToken ? 410 : denies ? 403 : 412
        case .preauthorizationSessionMissing, .preauthorizationSessionExpired, .deviceMismatch: 412
        case .authorizationNotFound: self == .authorization ? 404 : 403
        case .authorizationExpired: self == .authorization ? 410 : 403
        case .temporaryAccessEnded: self == .temporaryPass ? 400 : 403
        case .internalError, .metadataCertificate, .temporaryAccessConfiguration, .logoutIncomplete: 500
        default: 403
        }
    }

    private var refusesAtOnce: Bool { self == .authorize || self == .mediaToken }
}

extension ErrorCode {
    /// The HTTP status of the code in REST v2, unless it depends on the endpoint.
    fileprivate var statusOfVersion2: Int {
        switch self {
        case .invalidClientApplication, .invalidClientServiceProvider: 401
        case .badRequest, .invalidIntegration, .invalidAuthenticationSession: 400
        case .internalServerError, .internalError: 500
        case _ where rawValue.hasPrefix("invalid_parameter_") || rawValue.hasPrefix("invalid_header_"): 400
        case _ where rawValue.hasPrefix("invalid_configuration_"): 500
        default: 403
        }
    }
}
