extension Command {
    /// The name of the command.
    var name: String {
        switch self {
        case .setRequestor: "setRequestor"
        case .setOptions: "setOptions"
        case .checkAuthentication: "checkAuthentication"
        case .getAuthentication: "getAuthentication"
        case .setSelectedProvider: "setSelectedProvider"
        case .handleExternalURL: "handleExternalURL"
        case .checkAuthorization: "checkAuthorization"
        case .getAuthorization: "getAuthorization"
        case .checkPreauthorizedResources: "checkPreauthorizedResources"
        case .preauthorize: "preauthorize"
        case .getSelectedProvider: "getSelectedProvider"
        case .getMetadata: "getMetadata"
        case .logout: "logout"
        case .browse: "browse"
        case .login: "login"
        case .wait: "wait"
        case .help: "help"
        case .quit: "quit"
        }
    }

    /// Whether the library answers the command only after `setRequestor`.
    var needsRequestor: Bool {
        switch self {
        case .checkAuthentication, .getAuthentication, .setSelectedProvider, .handleExternalURL, .checkAuthorization,
            .getAuthorization, .checkPreauthorizedResources, .getSelectedProvider, .getMetadata, .logout:
            true
        case .setRequestor, .setOptions, .preauthorize, .browse, .login, .wait, .help, .quit: false
        }
    }
}
