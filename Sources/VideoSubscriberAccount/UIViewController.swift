import Foundation

/// The handle of a dialog of the system: what a delegate is asked to present and to dismiss.
///
/// UIKit does not exist on Linux, where the system draws its dialogs itself. The class is declared here, once, so that the
/// delegate methods of VideoSubscriberAccount and of libraries above it keep their signatures. It has no state, hence the
/// `Sendable` conformance is sound for the class itself.
open class UIViewController: NSObject, @unchecked Sendable {
    /// A handle of its own; only identity distinguishes handles.
    public override init() { super.init() }
}
