import AccessEnabler

// Controllers that are delegates themselves.

/// The conformance leaves the check to run time: callbacks come on the main queue.
class CheckedScreen: UIViewController, @preconcurrency EntitlementDelegate {
    private(set) var lines: [String] = []

    func setRequestorComplete(_ status: Int32) {
        lines.append("requestor \(status)")
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        lines.append(code)
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) {
        present(viewController, animated: true) { self.lines.append("presented") }
    }
}

/// Each method says that it is on the main queue.
class SteppingScreen: UIViewController, EntitlementDelegate {
    private(set) var lines: [String] = []

    nonisolated func setRequestorComplete(_ status: Int32) {
        MainActor.assumeIsolated { lines.append("requestor \(status)") }
    }

    nonisolated func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        MainActor.assumeIsolated { lines.append(code) }
    }

    nonisolated func presentTvProviderDialog(_ viewController: UIViewController!) {
        MainActor.assumeIsolated { present(viewController, animated: true) { self.lines.append("presented") } }
    }
}
