import AccessEnabler
import Foundation

/// Everything that the app's screens need from the entitlement library, behind closures.
final class TVEverywhere: NSObject {
    static let shared = TVEverywhere()

    /// How a request for a media token ends.
    enum Outcome {
        case token(String)
        case refused(code: String, text: String)
    }

    var showProviders: (([MVPD]) -> Void)?
    var showPage: ((URL) -> Void)?
    var showMessage: ((String) -> Void)?

    private var accessEnabler: AccessEnabler!
    private var readyHandler: ((Bool) -> Void)?
    private var authenticationHandlers: [(Bool) -> Void] = []
    private var badgeHandler: (([String]) -> Void)?
    private var tokenHandlers: [String: (Outcome) -> Void] = [:]
    private var metadataHandlers: [String: (Any?) -> Void] = [:]

    func start(softwareStatement: String, requestor: String, completion: @escaping (Bool) -> Void) {
        readyHandler = completion
        accessEnabler = AccessEnabler(softwareStatement)
        accessEnabler.delegate = self
        accessEnabler.statusDelegate = self
        accessEnabler.setOptions(["applicationProfile": "mobile", "handleSVC": NSNumber(value: true)])
        accessEnabler.setRequestor(requestor)
    }

    func isSignedIn(completion: @escaping (Bool) -> Void) {
        authenticationHandlers.append(completion)
        accessEnabler.checkAuthentication()
    }

    func signIn(completion: @escaping (Bool) -> Void) {
        authenticationHandlers.append(completion)
        accessEnabler.getAuthentication([TV_PROVIDERS: ["AlphaCable", "BetaFiber"], FEATURED_TV_PROVIDERS: ["AlphaCable"]])
    }

    func choose(_ provider: MVPD?) {
        accessEnabler.setSelectedProvider(provider?.id)
    }

    func pageEnded(at address: String?) {
        if let address = address {
            accessEnabler.handleExternalURL(address)
        } else {
            accessEnabler.setSelectedProvider(nil)
        }
    }

    func badges(for channels: [String], completion: @escaping ([String]) -> Void) {
        badgeHandler = completion
        accessEnabler.checkPreauthorizedResources(channels)
    }

    func token(for channel: String, completion: @escaping (Outcome) -> Void) {
        tokenHandlers[channel] = completion
        accessEnabler.getAuthorization(channel)
    }

    func userMetadata(_ name: String, completion: @escaping (Any?) -> Void) {
        metadataHandlers[name] = completion
        accessEnabler.getMetadata([METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: name])
    }

    func signOut(completion: @escaping (Bool) -> Void) {
        authenticationHandlers.append(completion)
        accessEnabler.logout()
    }
}

extension TVEverywhere: EntitlementDelegate {
    func setRequestorComplete(_ status: Int32) {
        assert(Thread.isMainThread)
        readyHandler?(status == ACCESS_ENABLER_STATUS_SUCCESS)
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        let handlers = authenticationHandlers
        authenticationHandlers = []
        for handler in handlers { handler(status == ACCESS_ENABLER_STATUS_SUCCESS) }
    }

    func setToken(_ token: String!, forResource resource: String!) {
        tokenHandlers.removeValue(forKey: resource)?(.token(token))
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        tokenHandlers.removeValue(forKey: resource)?(.refused(code: code, text: description))
    }

    func preauthorizedResources(_ resources: [Any]!) {
        badgeHandler?(resources as? [String] ?? [])
    }

    func selectedProvider(_ mvpd: MVPD!) {}

    func displayProviderDialog(_ mvpds: [Any]!) {
        showProviders?(mvpds as! [MVPD])
    }

    func navigate(toUrl url: String!) {
        guard let url = URL(string: url) else { return }
        showPage?(url)
    }

    func navigate(toUrl url: String!, useSVC: Bool) {
        navigate(toUrl: url)
    }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        guard let name = arguments[METADATA_USER_META_KEY] as? String else { return }
        metadataHandlers.removeValue(forKey: name)?(encrypted ? nil : metadata)
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) {
        showMessage?("the system asks: \(viewController.dialog?.title ?? "")")
    }

    func dismissTvProviderDialog(_ viewController: UIViewController!) {
        showMessage?("the system has asked")
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
}

extension TVEverywhere: EntitlementStatus {
    func status(_ statusDictionary: [AnyHashable: Any]!) {
        guard let code = statusDictionary["errorId"] as? String, let level = statusDictionary["level"] as? String else { return }
        showMessage?("\(level) \(code)")
    }
}
