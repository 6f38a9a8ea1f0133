import Hummingbird

/// Holds a call of an app or a browser until no swap is in progress, and refuses calls while this node does not know what the
/// others have changed.
struct SwapMiddleware: ServiceMiddleware {
    let swaps: StateSwapLock
    /// This process among those that share a store; nil if it is alone.
    let node: ServiceNode?

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        if let node, context.attributes.audience != .everyone, !node.isCurrent {
            throw StoreFailure(.unreachable, "This node has not reached the database server for some seconds.")
        }
        guard context.attributes.audience.waitsForSwaps else { return try await next(request, context) }
        await swaps.enter()
        defer { swaps.leave() }
        return try await next(request, context)
    }
}
