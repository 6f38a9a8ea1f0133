/// An object that receives the answer to one `preauthorize`. Mirrors `AccessEnablerCallback` of the iOS/tvOS API 3.6.
///
/// Pass two closures, or override both methods. One of them is called once for each call made with the object, on the callback
/// queue.
open class AccessEnablerCallback<Response> {
    private let responseHandler: (Response) -> Void
    private let failureHandler: (Response) -> Void

    /// Creates a callback with closures.
    ///
    /// - Parameters:
    ///   - onResponse: Receives the service's answer, including a refusal.
    ///   - onFailure: Receives the reason why the library could not send the request or read the answer.
    public init(onResponse: @escaping (Response) -> Void, onFailure: @escaping (Response) -> Void) {
        responseHandler = onResponse
        failureHandler = onFailure
    }

    /// Creates a callback that does nothing, for subclasses that override its methods.
    public init() {
        responseHandler = { _ in }
        failureHandler = { _ in }
    }

    /// Called when the service has answered, with decisions or an error.
    open func onResponse(result: Response) { responseHandler(result) }

    /// Called when the library could not send the request or read the answer.
    open func onFailure(result: Response) { failureHandler(result) }
}
