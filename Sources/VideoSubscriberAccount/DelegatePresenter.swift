import Dispatch
import Synchronization

/// Forwards dialogs to the delegate that the request's manager has at that moment.
final class DelegatePresenter: Sendable {
    // Safe because a manager's members may be used from any thread; the delegate is called on its queue only.
    private nonisolated(unsafe) let manager: VSAccountManager
    private let queue: DispatchQueue
    private enum State {
        case idle
        /// The delegate has been asked to present this controller, and not yet to dismiss it.
        case presented(UIViewController)
        /// The delegate has been asked to dismiss it: a request presents one dialog.
        case dismissed
        /// The app cancelled the request: the delegate is no longer called.
        case closed
    }

    private let state = Mutex(State.idle)

    /// Creates a presenter for one request of a manager, which lives as long as the request.
    init(manager: VSAccountManager, queue: DispatchQueue) {
        self.manager = manager
        self.queue = queue
    }

    /// Passes on that a dialog is about to be shown; returns when the app has been notified.
    func present(_ dialog: VSSystemDialog) async {
        await onQueue { manager in
            guard let delegate = manager.delegate else { return }
            let viewController = UIViewController.handle(of: dialog)
            let isFirst = self.state.withLock { state in
                guard case .idle = state else { return false }
                state = .presented(viewController)
                return true
            }
            if isFirst { delegate.accountManager(manager, present: viewController) }
        }
    }

    /// Passes on that the dialog has closed; returns when the app has been notified. Without a dialog, this has no effect.
    func dismiss() async {
        // Without this, the end of a request that showed no dialog would wait for the delegate's queue.
        guard isPresenting else { return }
        await onQueue { manager in
            let viewController: UIViewController? = self.state.withLock { state in
                guard case .presented(let viewController) = state else { return nil }
                state = .dismissed
                return viewController
            }
            if let viewController { manager.delegate?.accountManager(manager, dismiss: viewController) }
        }
    }

    /// Returns whether the user may sign in to the selected provider.
    func allows(provider: String) async -> Bool {
        await onQueue { manager in
            if self.isClosed { return false }
            return manager.delegate?.accountManager(manager, shouldAuthenticateAccountProviderWithIdentifier: provider) ?? true
        }
    }

    /// Stops calling the delegate for this request, unless a dialog still has to be dismissed.
    ///
    /// - Returns: Whether the delegate will no longer be called.
    func close() -> Bool {
        state.withLock { state in
            if case .presented = state { return false }
            state = .closed
            return true
        }
    }

    private var isPresenting: Bool { state.withLock { if case .presented = $0 { true } else { false } } }
    private var isClosed: Bool { state.withLock { if case .closed = $0 { true } else { false } } }

    private func onQueue<Answer: Sendable>(_ work: @escaping @Sendable (VSAccountManager) -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work(self.manager)) }
        }
    }
}
