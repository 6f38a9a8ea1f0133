import Dispatch
import Synchronization

/// Passes dialogs on to the delegate of the manager that made the request, as it is at that moment.
final class DelegatePresenter: DialogPresenter {
    // Sound because a manager's members may be used from any thread; the delegate is called on its queue only.
    private nonisolated(unsafe) let manager: VSAccountManager
    private let queue: DispatchQueue
    /// What the delegate was asked to present, until it was asked to dismiss it.
    private let presented = Mutex<UIViewController?>(nil)

    /// Presents for one request of a manager. The manager lives as long as the request.
    init(manager: VSAccountManager, queue: DispatchQueue) {
        self.manager = manager
        self.queue = queue
    }

    func present(_ dialog: VSSystemDialog) async {
        await onQueue { manager in
            guard let delegate = manager.delegate, self.presented.withLock({ $0 == nil }) else { return }
            let viewController = UIViewController(dialog: dialog)
            self.presented.withLock { $0 = viewController }
            delegate.accountManager(manager, present: viewController)
        }
    }

    func dismiss() async {
        // Without this, the end of a request that showed nothing would wait for the delegate's queue.
        guard presented.withLock({ $0 != nil }) else { return }
        await onQueue { manager in
            let viewController = self.presented.withLock { presented in
                defer { presented = nil }
                return presented
            }
            if let viewController { manager.delegate?.accountManager(manager, dismiss: viewController) }
        }
    }

    func allows(provider: String) async -> Bool {
        await onQueue { manager in
            manager.delegate?.accountManager(manager, shouldAuthenticateAccountProviderWithIdentifier: provider) ?? true
        }
    }

    private func onQueue<Answer: Sendable>(_ work: @escaping @Sendable (VSAccountManager) -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work(self.manager)) }
        }
    }
}
