/// The events of the entitlement library: every call of the app, and every callback by the inner names of its selector.
extension EventName {
    private static func callback(_ name: String, _ details: [String], _ meaning: String) -> EventName {
        EventName("library.\(name)", [.library], details, meaning)
    }

    private static func call(_ name: String, _ details: [String] = [], isOpen: Bool = false) -> EventName {
        EventName("library.call.\(name)", [.library], details, isOpen: isOpen, "The app called \(name).")
    }

    static let library: [EventName] = calls + callbacks

    private static let calls: [EventName] = [
        call("setRequestor", ["requestor", "serviceProviders"]),
        call("setOptions", isOpen: true),
        call("checkAuthentication"),
        call("getAuthentication", ["forceAuthn", "data", "filter"]),
        call("setSelectedProvider", ["mvpd"]),
        call("handleExternalURL", ["url"]),
        call("checkAuthorization", ["resource"]),
        call("getAuthorization", ["resource"]),
        call("checkPreauthorizedResources", ["resources", "cache"]),
        call("preauthorize", ["resources"]),
        call("getMetadata", isOpen: true),
        call("getSelectedProvider"),
        call("logout"),
    ]

    private static let callbacks: [EventName] = [
        callback("setRequestorComplete", ["status"], "setRequestor completed: 1 if it succeeded."),
        callback("setAuthenticationStatus", ["status", "code"], "Whether the user is logged in: 1 if so."),
        callback("displayProviderDialog", ["mvpds"], "The app must show its own list of providers."),
        callback("presentTvProviderDialog", [], "The app must present the system's dialog."),
        callback("dismissTvProviderDialog", [], "The app must dismiss the system's dialog."),
        callback("navigateToUrl", ["url", "useSVC"], "The app must show a page."),
        callback("preauthorizedResources", ["resources"], "The resources that checkPreauthorizedResources authorized."),
        callback("setToken", ["resource"], "The app got a media token; the token itself is not recorded."),
        callback("tokenRequestFailed", ["resource", "code", "description"], "An authorization failed."),
        callback("selectedProvider", ["mvpd"], "The provider of the login, or null."),
        callback("setMetadataStatus", ["metadata", "encrypted", "key", "arguments"], "The result of getMetadata."),
        callback("sendTrackingData", ["event", "data"], "Data for the app's analytics."),
        callback(
            "status", ["errorId", "level", "message", "details", "resource", "regCode", "registrationURL"],
            "An advanced status: errorId is its code."),
        callback("onResponse", ["code", "resources"], "The service's response to preauthorize."),
        callback("onFailure", ["code", "resources"], "The reason why preauthorize failed."),
    ]
}
