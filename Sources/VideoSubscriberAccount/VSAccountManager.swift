import Foundation
import Synchronization

/// An app's way to the TV-provider account of the device. Mirrors `VSAccountManager` of VideoSubscriberAccount.
///
/// Several instances may coexist; the requests of all of them run one after the other. Completion handlers are called exactly
/// once, on a private concurrent queue, never on the main queue.
///
/// Differences on Linux: see ``VSApplication`` for who the app is. A missing usage description or a wrong option is an
/// error in the completion handler, never an exception. All members may be used from any thread.
open class VSAccountManager: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` holds because the only variable is read and written under its lock.
    private weak var guardedDelegate: (any VSAccountManagerDelegate)?
    private let delegateLock = NSLock()
    private let device: any AccountDevice
    private let queue: RequestQueue

    /// The manager of the account on this session's bus.
    public override convenience init() {
        self.init(device: SystemAccount.shared, queue: .shared)
    }

    /// A manager of another device, for tests.
    init(device: any AccountDevice, queue: RequestQueue) {
        self.device = device
        self.queue = queue
        super.init()
    }

    /// Shows dialogs on behalf of the app; needed for requests that may interrupt.
    open weak var delegate: (any VSAccountManagerDelegate)? {
        get { delegateLock.withLock { guardedDelegate } }
        set { delegateLock.withLock { guardedDelegate = newValue } }
    }

    /// Reads the app's permission to see the subscription and, with ``VSCheckAccessOption/prompt``, asks for it.
    ///
    /// - Parameters:
    ///   - options: ``VSCheckAccessOption/prompt`` with a Boolean, or nothing.
    ///   - completionHandler: Gets the status, and a ``VSError`` beside every status but `granted`. When nobody can be asked
    ///     the question ends as if dismissed: `notDetermined` with ``VSError/userCancelled``.
    @preconcurrency open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        checkAccess(prompt: Result { () throws(VSError) in try Self.prompt(in: options) }, completion: completionHandler)
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
        let prompt = Result { () throws(VSError) in try Self.prompt(in: options) }
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
    /// - Parameters:
    ///   - request: What is wanted; it is copied.
    ///   - completionHandler: Gets the metadata or a ``VSError``.
    /// - Returns: The request under way, to cancel it.
    @preconcurrency @discardableResult
    open func enqueue(
        _ request: VSAccountMetadataRequest,
        completionHandler: @escaping @Sendable (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        let query = MetadataQuery(request)
        let device = device
        let queued = QueuedRequest {
            await Self.metadata(for: query, from: device)
        } completion: { outcome in
            switch outcome {
            case .success(let metadata): completionHandler(metadata, nil)
            case .failure(let error): completionHandler(nil, error)
            }
        }
        queue.add(queued)
        return VSAccountManagerResult(request: queued)
    }
}

extension VSAccountManager {
    /// Queues a check whose options were read before.
    @discardableResult
    private func checkAccess(
        prompt: Result<Bool, VSError>,
        completion: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) -> QueuedRequest {
        let device = device
        let request = QueuedRequest {
            await Self.accessStatus(prompt: prompt, from: device)
        } completion: { (outcome: Result<VSAccountAccessStatus, any Error>) in
            switch outcome {
            case .success(let status): completion(status, nil)
            case .failure(let failure as AccessStatusFailure): completion(failure.status, failure.error)
            case .failure(let error): completion(.notDetermined, error)
            }
        }
        queue.add(request)
        return request
    }

    /// Whether the options let the system ask.
    private static func prompt(in options: [VSCheckAccessOption: Any]) throws(VSError) -> Bool {
        var prompt = false
        for (option, value) in options {
            guard option == .prompt else {
                throw VSError(
                    .rejected,
                    description: "Unknown access option \(option.rawValue); accepted: \(VSCheckAccessOption.prompt.rawValue).")
            }
            if let flag = value as? Bool {
                prompt = flag
            } else if let number = value as? NSNumber {
                prompt = number.boolValue
            } else {
                throw VSError(
                    .rejected, description: "The access option \(option.rawValue) takes a Boolean, not \(type(of: value)).")
            }
        }
        return prompt
    }

    /// The permission, and the answer of a device that has nobody to ask.
    private static func accessStatus(
        prompt: Result<Bool, VSError>, from device: any AccountDevice
    ) async -> Result<VSAccountAccessStatus, any Error> {
        do {
            let mayPrompt = try prompt.get()
            let status = try await device.accessStatus()
            switch status {
            case .granted: return .success(.granted)
            case .notDetermined where mayPrompt:
                throw AccessStatusFailure(status: status, error: .nobodyToAsk("for access"))
            case .notDetermined, .denied, .restricted:
                throw AccessStatusFailure(status: status, error: .accessNotGranted(status))
            }
        } catch {
            return .failure(error)
        }
    }

    /// The metadata, and the answer of a device that has nobody to ask where a dialog would be needed.
    private static func metadata(
        for query: MetadataQuery, from device: any AccountDevice
    ) async -> Result<VSAccountMetadata, any Error> {
        do {
            if query.mayInterrupt, try await device.accessStatus() == .notDetermined {
                throw VSError.nobodyToAsk("for access")
            }
            let metadata = try await device.metadata(for: query)
            if query.mayInterrupt, metadata.verificationData == nil, metadata.accountProviderIdentifier == nil {
                throw VSError.nobodyToAsk("to choose a TV provider")
            }
            return .success(metadata)
        } catch let failure as AccessStatusFailure {
            return .failure(failure.error)
        } catch {
            return .failure(error)
        }
    }
}
