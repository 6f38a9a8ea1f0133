import Foundation
import ProjectTesting
import Synchronization

@testable import VideoSubscriberAccount

/// Records the calls of a delegate, in order, and answers as configured by a test.
final class RecordingDelegate: NSObject, VSAccountManagerDelegate, Sendable {
    let events = Recorder<String>()
    let dialogs = Recorder<VSSystemDialog?>()
    private let handles = Mutex<[UIViewController]>([])
    private let allows: Bool
    private let onPresent: @Sendable () -> Void
    private static let mainQueue: DispatchSpecificKey<Bool> = {
        // Not by the thread: with an async main the main queue does not have its own thread.
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    init(allows: Bool = true, onPresent: @escaping @Sendable () -> Void = {}) {
        self.allows = allows
        self.onPresent = onPresent
        _ = Self.mainQueue
    }

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        handles.withLock { $0.append(viewController) }
        dialogs.record(viewController.dialog)
        note("present")
        onPresent()
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        let isKnown = handles.withLock { $0.last === viewController }
        note(isKnown ? "dismiss" : "dismiss of another")
    }

    func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        note("veto \(accountProviderIdentifier)")
        return allows
    }

    /// The calls of the completion handler, in order with the rest.
    func note(_ text: String) {
        let isMain = DispatchQueue.getSpecific(key: Self.mainQueue) == true
        events.record(isMain || text == "completed" ? text : "\(text) off the main queue")
    }
}
