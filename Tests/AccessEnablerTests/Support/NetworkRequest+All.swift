import ServiceAccess

@testable import AccessEnabler

extension NetworkRequest {
    private static let setRequestor = LibraryCall.setRequestor(id: "REF30", serviceProviders: [])
    private static let getAuthentication = LibraryCall.getAuthentication(isForced: false, data: [:], filter: [:])
    private static let loginCalls: [LibraryCall] = [setRequestor, getAuthentication, .setSelectedProvider("GammaSat")]

    /// Every request of the library.
    static let all: [NetworkRequest] =
        setRequestorRequests + exchangeRequests(setRequestor, silentExchange)
        + exchangeRequests(getAuthentication, login, preparation: [setRequestor]) + sessionRequests + providerRequests

    // setRequestor up to its configuration.
    private static let setRequestorRequests = [
        ("POST", "/o/client/register"), ("POST", "/o/client/token"), ("GET", "/api/v1/config/REF30"),
    ].map { method, path in
        NetworkRequest(description: "setRequestor, \(path)", method: method, path: path, call: setRequestor) { kind in
            switch kind {
            case .usual: ["setRequestorComplete 1"]
            case .network, .passing, .foreign, .unreadable: ["status CFG404", "setRequestorComplete 0"]
            case .insecure: ["status SEC420", "setRequestorComplete 0"]
            case .failure(let status): ["status CFG\(status)", "setRequestorComplete 0"]
            // No login is requested yet.
            case .otherDevice: ["status CFG404", "setRequestorComplete 0"]
            }
        }
    }

    // The silent exchange.
    private static func exchangeRequests(
        _ call: LibraryCall, _ callbacks: @escaping @Sendable (NetworkSituation.Kind) -> [String], preparation: [LibraryCall] = []
    ) -> [NetworkRequest] {
        [
            ("GET", "/api/v1/REF30/profile-requests/AlphaCable"), ("POST", "/api/v1/tokens/authn"),
            ("GET", "/api/v1/tokens/authn"), ("GET", "/api/v1/tokens/usermetadata"),
        ].map { method, path in
            NetworkRequest(
                description: "\(preparation.isEmpty ? "setRequestor" : "getAuthentication"), \(method) \(path)", method: method,
                path: path, preparation: preparation, isLogin: !preparation.isEmpty, call: call
            ) { kind in
                // The login is valid without the user metadata, and any 2xx means that the response was accepted.
                let isEnough = path.hasSuffix("usermetadata") && kind != .otherDevice
                if isEnough || (method == "POST" && kind == .unreadable) { return callbacks(.usual) }
                return callbacks(kind)
            }
        }
    }

    @Sendable private static func silentExchange(_ kind: NetworkSituation.Kind) -> [String] {
        switch kind {
        case .insecure: ["status SEC420", "setRequestorComplete 1"]
        case .otherDevice: ["status SEC412", "setRequestorComplete 1"]
        default: ["setRequestorComplete 1"]
        }
    }

    @Sendable private static func login(_ kind: NetworkSituation.Kind) -> [String] {
        switch kind {
        case .usual: ["setAuthenticationStatus 1 "]
        case .insecure: ["status SEC420", "status VSA503", "displayProviderDialog"]
        case .otherDevice: ["status SEC412", "status VSA503", "displayProviderDialog"]
        default: ["status VSA503", "displayProviderDialog"]
        }
    }

    // With a session.
    private static let sessionRequests = [
        NetworkRequest(
            description: "handleExternalURL", method: "GET", path: "/api/v1/tokens/authn", preparation: loginCalls,
            isSignedIn: false, call: .handleExternalURL("adobepass://ios.app")
        ) { kind in
            // Nobody has logged in on the page.
            failedLogin(kind == .usual ? "N130" : "N500", kind)
        },
        NetworkRequest(
            description: "authorize", method: "GET", path: "/api/v1/authorize", preparation: [setRequestor],
            call: .getAuthorization(resource: "news", data: [:]), callbacks: authorization),
        NetworkRequest(
            description: "tokens/media", method: "GET", path: "/api/v1/tokens/media", preparation: [setRequestor],
            call: .checkAuthorization(resource: "news", data: [:]), callbacks: authorization),
        NetworkRequest(
            description: "checkPreauthorizedResources", method: "GET", path: "/api/v1/preauthorize", preparation: [setRequestor],
            call: .checkPreauthorizedResources(["news"], usesCache: false)
        ) { kind in
            switch kind {
            case .usual: ["preauthorizedResources news"]
            case .insecure: ["status SEC420", "preauthorizedResources "]
            case .otherDevice: ["status SEC412", "preauthorizedResources "]
            default: ["status P100", "preauthorizedResources "]
            }
        },
        NetworkRequest(
            description: "preauthorize", method: "GET", path: "/api/v1/preauthorize", preparation: [setRequestor],
            call: .preauthorize(resources: ["news"], usesCache: false)
        ) { kind in
            switch kind {
            case .usual: ["onResponse 1"]
            case .network, .passing, .insecure, .failure(429): ["onFailure network_error"]
            case .failure(500): ["onResponse internal_error"]
            case .otherDevice: ["onResponse device_id_mismatch"]
            case .foreign, .unreadable, .failure: ["onFailure server_response_format_unknown"]
            }
        },
        NetworkRequest(
            description: "getMetadata", method: "GET", path: "/api/v1/tokens/usermetadata",
            preparation: [setRequestor, .getAuthorization(resource: "news", data: [:])],
            call: .getMetadata(arguments: ["opCode": .integer(3), "user_metadata_name": .text("userID")])
        ) { kind in
            switch kind {
            case .usual, .network, .passing, .foreign, .failure(429): ["setMetadataStatus"]
            case .insecure: ["status SEC420", "setMetadataStatus"]
            case .otherDevice: ["status SEC412", "setMetadataStatus"]
            case .unreadable, .failure: ["status 500", "setMetadataStatus"]
            }
        },
        NetworkRequest(
            description: "logout", method: "DELETE", path: "/api/v1/logout", preparation: [setRequestor], call: .logout
        ) { kind in
            ["status VSA203"] + (kind == .insecure ? ["status SEC420"] : [])
                + ["setAuthenticationStatus 0 User Not Authenticated Error"]
        },
    ]

    // Logins at a provider that the app chose.
    private static let providerRequests = [
        NetworkRequest(
            description: "regcode on tvOS", method: "POST", path: "/reggie/v1/REF30/regcode",
            preparation: [setRequestor, getAuthentication], isSignedIn: false, isForTV: true,
            call: .setSelectedProvider("GammaSat")
        ) { kind in
            switch kind {
            case .usual: ["status REGCODE"]
            case .insecure: ["status SEC420", "status REG500", "setAuthenticationStatus 0 Generic Authentication Error"]
            case .otherDevice: ["status SEC412", "status REG500", "setAuthenticationStatus 0 User Not Authenticated Error"]
            default: ["status REG500", "setAuthenticationStatus 0 Generic Authentication Error"]
            }
        },
        NetworkRequest(
            description: "regcode", method: "POST", path: "/reggie/v1/REF30/regcode",
            preparation: [setRequestor, getAuthentication], isSignedIn: false, call: .setSelectedProvider("GammaSat")
        ) { kind in
            kind == .usual ? ["navigateToUrl"] : failedLogin("N500", kind)
        },
        NetworkRequest(
            description: "freepreview", method: "POST", path: "/api/v1/authenticate/freepreview", preparation: [setRequestor],
            isSignedIn: false, call: .setSelectedProvider("TempPass")
        ) { kind in
            // Any 2xx means that there is a login now.
            kind == .usual || kind == .unreadable
                ? ["status N011", "setAuthenticationStatus 1 "] : failedLogin("N500", kind)
        },
    ]

    @Sendable private static func failedLogin(_ code: String, _ kind: NetworkSituation.Kind) -> [String] {
        switch kind {
        case .insecure: ["status SEC420", "setAuthenticationStatus 0 Generic Authentication Error"]
        case .otherDevice: ["status SEC412", "setAuthenticationStatus 0 User Not Authenticated Error"]
        default: ["status \(code)", "setAuthenticationStatus 0 Generic Authentication Error"]
        }
    }

    @Sendable private static func authorization(_ kind: NetworkSituation.Kind) -> [String] {
        let refused = "tokenRequestFailed news User not Authorized Error"
        return switch kind {
        case .usual: ["setToken news"]
        case .insecure: ["status SEC420", refused]
        case .otherDevice:
            [
                "status SEC412", "status N000", "setAuthenticationStatus 0 User Not Authenticated Error",
                "tokenRequestFailed news User Not Authenticated Error",
            ]
        case .network, .passing, .foreign: ["status Z120", refused]
        case .failure(429): ["status Z100", refused]
        case .unreadable, .failure: ["status Z500", refused]
        }
    }
}
