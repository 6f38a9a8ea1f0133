import Hummingbird

/// Delays a call of an app or a browser until no swap is in progress.
struct SwapMiddleware: ServiceMiddleware {
    let swaps: StateSwapLock

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        guard context.attributes.audience.waitsForSwaps else { return try await next(request, context) }
        await swaps.enter()
        defer { swaps.leave() }
        return try await next(request, context)
    }
}
