import AccessEnabler

/// A nonisolated delegate that creates screens by default: the property and the initializer belong to the main actor. A default
/// argument `= UIViewController()` would be an error in Swift 6 mode without that, and a warning in Swift 5 mode with it.
class Coordinator: NSObject, EntitlementDelegate {
    @MainActor var overlay = UIViewController()
    let root: UIViewController

    @MainActor init(root: UIViewController? = nil) {
        self.root = root ?? UIViewController()
    }

    func setRequestorComplete(_ status: Int32) {}

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}

    @MainActor func cover() { root.present(overlay, animated: true) }
}
