/// A completion handler of ``VSAccountManager/enqueue(_:completionHandler:)`` on its way to the queue of completions.
///
/// Like Apple's, its type is not `@Sendable`, so that closures of apps compile unchanged.
// `@unchecked Sendable` is sound because the closure is called once, and not by the app after it has been passed here. The app
// protects what the closure captures, as with a block passed to Apple's framework.
struct MetadataHandler: @unchecked Sendable {
    let body: (VSAccountMetadata?, (any Error)?) -> Void

    /// Calls the handler with the outcome.
    @Sendable func call(_ outcome: Result<AccountMetadata, any Error>) {
        switch outcome {
        case .success(let metadata): body(VSAccountMetadata(metadata), nil)
        case .failure(let error): body(nil, error)
        }
    }
}
