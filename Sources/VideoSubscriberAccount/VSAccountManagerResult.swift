import Foundation

/// A request under way. Mirrors `VSAccountManagerResult` of VideoSubscriberAccount.
open class VSAccountManagerResult: NSObject {
    private let request: QueuedRequest?

    /// The handle of a request in the queue.
    init(request: QueuedRequest) {
        self.request = request
        super.init()
    }

    /// The handle of no request, for stand-ins in the tests of an app.
    public override init() {
        request = nil
        super.init()
    }

    /// Ends the request with ``VSError/userCancelled`` unless it has ended: one that waits never starts, one that runs is
    /// given up, and its dialog is dismissed before the completion handler is called. May be called from any thread.
    open func cancel() { request?.cancel() }
}
