import AccessEnabler

// What an app's own unit tests use instead of the library.

class AccessEnablerDouble: AccessEnabler {
    var calls: [String] = []

    override func setRequestor(_ requestorID: String?) {
        calls.append("setRequestor \(requestorID ?? "nil")")
        delegate?.setRequestorComplete(ACCESS_ENABLER_STATUS_SUCCESS)
    }

    override func getAuthentication() {
        calls.append("getAuthentication")
        delegate?.displayProviderDialog([ProviderDouble()])
    }

    override func setSelectedProvider(_ mvpdID: String?) {
        calls.append("setSelectedProvider \(mvpdID ?? "nil")")
        delegate?.setAuthenticationStatus(ACCESS_ENABLER_STATUS_SUCCESS, errorCode: USER_AUTHENTICATED)
    }

    override func getAuthorization(_ resource: String?, withData data: [AnyHashable: Any]?) {
        calls.append("getAuthorization \(resource ?? "nil")")
        delegate?.setToken("token", forResource: resource)
    }

    override func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>
    ) {
        calls.append("preauthorize")
    }
}

/// With its own initializer.
class StatementDouble: AccessEnabler {
    let statement: String

    init(statement: String) {
        self.statement = statement
        super.init(statement)
    }
}

class ProviderDouble: MVPD {
    override var id: String! { "DoubleCable" }
    override var displayName: String! { "Double Cable" }
    override var enablePlatformServices: Bool { true }
}

/// The app's code: it does not know that it uses the double.
class Login: EntitlementDelegate {
    private let library: AccessEnabler
    private(set) var outcome: [String] = []

    init(library: AccessEnabler) {
        self.library = library
        library.delegate = self
        library.setRequestor("REF30")
    }

    func setRequestorComplete(_ status: Int32) {
        library.getAuthentication()
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        let providers = mvpds.compactMap { $0 as? MVPD }
        outcome += providers.map { $0.displayName }
        library.setSelectedProvider(providers.first?.id)
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        library.getAuthorization("news", withData: nil)
    }

    func setToken(_ token: String!, forResource resource: String!) {
        outcome.append("\(token ?? "") for \(resource ?? "")")
    }
}
