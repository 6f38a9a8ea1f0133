import Foundation
import Testing

@testable import VideoSubscriberAccount

@Suite("UIViewController")
struct UIViewControllerTests {
    /// Records the calls that a subclass in an app would override.
    private final class Screen: UIViewController {
        private(set) var calls: [String] = []

        override func loadView() {
            calls.append("loadView")
            super.loadView()
        }

        override func viewDidLoad() { calls.append("viewDidLoad") }
    }

    @Test("the first use of the view loads it, once")
    @MainActor
    func view() {
        let screen = Screen()
        #expect(screen.calls.isEmpty)
        let view = screen.view
        #expect(view != nil && screen.view === view)
        #expect(screen.calls == ["loadView", "viewDidLoad"])
        #expect(UIViewController().dialog == nil)
    }

    @Test("present and dismiss call their completion, and maintain the presenting relation")
    @MainActor
    func presentation() {
        let (root, screen) = (UIViewController(), Screen())
        var events: [String] = []
        root.present(screen, animated: true) { events.append("presented") }
        #expect(root.presentedViewController === screen && screen.presentingViewController === root)
        #expect(screen.calls == ["loadView", "viewDidLoad"] && screen.parent == nil)
        screen.dismiss(animated: true) { events.append("dismissed by itself") }
        #expect(root.presentedViewController == nil && screen.presentingViewController == nil)
        root.present(screen, animated: false, completion: nil)
        root.dismiss(animated: false) { events.append("dismissed by the presenter") }
        #expect(root.presentedViewController == nil && screen.presentingViewController == nil)
        root.dismiss(animated: true) { events.append("nothing to dismiss") }
        #expect(events == ["presented", "dismissed by itself", "dismissed by the presenter", "nothing to dismiss"])
    }

    @Test("a dialog's handle is created on any queue")
    func handle() async {
        let dialog = VSSystemDialog(kind: .signIn, title: "Sign in", accountProviderIdentifier: "alpha.example")
        let found = await withCheckedContinuation { continuation in
            DispatchQueue(label: "elsewhere").async {
                continuation.resume(returning: UIViewController.handle(of: dialog).dialog)
            }
        }
        #expect(found == dialog)
    }
}
