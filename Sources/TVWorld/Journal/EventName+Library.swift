/// The events of the entitlement library: every call of the app, and every callback by the inner names of its selector.
extension EventName {
    private static func callback(
        _ name: String, _ details: [String], _ meaning: String
    ) -> EventName {
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
        callback("setRequestorComplete", ["status"], "setRequestor is done: 1 when it succeeded."),
        callback("setAuthenticationStatus", ["status", "code"], "Whether somebody is logged in: 1 when so."),
        callback("displayProviderDialog", ["mvpds"], "The app has to show its own list of providers."),
        callback("presentTvProviderDialog", [], "The app has to present the system's dialog."),
        callback("dismissTvProviderDialog", [], "The app has to dismiss the system's dialog."),
        callback("navigateToUrl", ["url", "useSVC"], "The app has to show a page."),
        callback("preauthorizedResources", ["resources"], "The resources that checkPreauthorizedResources found allowed."),
        callback("setToken", ["resource"], "The app got a media token; the token itself is not written down."),
        callback("tokenRequestFailed", ["resource", "code", "description"], "An authorization failed."),
        callback("selectedProvider", ["mvpd"], "The provider of the login; null when there is none."),
        callback("setMetadataStatus", ["metadata", "encrypted", "key", "arguments"], "The answer to getMetadata."),
        callback("sendTrackingData", ["event", "data"], "What the app may report to its analytics."),
        callback(
            "status", ["errorId", "level", "message", "details", "resource", "regCode", "registrationURL"],
            "An advanced status: errorId is its code."),
        callback("onResponse", ["code", "resources"], "The service's answer to preauthorize."),
        callback("onFailure", ["code", "resources"], "Why preauthorize got no answer."),
    ]
}
