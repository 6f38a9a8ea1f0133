import AccessEnabler
import Foundation

/// A player's view model as apps write it: one nonisolated object that is both delegates, used on the main queue.
final class PlayerModel: NSObject, EntitlementDelegate, EntitlementStatus {
    enum State {
        case starting
        case signedOut
        case choosingProvider([MVPD])
        case signedIn(source: String?)
        case playing(token: String)
        case failed(String)
    }

    private(set) var state: State = .starting
    private(set) var statusCodes: [String] = []
    var onChange: ((State) -> Void)?

    private let accessEnabler: AccessEnabler
    private let requestorID: String
    private let resourceID: String

    init(softwareStatement: String, requestorID: String, resourceID: String) {
        accessEnabler = AccessEnabler(softwareStatement)
        self.requestorID = requestorID
        self.resourceID = resourceID
        super.init()
        accessEnabler.delegate = self
        accessEnabler.statusDelegate = self
    }

    func start() {
        accessEnabler.setRequestor(requestorID)
    }

    func play() {
        accessEnabler.getAuthorization(resourceID)
    }

    private func change(to newState: State) {
        state = newState
        onChange?(newState)
    }

    // MARK: EntitlementDelegate

    func setRequestorComplete(_ status: Int32) {
        guard status == ACCESS_ENABLER_STATUS_SUCCESS else {
            change(to: .failed(statusCodes.last ?? "no configuration"))
            return
        }
        accessEnabler.checkAuthentication()
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        if status == ACCESS_ENABLER_STATUS_SUCCESS {
            accessEnabler.getMetadata([METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: "tokenSource"])
            return
        }
        switch code {
        case USER_NOT_AUTHENTICATED_ERROR, PROVIDER_NOT_SELECTED_ERROR:
            change(to: .signedOut)
        default:
            change(to: .failed(code ?? "unknown"))
        }
    }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        guard key == METADATA_USER_META, !encrypted,
            let name = arguments?[METADATA_USER_META_KEY] as? String, name == "tokenSource"
        else { return }
        change(to: .signedIn(source: metadata as? String))
    }

    func setToken(_ token: String!, forResource resource: String!) {
        guard resource == resourceID, let token = token, !token.isEmpty else { return }
        change(to: .playing(token: token))
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        let text = description.isEmpty ? code : description
        change(to: .failed(text ?? "not authorized"))
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        let providers = mvpds.compactMap { $0 as? MVPD }
        change(to: .choosingProvider(providers.filter { !$0.displayName.isEmpty && $0.logoURL != nil }))
    }

    func selectedProvider(_ mvpd: MVPD!) {
        if mvpd == nil { change(to: .signedOut) }
    }

    func preauthorizedResources(_ resources: [Any]!) {
        let ids = resources as? [String] ?? []
        print("preauthorized", ids.joined(separator: ","))
    }

    func navigate(toUrl url: String!) {
        if let address = URL(string: url) { print("would open", address) }
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        switch event {
        case TRACKING_AUTHENTICATION: break
        case TRACKING_AUTHORIZATION: break
        case TRACKING_GET_SELECTED_PROVIDER: break
        default: print("unknown event", event)
        }
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) {}

    func dismissTvProviderDialog(_ viewController: UIViewController!) {}

    // MARK: EntitlementStatus

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        guard let code = statusDictionary["errorId"] as? String else { return }
        statusCodes.append(code)
    }
}
