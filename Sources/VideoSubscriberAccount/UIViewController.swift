import Foundation

/// What a view controller shows: nothing, since nothing is drawn here. Mirrors `UIView` of UIKit by name.
@preconcurrency @MainActor
open class UIView: NSObject {
    /// An empty view.
    public override init() { super.init() }
}

/// The handle of a dialog of the system: what a delegate is asked to present and to dismiss.
///
/// UIKit does not exist on Linux, where the system shows its dialogs itself. The class is declared here, once, so that the
/// delegate methods of VideoSubscriberAccount and of libraries above it keep their signatures, and with it what published
/// delegates do with a handle. As in UIKit it belongs to the main actor, which code that is older than Swift 6 need not know. An
/// app that wants to know what the user sees looks at ``dialog``.
@preconcurrency @MainActor
open class UIViewController: NSObject {
    /// The dialog that this is the handle of; nil for a controller of the app.
    public nonisolated var dialog: VSSystemDialog? { nil }

    /// The controller that this one has presented.
    public private(set) var presentedViewController: UIViewController?
    /// The controller that has presented this one.
    public private(set) weak var presentingViewController: UIViewController?

    private var loadedView: UIView?

    /// A controller of the app. There are no nibs: both parameters are ignored.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

    /// A controller of the app. Nothing is decoded.
    public required init?(coder: NSCoder) { super.init() }

    /// A controller of the app.
    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    /// What the controller shows. The first use makes it with ``loadView()`` and then calls ``viewDidLoad()``.
    open var view: UIView! {
        get {
            if loadedView == nil {
                loadView()
                viewDidLoad()
            }
            return loadedView
        }
        set { loadedView = newValue }
    }

    /// Sets ``view``, to an empty one unless overridden.
    open func loadView() { loadedView = UIView() }

    /// Called once ``view`` is there; does nothing.
    open func viewDidLoad() {}

    /// Notes that the controller is presented, and loads its view. Nothing is drawn, so that the completion is called before this
    /// returns.
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        _ = viewControllerToPresent.view
        completion?()
    }

    /// Ends the presentation of the controller that this one presents, else its own; without either only the completion is called,
    /// which happens before this returns. The system's dialog does not depend on it.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        let presenter = presentedViewController == nil ? presentingViewController : self
        presenter?.presentedViewController?.presentingViewController = nil
        presenter?.presentedViewController = nil
        completion?()
    }
}

/// The handle of one dialog.
final class SystemDialogController: UIViewController {
    private nonisolated let shown: VSSystemDialog

    nonisolated override var dialog: VSSystemDialog? { shown }

    init(showing dialog: VSSystemDialog) {
        shown = dialog
        super.init(nibName: nil, bundle: nil)
    }

    /// Makes no controller: there is nothing to decode.
    required init?(coder: NSCoder) { nil }
}

extension UIViewController {
    /// The handle of a dialog, made on whichever queue the delegate is called on; not every main loop serves the main actor.
    package nonisolated static func handle(of dialog: VSSystemDialog) -> UIViewController {
        let make: @MainActor (VSSystemDialog) -> UIViewController = { SystemDialogController(showing: $0) }
        // Sound because the initializers touch only the new object, to which there is no other reference yet.
        return unsafeBitCast(make, to: ((VSSystemDialog) -> UIViewController).self)(dialog)
    }
}
