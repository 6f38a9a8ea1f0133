import ServiceAccess
import VideoSubscriberAccount

/// A call of the API by the app.
enum Call: Sendable, Equatable {
    case setRequestor(id: String, serviceProviders: [String])
    case setOptions([String: JSONValue])
    case checkAuthentication
    case getAuthentication(isForced: Bool, data: [String: JSONValue], filter: [String: JSONValue])
    case setSelectedProvider(String?)
    case handleExternalURL(String?)
    case checkAuthorization(resource: String, data: [String: JSONValue])
    case getAuthorization(resource: String, data: [String: JSONValue])
    case checkPreauthorizedResources([String], usesCache: Bool)
    /// `usesServiceCache`: whether the service may answer without asking the MVPD.
    case preauthorize(resources: [String], usesCache: Bool, usesServiceCache: Bool = true)
    case getMetadata(arguments: [String: JSONValue])
    case getSelectedProvider
    case logout
}

/// A callback to the app's delegate.
enum Callback: Sendable, Equatable {
    case setRequestorComplete(isSuccess: Bool)
    case setAuthenticationStatus(isSuccess: Bool, code: String)
    case displayProviderDialog([ProviderConfiguration])
    case presentTvProviderDialog(UIViewController)
    case dismissTvProviderDialog(UIViewController)
    /// `navigate(toUrl:useSVC:)` if it uses the system's browser, otherwise `navigate(toUrl:)`.
    case navigateToURL(String, usesSVC: Bool)
    case preauthorizedResources([String])
    case setToken(String, resource: String)
    case tokenRequestFailed(resource: String, code: String, description: String)
    case selectedProvider(ProviderConfiguration?)
    case setMetadataStatus(JSONValue?, isEncrypted: Bool, key: Int32, arguments: [String: JSONValue])
    case sendTrackingData([String], event: Int32)
    case status(StatusReport)
    /// The answer to the callback object of one `preauthorize`.
    case preauthorize(isServiced: Bool, PreauthorizeAnswer)
}

/// The dictionary of `getMetadata`.
struct MetadataArguments: Sendable, Equatable {
    /// The opcode; -1 if there is none.
    let key: Int32
    /// The resource of METADATA_AUTHORIZATION.
    let resource: String?
    /// The field of METADATA_USER_META.
    let field: String?

    init(_ arguments: [String: JSONValue]) {
        key = arguments[METADATA_OPCODE_KEY]?.integer.flatMap(Int32.init(exactly:)) ?? -1
        resource = arguments[METADATA_RESOURCE_ID_KEY]?.text
        field = arguments[METADATA_USER_META_KEY]?.text
    }
}
