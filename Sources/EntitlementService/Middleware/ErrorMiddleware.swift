import EntitlementCore
import Hummingbird
import Logging
import TVWorld

/// The middleware that converts errors to responses, in the format known so far.
enum ErrorMiddleware {
    /// Returns the response to a request that has failed.
    static func response(to error: any Error, _ request: Request, _ context: ServiceRequestContext) -> Response {
        serviceError(error, context).response(requestID: context.requestID, format: context.format).shown(to: request)
    }

    private static func serviceError(_ error: any Error, _ context: ServiceRequestContext) -> ServiceError {
        switch error {
        case let error as ServiceError: return context.attributes.formats == .json ? error.enhanced : error
        case let refusal as Refusal:
            return context.attributes.audience == .browser ? ServiceError(login: refusal) : ServiceError(refusal)
        default:
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            let code: ErrorCode = context.attributes.formats == .json ? .internalServerError : .internalError
            let failure = error as? StoreFailure
            let isOverdue = error is StateSwapLock.Overdue
            let isTemporary = isOverdue || failure?.isTemporary == true
            let summary = isOverdue ? "The service's state is being replaced, which takes long. Try again." : failure?.summary
            var answer =
                context.attributes.audience.readsPages
                ? ServiceError.page(
                    isTemporary ? .serviceUnavailable : .internalServerError,
                    isTemporary ? "The service is not available" : "The service failed", summary ?? "Try again in a moment.")
                : ServiceError(Refusal(isTemporary ? 503 : 500, code, summary ?? "The service failed."))
            if isTemporary { answer.headers[.retryAfter] = "1" }
            return answer
        }
    }
}
