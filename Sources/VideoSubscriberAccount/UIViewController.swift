import Foundation

/// The contents of a view controller; empty, because nothing is drawn. Named after `UIView` of UIKit.
@preconcurrency @MainActor
open class UIView: NSObject {
    /// Creates an empty view.
    public override init() { super.init() }
}

/// The handle of a system dialog, which a delegate is asked to present and to dismiss.
///
/// UIKit does not exist on Linux, where the system shows its dialogs itself. This class exists so that the delegate methods of
/// VideoSubscriberAccount and of libraries built on it keep their signatures, and published delegates can use the handle as they
/// do with UIKit. As in UIKit, the class belongs to the main actor, without affecting code written before Swift 6. An app can
/// find out what the user sees from ``dialog``.
@preconcurrency @MainActor
open class UIViewController: NSObject {
    /// The dialog that this handle represents; nil for a controller created by the app.
    public nonisolated var dialog: VSSystemDialog? { nil }

    /// The controller that this one presents.
    public private(set) var presentedViewController: UIViewController?
    /// The controller that presents this one.
    public private(set) weak var presentingViewController: UIViewController?
    /// The container of this controller: always nil, because there are no containers. Published delegates read it.
    open var parent: UIViewController? { nil }

    private var loadedView: UIView?

    /// Creates a controller. There are no nib files: both parameters are ignored.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

    /// Creates a controller. Nothing is decoded.
    public required init?(coder: NSCoder) { super.init() }

    /// Creates a controller.
    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    /// The controller's view. The first access creates it with ``loadView()`` and then calls ``viewDidLoad()``.
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

    /// Sets ``view`` to an empty view, unless overridden.
    open func loadView() { loadedView = UIView() }

    /// Does nothing, unless overridden. Called after ``view`` has been loaded.
    open func viewDidLoad() {}

    /// Marks a controller as presented and loads its view. Nothing is drawn, so the completion handler is called before this
    /// method returns.
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        _ = viewControllerToPresent.view
        completion?()
    }

    /// Ends the presentation of the controller that this one presents, or else its own. If there is neither, only calls the
    /// completion handler. The handler is called before this method returns. The system's dialog is not affected.
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

    /// Returns nil: there is nothing to decode.
    required init?(coder: NSCoder) { nil }
}

extension UIViewController {
    /// Returns the handle of a dialog. Works on any queue, because not every main loop serves the main actor.
    package nonisolated static func handle(of dialog: VSSystemDialog) -> UIViewController {
        let make: @MainActor (VSSystemDialog) -> UIViewController = { SystemDialogController(showing: $0) }
        // Safe because the initializers access only the new object, to which there is no other reference yet.
        return unsafeBitCast(make, to: ((VSSystemDialog) -> UIViewController).self)(dialog)
    }
}
