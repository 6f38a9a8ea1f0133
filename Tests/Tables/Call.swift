/// A call of the library's API by the app.
public enum Call: Sendable, Equatable {
    /// `setRequestor(_:)`
    case setRequestor(String)
    /// `checkAuthentication()`
    case checkAuthentication
    /// `getAuthentication()`
    case getAuthentication
    /// `setSelectedProvider(_:)`
    case setSelectedProvider(String?)
    /// `checkAuthorization(_:)`
    case checkAuthorization(String)
    /// `getAuthorization(_:)`
    case getAuthorization(String)
    /// `checkPreauthorizedResources(_:)`
    case checkPreauthorizedResources([String])
    /// `getMetadata(_:)` for a field of the user metadata
    case getUserMetadata(String)
    /// `getSelectedProvider()`
    case getSelectedProvider
    /// `logout()`
    case logout

    /// The command line of `entitle` for the call.
    public var command: String {
        switch self {
        case .setRequestor(let requestor): "setRequestor \(requestor)"
        case .checkAuthentication: "checkAuthentication"
        case .getAuthentication: "getAuthentication"
        case .setSelectedProvider(let mvpd): "setSelectedProvider \(mvpd ?? "null")"
        case .checkAuthorization(let resource): "checkAuthorization \(resource)"
        case .getAuthorization(let resource): "getAuthorization \(resource)"
        case .checkPreauthorizedResources(let resources):
            "checkPreauthorizedResources \(resources.joined(separator: " "))"
        case .getUserMetadata(let name): "getMetadata user \(name)"
        case .getSelectedProvider: "getSelectedProvider"
        case .logout: "logout"
        }
    }
}
