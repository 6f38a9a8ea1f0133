/// Holds a call of an app or a browser until no swap is in progress, and refuses calls while this node does not know what the
/// others have changed.
struct SwapMiddleware: Sendable {
    let swaps: StateSwapLock
    /// This process among those that share a store; nil if it is alone.
    let node: ServiceNode?

    /// Whether a call waits while a swap is in progress.
    ///
    /// - Throws: ``StoreFailure`` if this node does not know what others have changed.
    func holds(_ context: ServiceRequestContext) throws(StoreFailure) -> Bool {
        if let node, context.attributes.audience != .everyone, !node.isCurrent {
            throw StoreFailure(.unreachable, "This node has not reached the database server for some seconds.")
        }
        return context.attributes.audience.waitsForSwaps
    }
}
