// As on Apple's platforms, importing the framework makes Foundation's types available.
@_exported import Foundation
import Synchronization

/// An object that gives an app access to the device's TV provider account. Mirrors `VSAccountManager` of VideoSubscriberAccount.
///
/// Several instances may coexist; the requests of all of them run one after the other. Completion handlers are called exactly
/// once, on a private concurrent queue and never on the main queue. As on Apple's platforms, a handler that belongs to the main
/// actor must switch to it itself; otherwise Swift 6 terminates the process. The delegate's methods are called on the main queue.
///
///     let manager = VSAccountManager()
///     guard try await manager.checkAccessStatus() == .granted else { return }
///     let request = VSAccountMetadataRequest()
///     request.includeAccountProviderIdentifier = true
///     manager.enqueue(request) { metadata, _ in
///         print(metadata?.accountProviderIdentifier ?? "nobody is signed in")
///     }
///
/// Differences on Linux: ``VSApplication`` identifies the app. A missing usage description, an invalid option or a missing
/// delegate is an error in the completion handler, never an exception. All members may be used from any thread.
open class VSAccountManager: NSObject {
    private weak var guardedDelegate: (any VSAccountManagerDelegate)?
    private var guardedQueue: DispatchQueue?
    private let lock = NSLock()
    let device: any AccountDevice
    let queue: RequestQueue
    /// The executor of requests and of their completion handlers, except after a cancellation; for libraries whose handlers never
    /// block, so that an answer takes fewer thread switches. Nil for all others.
    let executor: (any TaskExecutor)?

    /// Creates a manager of the account on the session bus.
    public override init() {
        (device, queue, executor) = (DeviceLink.shared, .shared, nil)
        super.init()
    }

    /// Creates a manager for a library.
    ///
    /// - Parameters:
    ///   - session: The connection to the device; nil: that of the process.
    ///   - executor: Runs requests and, except after a cancellation, their completion handlers.
    package convenience init(_ session: AccountSession?, executor: any TaskExecutor) {
        self.init(device: session?.device ?? .shared, queue: session?.queue ?? .shared, executor: executor)
    }

    /// Creates a manager of another device.
    init(device: any AccountDevice, queue: RequestQueue, executor: (any TaskExecutor)? = nil) {
        (self.device, self.queue, self.executor) = (device, queue, executor)
        super.init()
    }

    /// The object that shows dialogs on behalf of the app; required for requests that may interrupt.
    open weak var delegate: (any VSAccountManagerDelegate)? {
        get { lock.withLock { guardedDelegate } }
        set { lock.withLock { guardedDelegate = newValue } }
    }

    /// The queue on which the delegate's methods are called instead of ``VSApplication/delegateQueue``, for libraries that have
    /// their own serial queue.
    package var delegateQueue: DispatchQueue {
        get { lock.withLock { guardedQueue } ?? VSApplication.delegateQueue }
        set { lock.withLock { guardedQueue = newValue } }
    }

    /// Returns the app's permission to access the subscription and, with ``VSCheckAccessOption/prompt``, requests it.
    ///
    /// - Parameters:
    ///   - options: ``VSCheckAccessOption/prompt`` with a Boolean value, or no options.
    ///   - completionHandler: Receives the status, and a ``VSError`` for every status other than `granted`. If the prompt closes
    ///     without an answer, or no user can be prompted, this is `notDetermined` with ``VSError/userCancelled``.
    @preconcurrency open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        checkAccess(prompt: Self.prompt(in: options), completion: completionHandler)
    }

    /// Returns the app's permission to access the subscription and, with ``VSCheckAccessOption/prompt``, requests it.
    ///
    /// - Returns: `granted`.
    /// - Throws: ``VSError`` for every other status, as on Apple's platforms: ``VSError/accessNotGranted``, or the error that
    ///   the device pairs with the status.
    @discardableResult
    nonisolated(nonsending) open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:]
    ) async throws -> VSAccountAccessStatus {
        let (status, error) = await access(options: options)
        if let error { throw error }
        return status
    }

    /// Does the same, but returns the status with its error. The request is cancelled with the task.
    nonisolated(nonsending) package func access(
        options: [VSCheckAccessOption: Any]
    ) async -> (status: VSAccountAccessStatus, error: (any Error)?) {
        let prompt = Self.prompt(in: options)
        return await answer { continuation in
            checkAccess(prompt: prompt) { continuation.resume(returning: ($0, $1)) }
        }
    }

    /// Requests metadata of the subscription.
    ///
    /// With `isInterruptionAllowed`, the user may be prompted for access, for the provider and to sign in. The delegate is then
    /// asked to present the dialog and whether the provider is allowed.
    ///
    /// - Parameters:
    ///   - request: The requested metadata. The request is copied.
    ///   - completionHandler: Receives the metadata or a ``VSError``, after the delegate has dismissed the dialog.
    /// - Returns: An object with which the request can be cancelled.
    @discardableResult
    open func enqueue(
        _ request: VSAccountMetadataRequest,
        completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        VSAccountManagerResult(request: add(request, completionHandler))
    }

    /// Does the same, but returns what is read from the outcome. The request is cancelled with the task.
    nonisolated(nonsending) package func metadata<Answer: Sendable>(
        for request: VSAccountMetadataRequest, _ read: @escaping (VSAccountMetadata?, (any Error)?) -> Answer
    ) async -> Answer {
        await answer { continuation in add(request) { continuation.resume(returning: read($0, $1)) } }
    }

    private func add(
        _ request: VSAccountMetadataRequest, _ completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
    ) -> QueuedRequest {
        let query = MetadataQuery(request)
        // Like Apple's, the handler is not `@Sendable`, so that closures of apps compile unchanged. This is sound because it is
        // called once, and not by the app after it has been passed here. The app protects what it captures, as with a block that
        // it passes to Apple's framework.
        nonisolated(unsafe) let handler = completionHandler
        let queued = QueuedRequest(
            waitsForWork: query.mayInterrupt, executor: executor, metadataWork(for: query)
        ) { (outcome: Result<AccountMetadata, any Error>) in
            switch outcome {
            case .success(let metadata): handler(VSAccountMetadata(metadata), nil)
            case .failure(let error): handler(nil, VSError(wire: error))
            }
        }
        queue.add(queued)
        return queued
    }

    /// Waits for the answer to a request, which is cancelled with the task.
    nonisolated(nonsending) private func answer<Answer: Sendable>(
        to start: (CheckedContinuation<Answer, Never>) -> QueuedRequest
    ) async -> Answer {
        let cancellation = Mutex<QueuedRequest?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let request = start(continuation)
                cancellation.withLock { $0 = request }
                if Task.isCancelled { request.cancel() }
            }
        } onCancel: {
            cancellation.withLock { $0 }?.cancel()
        }
    }
}
