/// A call of the library's API by the app.
public enum Call: Sendable, Equatable {
    /// `setRequestor(_:)`
    case setRequestor(String)
    /// `checkAuthentication()`
    case checkAuthentication
    /// `setOptions(_:)` with one Boolean
    case setOption(String, Bool)
    /// `getAuthentication()`
    case getAuthentication
    /// `getAuthentication(_:)` with `TV_PROVIDERS` and `FEATURED_TV_PROVIDERS`
    case getAuthenticationAmong([String], featured: [String])
    /// `getAuthentication(true, withData: nil)`
    case forceAuthentication
    /// `setSelectedProvider(_:)`
    case setSelectedProvider(String?)
    /// `handleExternalURL(_:)`
    case handleExternalURL(String)
    /// `checkAuthorization(_:)`
    case checkAuthorization(String)
    /// `getAuthorization(_:)`
    case getAuthorization(String)
    /// `checkPreauthorizedResources(_:)`
    case checkPreauthorizedResources([String])
    /// `preauthorize(_:didCompleteWith:)` with a request about these resources
    case preauthorize([String])
    /// `getMetadata(_:)` for a field of the user metadata
    case getUserMetadata(String)
    /// `getSelectedProvider()`
    case getSelectedProvider
    /// `logout()`
    case logout

    /// The command line of `entitle` for the call.
    public var command: String {
        switch self {
        case .setRequestor(let requestor): "setRequestor \(LineWord.quoted(requestor))"
        case .checkAuthentication: "checkAuthentication"
        case .setOption(let name, let value): "setOptions \(name)=\(value)"
        case .getAuthentication: "getAuthentication"
        case .getAuthenticationAmong(let shown, let featured):
            "getAuthentication \(LineWord.quoted("TV_PROVIDERS=" + shown.joined(separator: ",")))"
                + " \(LineWord.quoted("FEATURED_TV_PROVIDERS=" + featured.joined(separator: ",")))"
        case .forceAuthentication: "getAuthentication force"
        case .setSelectedProvider(let mvpd): "setSelectedProvider \(mvpd.map(LineWord.quoted) ?? "null")"
        case .handleExternalURL(let url): "handleExternalURL \(url)"
        case .checkAuthorization(let resource): "checkAuthorization \(LineWord.rest(resource))"
        case .getAuthorization(let resource): "getAuthorization \(LineWord.rest(resource))"
        case .checkPreauthorizedResources(let resources):
            "checkPreauthorizedResources \(resources.map(LineWord.quoted).joined(separator: " "))"
        case .preauthorize(let resources): "preauthorize \(resources.map(LineWord.quoted).joined(separator: " "))"
        case .getUserMetadata(let name): "getMetadata user \(LineWord.quoted(name))"
        case .getSelectedProvider: "getSelectedProvider"
        case .logout: "logout"
        }
    }
}
