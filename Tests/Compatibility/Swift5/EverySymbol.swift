import AccessEnabler
import Foundation

// Every name of the iOS/tvOS API, used as documented: what is missing or has another type does not compile.

/// The calls that are not deprecated.
func makeEveryCall(_ statement: String, _ map: [AnyHashable: Any]?, _ list: [Any]?, _ text: String?) {
    let enabler: AccessEnabler = AccessEnabler(statement)
    _ = AccessEnabler(storageCheck: .INTEGRITY_CHECK_ALL, softwareStatement: statement)
    enabler.setOptions(["applicationProfile": "tv", "visitorID": "v", "handleSVC": true, "device_info": "e30="])
    enabler.setOptions(map)
    enabler.setRequestor(text)
    enabler.setRequestor(text, serviceProviders: list)
    enabler.checkAuthentication()
    enabler.getAuthentication()
    enabler.getAuthentication(true, withData: map)
    enabler.getAuthentication([TV_PROVIDERS: ["AlphaCable"], FEATURED_TV_PROVIDERS: ["AlphaCable"]])
    enabler.getAuthentication(false, withData: map, andFilter: map)
    enabler.setSelectedProvider(text)
    enabler.setSelectedProvider(nil)
    enabler.handleExternalURL(text)
    enabler.checkPreauthorizedResources(list)
    enabler.checkPreauthorizedResources(["news"], cache: false)
    enabler.checkAuthorization(text)
    enabler.checkAuthorization(text, withData: map)
    enabler.getAuthorization(text)
    enabler.getAuthorization(text, withData: map)
    enabler.logout()
    enabler.getSelectedProvider()
    enabler.getMetadata(map)
    let dictionary = NSMutableDictionary()
    dictionary[METADATA_OPCODE_KEY] = Int(METADATA_AUTHORIZATION)
    dictionary[METADATA_RESOURCE_ID_KEY] = "news"
    enabler.getMetadata(dictionary as? [AnyHashable: Any])
}

/// The calls of former releases.
@available(*, deprecated)
func makeEveryDeprecatedCall(_ list: [Any]) {
    let enabler = AccessEnabler()
    enabler.setRequestor("R", setSignedRequestorId: "s")
    enabler.setRequestor("R", signedRequestorID: "s")
    enabler.setRequestor("R", setSignedRequestorId: "s", serviceProviders: list)
    enabler.setRequestor("R", signedRequestorID: "s", serviceProviders: list)
    enabler.setRequestor("R", setSignedRequestorId: "s", secret: "s", publicKey: "k")
    enabler.setRequestor("R", signedRequestorID: "s", secret: "s", publicKey: "k")
    enabler.setRequestor("R", setSignedRequestorId: "s", serviceProviders: list, secret: "s", publicKey: "k")
    enabler.setRequestor("R", signedRequestorID: "s", serviceProviders: list, secret: "s", publicKey: "k")
    enabler.getAuthentication(["AlphaCable"])
    enabler.getAuthentication(true, withData: nil, andFilter: list)
    enabler.getAuthenticationToken()
}

/// Every callback, with the types that Swift gives to the headers.
final class EveryCallback: NSObject, EntitlementDelegate, EntitlementStatus {
    func setRequestorComplete(_ status: Int32) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
    func navigate(toUrl url: String!) {}
    func navigate(toUrl url: String!, useSVC: Bool) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func setToken(_ token: String!, forResource resource: String!) {}
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {}
    func presentTvProviderDialog(_ viewController: UIViewController!) {}
    func dismissTvProviderDialog(_ viewController: UIViewController!) {}
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
    func status(_ statusDictionary: [AnyHashable: Any]!) {}
}

/// An app that needs nothing else implements only what Objective-C requires.
final class FewestCallbacks: EntitlementDelegate {
    func setRequestorComplete(_ status: Int32) {}
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
}

/// Every constant with its type; texts first.
let everyText: [String] = [
    USER_AUTHENTICATED, USER_NOT_AUTHENTICATED_ERROR, PROVIDER_NOT_SELECTED_ERROR, PROVIDER_NOT_AVAILABLE_ERROR,
    GENERIC_AUTHENTICATION_ERROR, USER_NOT_AUTHORIZED_ERROR, ADOBEPASS_REDIRECT_URL, METADATA_OPCODE_KEY,
    METADATA_RESOURCE_ID_KEY, METADATA_USER_META_KEY, TV_PROVIDERS, FEATURED_TV_PROVIDERS, APPL, APPL_ERROR, AAPL, AAPL_ERROR,
]
let everyNumber: [Int32] = [
    ACCESS_ENABLER_STATUS_SUCCESS, ACCESS_ENABLER_STATUS_ERROR, METADATA_AUTHENTICATION, METADATA_AUTHORIZATION,
    METADATA_DEVICE_ID, METADATA_USER_META, TRACKING_AUTHENTICATION, TRACKING_AUTHORIZATION, TRACKING_GET_SELECTED_PROVIDER,
    TRACKING_MVPD_SELECTION,
]
let everyCheck: [IntegrityCheckType] = [.INTEGRITY_CHECK_NONE, .INTEGRITY_CHECK_ALL, .INTEGRITY_CHECK_CLEAR]

/// Every member of every model.
func readEveryModel(_ provider: MVPD, _ enabler: AccessEnabler, _ show: @escaping @Sendable (String) -> Void) {
    let id: String = provider.id
    let name: String = provider.displayName
    let logo: String? = provider.logoURL
    let boarding: String? = provider.boardingStatus
    let isPlatform: Bool = provider.enablePlatformServices
    let object: NSObject = provider
    let double = MVPD()
    show("\(double.displayName ?? "no name") \(double.isEqual(provider))")
    show("\(id) \(name) \(logo ?? "") \(boarding ?? "") \(isPlatform) \(object.isEqual(provider)) \(Set([provider]).count)")
    let request: PreauthorizeRequest = PreauthorizeRequest.Builder()
        .setResources(resources: ["news", "sports"])
        .disableFeatures(features: [PreauthorizeRequest.Feature.LOCAL_CACHE, .REMOTE_CACHE])
        .build()
    let callback = AccessEnablerCallback<PreauthorizeResponse>(
        onResponse: { response in
            for decision: Decision in response.getDecisions() {
                let error: Status? = decision.getError()
                show("\(decision.getId()) \(decision.isAuthorized()) \(error?.getCode() ?? "")")
            }
        },
        onFailure: { response in
            guard let status: Status = response.getStatus() else { return }
            let number: Int = status.getStatus()
            let texts: [String?] = [
                status.getCode(), status.getMessage(), status.getDetails(), status.getHelpUrl(), status.getTrace(),
                status.getAction(),
            ]
            show("\(number) \(texts)")
        })
    enabler.preauthorize(request, didCompleteWith: callback)
    enabler.preauthorize(request, callback)
}
