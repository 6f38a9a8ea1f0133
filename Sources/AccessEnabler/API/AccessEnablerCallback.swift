/// Where the answer to one `preauthorize` goes. Mirrors `AccessEnablerCallback` of the iOS/tvOS API 3.6.
///
/// Give it two closures, or override both methods. One of them is called once for each call that was made with the object, on the
/// queue of the callbacks.
open class AccessEnablerCallback<Response> {
    private let responseHandler: (Response) -> Void
    private let failureHandler: (Response) -> Void

    /// A callback with closures.
    ///
    /// - Parameters:
    ///   - onResponse: Gets what the service answered, also when it refused.
    ///   - onFailure: Gets why the library could not ask, or not read the answer.
    public init(onResponse: @escaping (Response) -> Void, onFailure: @escaping (Response) -> Void) {
        responseHandler = onResponse
        failureHandler = onFailure
    }

    /// A callback that does nothing, for classes that override its methods.
    public init() {
        responseHandler = { _ in }
        failureHandler = { _ in }
    }

    /// The service has answered, with decisions or with an error.
    open func onResponse(result: Response) { responseHandler(result) }

    /// The library could not ask, or not read the answer.
    open func onFailure(result: Response) { failureHandler(result) }
}
