import AccessEnabler
import Foundation

/// The same in an app with main-actor view models, which omits what it does not need.
@MainActor
final class SubscriberModel {
    struct Subscriber: Equatable {
        var householdID: String?
        var channels: [String] = []
    }

    private(set) var subscriber = Subscriber()
    var onFinish: ((Subscriber?) -> Void)?

    private let accessEnabler: AccessEnabler

    init(softwareStatement: String) {
        accessEnabler = AccessEnabler(softwareStatement)
        accessEnabler.delegate = self
        accessEnabler.statusDelegate = self
    }

    func load(requestorID: String) {
        accessEnabler.setRequestor(requestorID)
        accessEnabler.checkAuthentication()
    }
}

extension SubscriberModel: @preconcurrency EntitlementDelegate, @preconcurrency EntitlementStatus {
    func setRequestorComplete(_ status: Int32) {}

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        guard status == ACCESS_ENABLER_STATUS_SUCCESS else {
            onFinish?(nil)
            return
        }
        for name in ["householdID", "channelID"] {
            let keys: [AnyHashable: Any] = [
                METADATA_OPCODE_KEY: NSNumber(value: METADATA_USER_META), METADATA_USER_META_KEY: name,
            ]
            accessEnabler.getMetadata(keys)
        }
    }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        switch arguments[METADATA_USER_META_KEY] as? String {
        case "householdID":
            subscriber.householdID = metadata as? String
        case "channelID":
            subscriber.channels = (metadata as? [Any])?.compactMap { $0 as? String } ?? []
            onFinish?(subscriber)
        default:
            break
        }
    }

    func setToken(_ token: String!, forResource resource: String!) {}

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}

    func preauthorizedResources(_ resources: [Any]!) {}

    func selectedProvider(_ mvpd: MVPD!) {}

    func displayProviderDialog(_ mvpds: [Any]!) {
        accessEnabler.setSelectedProvider(nil)
    }

    func navigate(toUrl url: String!) {
        accessEnabler.handleExternalURL(url)
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) {}

    func dismissTvProviderDialog(_ viewController: UIViewController!) {}

    func status(_ statusDictionary: [AnyHashable: Any]!) {}
}
