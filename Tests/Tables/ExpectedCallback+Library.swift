/// The texts with which the library's error constants are defined.
public enum ErrorText {
    /// `USER_NOT_AUTHENTICATED_ERROR`
    public static let userNotAuthenticated = "User Not Authenticated Error"
    /// `PROVIDER_NOT_SELECTED_ERROR`
    public static let providerNotSelected = "Provider not Selected Error"
    /// `PROVIDER_NOT_AVAILABLE_ERROR`
    public static let providerNotAvailable = "Provider not Available Error"
    /// `GENERIC_AUTHENTICATION_ERROR`
    public static let genericAuthentication = "Generic Authentication Error"
    /// `USER_NOT_AUTHORIZED_ERROR`
    public static let userNotAuthorized = "User not Authorized Error"
}

extension ExpectedCallback {
    /// `setRequestorComplete(_:)`
    static func setRequestorComplete(_ status: Int) -> Self {
        Self("setRequestorComplete", ["status": .exactly(.integer(status))])
    }

    /// `setAuthenticationStatus(1, "")`
    static let authenticated = Self(
        "setAuthenticationStatus", ["status": .exactly(.integer(1)), "code": .exactly(.text(""))])

    /// `setAuthenticationStatus(0, code)`
    static func notAuthenticated(_ code: String = ErrorText.userNotAuthenticated) -> Self {
        Self("setAuthenticationStatus", ["status": .exactly(.integer(0)), "code": .exactly(.text(code))])
    }

    /// `status(_:)` with an identifier, a level, and keys whose text must not be empty.
    static func status(_ errorID: String, _ level: String, having keys: String...) -> Self {
        var parameters: [String: Expectation] = [
            "errorId": .exactly(.text(errorID)), "level": .exactly(.text(level)),
        ]
        for key in keys { parameters[key] = .someText }
        return Self("status", parameters)
    }

    /// `displayProviderDialog(_:)` with the MVPDs of these identifiers, in this order.
    static func displayProviderDialog(_ mvpds: [String]) -> Self {
        Self(
            "displayProviderDialog",
            ["mvpds": .list(mvpds.map { .object(["ID": .exactly(.text($0)), "displayName": .someText]) })])
    }

    /// `presentTvProviderDialog(_:)`
    static let presentTvProviderDialog = Self("presentTvProviderDialog", [:])

    /// `dismissTvProviderDialog(_:)`
    static let dismissTvProviderDialog = Self("dismissTvProviderDialog", [:])

    /// `navigate(toUrl:)`, or `navigate(toUrl:useSVC:)` with true; the page is the service's.
    static func navigateToUrl(usesSVC: Bool = false) -> Self {
        Self("navigateToUrl", ["url": .someText, "useSVC": .exactly(usesSVC ? .flag(true) : .null)])
    }

    /// `status(_:)` with a registration code to enter on a second screen.
    static let registrationCode = status("REGCODE", "success", having: "message", "regCode", "registrationURL")

    /// TRACKING_AUTHENTICATION with success.
    static func trackingAuthenticated(_ mvpd: String, isCached: Bool, platform: DecisionRow.Platform = .ios) -> Self {
        tracking(
            0, [.exactly(.text("true")), .exactly(.text(mvpd)), .someText, .exactly(.text("\(isCached)"))], platform)
    }

    /// TRACKING_AUTHENTICATION without success.
    static func trackingNotAuthenticated(platform: DecisionRow.Platform = .ios) -> Self {
        tracking(0, ["false", "", "", ""].map { .exactly(.text($0)) }, platform)
    }

    /// TRACKING_AUTHORIZATION with success.
    static func trackingAuthorized(_ mvpd: String, isCached: Bool, platform: DecisionRow.Platform = .ios) -> Self {
        tracking(
            1,
            [.exactly(.text("true")), .exactly(.text(mvpd)), .someText, .exactly(.text("\(isCached)"))]
                + ["", ""].map { .exactly(.text($0)) }, platform)
    }

    /// TRACKING_AUTHORIZATION without success: the error's constant, and details if a text is expected.
    static func trackingNotAuthorized(
        _ error: String, details: Expectation = .exactly(.text("")), platform: DecisionRow.Platform = .ios
    ) -> Self {
        tracking(1, ["false", "", "", "", error].map { .exactly(.text($0)) } + [details], platform)
    }

    /// TRACKING_GET_SELECTED_PROVIDER.
    static func trackingSelected(_ mvpd: String, platform: DecisionRow.Platform = .ios) -> Self {
        tracking(2, [.exactly(.text(mvpd))], platform)
    }

    /// `setToken(_:forResource:)`
    static func setToken(_ resource: String) -> Self {
        Self("setToken", ["token": .someText, "resource": .exactly(.text(resource))])
    }

    /// `tokenRequestFailed(_:errorCode:errorDescription:)`
    static func tokenRequestFailed(
        _ resource: String, _ code: String, description: Expectation = .exactly(.text(""))
    ) -> Self {
        Self(
            "tokenRequestFailed",
            ["resource": .exactly(.text(resource)), "code": .exactly(.text(code)), "description": description])
    }

    /// `selectedProvider(_:)`
    static func selectedProvider(_ mvpd: String?) -> Self {
        Self("selectedProvider", ["mvpd": mvpd.map { .object(["ID": .exactly(.text($0))]) } ?? .exactly(.null)])
    }

    /// `setMetadataStatus(_:encrypted:forKey:andArguments:)` for user metadata.
    static func userMetadata(_ value: Expectation) -> Self {
        Self("setMetadataStatus", ["metadata": value, "encrypted": .exactly(.flag(false)), "key": .exactly(.integer(3))])
    }

    /// `preauthorizedResources(_:)`
    static func preauthorizedResources(_ resources: [String]) -> Self {
        Self("preauthorizedResources", ["resources": .exactly(.list(resources.map(Value.text)))])
    }

    /// `onResponse` of `preauthorize` with one decision for each resource.
    static func decisions(_ decisions: [(resource: String, isAuthorized: Bool)]) -> Self {
        Self(
            "onResponse",
            [
                "status": .exactly(.null),
                "decisions": .list(
                    decisions.map {
                        .object(["id": .exactly(.text($0.resource)), "authorized": .exactly(.flag($0.isAuthorized))])
                    }),
            ])
    }

    /// `onResponse` or `onFailure` of `preauthorize` with a status and without decisions.
    static func preauthorizeStatus(_ callback: String, _ status: Int, _ code: String, action: String) -> Self {
        Self(
            callback,
            [
                "status": .object([
                    "status": .exactly(.integer(status)), "code": .exactly(.text(code)), "action": .exactly(.text(action)),
                    "message": .someText,
                ]),
                "decisions": .exactly(.list([])),
            ])
    }

    private static func tracking(_ event: Int, _ data: [Expectation], _ platform: DecisionRow.Platform) -> Self {
        let device = platform == .ios ? ["mobile", "ios", "iOS"] : ["unknown", "ios", "tvOS"]
        return Self(
            "sendTrackingData",
            ["event": .exactly(.integer(event)), "data": .list(data + device.map { .exactly(.text($0)) })])
    }
}
