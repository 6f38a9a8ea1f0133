// As on Apple's platforms, importing the framework makes Foundation's types available.
@_exported import Foundation
import Synchronization

/// An app's way to the TV-provider account of the device. Mirrors `VSAccountManager` of VideoSubscriberAccount.
///
/// Several instances may coexist; the requests of all of them run one after the other. Completion handlers are called exactly
/// once, on a private concurrent queue, never on the main queue: a handler that belongs to the main actor has to go there
/// itself, as on Apple's platforms, where Swift 6 ends a process that leaves it out. The delegate's methods are called on the
/// main queue.
///
/// Differences on Linux: see ``VSApplication`` for who the app is. A missing usage description, a wrong option or a missing
/// delegate is an error in the completion handler, never an exception. All members may be used from any thread.
open class VSAccountManager: NSObject {
    private weak var guardedDelegate: (any VSAccountManagerDelegate)?
    private var guardedQueue: DispatchQueue?
    private let lock = NSLock()
    let device: any AccountDevice
    let queue: RequestQueue

    /// The manager of the account on this session's bus.
    public override init() {
        device = SystemAccount.shared
        queue = .shared
        super.init()
    }

    /// A manager of another device, for tests.
    init(device: any AccountDevice, queue: RequestQueue) {
        self.device = device
        self.queue = queue
        super.init()
    }

    /// Shows dialogs on behalf of the app; needed for requests that may interrupt.
    open weak var delegate: (any VSAccountManagerDelegate)? {
        get { lock.withLock { guardedDelegate } }
        set { lock.withLock { guardedDelegate = newValue } }
    }

    /// Where the delegate's methods are called instead of ``VSApplication/delegateQueue``: for libraries that have a queue of
    /// their own. A serial queue.
    package var delegateQueue: DispatchQueue {
        get { lock.withLock { guardedQueue } ?? VSApplication.delegateQueue }
        set { lock.withLock { guardedQueue = newValue } }
    }

    /// Reads the app's permission to see the subscription and, with ``VSCheckAccessOption/prompt``, asks for it.
    ///
    /// - Parameters:
    ///   - options: ``VSCheckAccessOption/prompt`` with a Boolean, or nothing.
    ///   - completionHandler: Gets the status, and a ``VSError`` beside every status but `granted`. A question that goes away
    ///     without an answer, also because nobody can be asked, is `notDetermined` with ``VSError/userCancelled``.
    @preconcurrency open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        checkAccess(prompt: Self.prompt(in: options), completion: completionHandler)
    }

    /// Reads the app's permission to see the subscription and, with ``VSCheckAccessOption/prompt``, asks for it.
    ///
    /// - Returns: `granted`.
    /// - Throws: ``VSError`` for every other status, as on Apple's platforms: ``VSError/accessNotGranted`` or the error that
    ///   the device pairs with the status.
    @discardableResult
    nonisolated(nonsending) open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:]
    ) async throws -> VSAccountAccessStatus {
        let prompt = Self.prompt(in: options)
        let cancellation = Mutex<QueuedRequest?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let request = checkAccess(prompt: prompt) { status, error in
                    continuation.resume(with: error.map { .failure($0) } ?? .success(status))
                }
                cancellation.withLock { $0 = request }
                if Task.isCancelled { request.cancel() }
            }
        } onCancel: {
            cancellation.withLock { $0 }?.cancel()
        }
    }

    /// Asks for metadata of the subscription.
    ///
    /// With `isInterruptionAllowed` the user may be asked for access, for the provider and to sign in; the delegate then
    /// hears of the dialog and is asked about the provider.
    ///
    /// - Parameters:
    ///   - request: What is wanted; it is copied.
    ///   - completionHandler: Gets the metadata or a ``VSError``, after the delegate has dismissed the dialog.
    /// - Returns: The request under way, to cancel it.
    @discardableResult
    open func enqueue(
        _ request: VSAccountMetadataRequest,
        completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        let query = MetadataQuery(request)
        let handler = MetadataHandler(body: completionHandler)
        let work = query.mayInterrupt ? interruptingWork(query) : silentWork(query)
        let queued = QueuedRequest(cancellation: query.mayInterrupt ? .afterWork : .atOnce, work, completion: handler.call)
        queue.add(queued)
        return VSAccountManagerResult(request: queued)
    }
}
