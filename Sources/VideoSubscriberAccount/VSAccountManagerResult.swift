import Foundation

/// A request under way. Mirrors `VSAccountManagerResult` of VideoSubscriberAccount.
public final class VSAccountManagerResult: NSObject, Sendable {
    private let request: QueuedRequest

    /// The handle of a request in the queue.
    init(request: QueuedRequest) {
        self.request = request
        super.init()
    }

    /// Ends the request with ``VSError/userCancelled`` unless it has ended: one that waits never starts, one that runs is
    /// given up.
    public func cancel() { request.cancel() }
}
