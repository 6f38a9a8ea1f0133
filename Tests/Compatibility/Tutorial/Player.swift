import AccessEnabler

final class Player: EntitlementDelegate, EntitlementStatus {
    private let accessEnabler: AccessEnabler

    init(softwareStatement: String) {
        accessEnabler = AccessEnabler(softwareStatement)
        accessEnabler.delegate = self
        accessEnabler.statusDelegate = self
        accessEnabler.setRequestor("REF30")
    }

    func setRequestorComplete(_ status: Int32) {
        guard status == ACCESS_ENABLER_STATUS_SUCCESS else { exit(1) }
        accessEnabler.getAuthentication()
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        guard status == ACCESS_ENABLER_STATUS_SUCCESS else { exit(1) }
        accessEnabler.getAuthorization("sports")
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        print("the app's own list: \(mvpds.count) providers")
        accessEnabler.setSelectedProvider(nil)
    }

    func setToken(_ token: String!, forResource resource: String!) {
        print("playing", resource ?? "")
        exit(0)
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        print(description ?? "")
        exit(1)
    }

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        print(statusDictionary["errorId"] ?? "")
    }
}
