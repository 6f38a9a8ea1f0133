import Foundation

/// The handle of a dialog of the system: what a delegate is asked to present and to dismiss.
///
/// UIKit does not exist on Linux, where the system shows its dialogs itself. The class is declared here, once, so that the
/// delegate methods of VideoSubscriberAccount and of libraries above it keep their signatures; as in UIKit it belongs to the main
/// actor. An app that wants to know what the person sees looks at ``dialog``.
@MainActor
open class UIViewController: NSObject {
    /// The dialog that this is the handle of; nil for one that the app made itself.
    public nonisolated let dialog: VSSystemDialog?

    /// A handle without a dialog; only identity distinguishes handles.
    public nonisolated override init() {
        dialog = nil
        super.init()
    }

    /// The handle of a dialog.
    package nonisolated init(dialog: VSSystemDialog) {
        self.dialog = dialog
        super.init()
    }
}
