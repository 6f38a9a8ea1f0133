import HTTPTypes
import TVWorld

extension FaultPoint {
    /// The point that a request comes to; nil for those that no fault strikes: administration, dashboard, metrics, health, pages for
    /// codes, and what is not there.
    init?(_ method: HTTPRequest.Method, path: String) {
        let parts = path.split(separator: "/").map { FormatRule.withoutSuffix(String($0)).text }
        let rest = Array(parts.dropFirst(2))
        switch (parts.first, parts.dropFirst().first) {
        case ("o", "client"):
            guard let point = [["register"]: FaultPoint.registration, ["token"]: .accessToken][rest] else { return nil }
            self = point
        case ("api", "v1"):
            guard let point = Self.point(method, rest) else { return nil }
            self = point
        case ("reggie", "v1"): self = .registrationCode
        case ("adobe-services", "authenticate"): self = .webLogin
        case ("adobe-services", "logout"): self = .logout
        case ("sp", "saml"): self = rest == ["SAMLAssertionConsumer"] ? .webLogin : .logout
        case ("mvpd", _): self = .providerPages
        default: return nil
        }
    }

    private static func point(_ method: HTTPRequest.Method, _ parts: [String]) -> FaultPoint? {
        switch (parts.first, parts.dropFirst().first) {
        case ("config", _?): .configuration
        case ("authenticate", nil): .webLogin
        case ("authenticate", "freepreview"): .temporaryPass
        case ("tokens", "authn"): method == .post ? .exchange : .authentication
        case ("tokens", "authz"): .authorization
        case ("tokens", "media"), ("mediatoken", _): .mediaToken
        case ("tokens", "usermetadata"): .userMetadata
        case ("checkauthn", _): .authentication
        case ("authorize", _): .authorize
        case ("preauthorize", _): .preauthorize
        case ("logout", _): .logout
        case (_?, "profile-requests"): .profile
        default: nil
        }
    }
}
