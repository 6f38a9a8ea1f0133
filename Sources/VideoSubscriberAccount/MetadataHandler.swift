/// A completion handler of ``VSAccountManager/enqueue(_:completionHandler:)`` on its way to the queue of completions.
///
/// Its type is not `@Sendable`, as Apple's is not, so that apps' closures compile unchanged.
// `@unchecked Sendable` holds because the closure is called once, and by nobody after the app has handed it over: what it
// captures is the app's to protect, as with a block of Apple's framework.
struct MetadataHandler: @unchecked Sendable {
    let body: (VSAccountMetadata?, (any Error)?) -> Void

    /// Gives the app its answer.
    @Sendable func call(_ outcome: Result<AccountMetadata, any Error>) {
        switch outcome {
        case .success(let metadata): body(VSAccountMetadata(metadata), nil)
        case .failure(let error): body(nil, error)
        }
    }
}
