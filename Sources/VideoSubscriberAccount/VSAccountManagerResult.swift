import Foundation

/// A request in progress. Mirrors `VSAccountManagerResult` of VideoSubscriberAccount.
open class VSAccountManagerResult: NSObject {
    private let request: QueuedRequest?

    /// Creates the handle of a request in the queue.
    init(request: QueuedRequest) {
        self.request = request
        super.init()
    }

    /// Creates a handle without a request, for mocks in the tests of an app.
    public override init() {
        request = nil
        super.init()
    }

    /// Ends the request with ``VSError/userCancelled`` unless it has completed. A waiting request never starts. A running request
    /// is cancelled, and its dialog is dismissed before the completion handler is called. May be called from any thread.
    open func cancel() { request?.cancel() }
}
