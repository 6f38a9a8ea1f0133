import AccessEnabler

/// A screen in code: a controller with its own initializers and the usual overrides.
class PlayerScreen: UIViewController {
    let heading: String
    var lines: [String] = []

    init(heading: String) {
        self.heading = heading
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        lines.append("\(heading) loaded")
    }

    override func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
        lines.append("\(heading) presents")
        super.present(viewControllerToPresent, animated: flag, completion: completion)
    }

    func show(_ text: String) { lines.append(text) }

    func close() {
        dismiss(animated: true) { self.lines.append("\(self.heading) closed") }
    }
}

/// A screen that creates its own view.
class DrawnScreen: UIViewController {
    private let drawn = UIView()

    override var view: UIView! {
        get { drawn }
        set {}
    }
}

/// A nonisolated delegate that uses the screens, as in sources from before Swift 6.
class PlayerDelegate: NSObject, EntitlementDelegate, VSAccountManagerDelegate {
    let screen: PlayerScreen
    var dialog: UIViewController?

    init(screen: PlayerScreen) {
        self.screen = screen
    }

    func setRequestorComplete(_ status: Int32) {
        screen.show("requestor \(status)")
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        screen.lines.append(status == ACCESS_ENABLER_STATUS_SUCCESS ? "signed in" : "signed out")
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) {
        dialog = viewController
        screen.present(viewController, animated: true, completion: nil)
    }

    func dismissTvProviderDialog(_ viewController: UIViewController!) {
        viewController.dismiss(animated: true) { print("completion of a dismissal") }
        dialog = nil
    }

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        screen.present(viewController, animated: true)
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        screen.dismiss(animated: true)
    }
}
