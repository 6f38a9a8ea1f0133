import EntitlementCore
import Hummingbird
import Logging
import TVWorld

/// Returns errors as responses, in the format known so far.
struct ErrorMiddleware: ServiceMiddleware {
    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        do { return try await next(request, context) } catch {
            return serviceError(error, context).response(requestID: context.requestID, format: context.format)
        }
    }

    private func serviceError(_ error: any Error, _ context: Context) -> ServiceError {
        switch error {
        case let error as ServiceError: return error
        case let refusal as Refusal: return ServiceError(refusal)
        default:
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            let code: ErrorCode = context.attributes.formats == .json ? .internalServerError : .internalError
            let failure = error as? StoreFailure
            let isTemporary = failure?.isTemporary == true
            var answer = ServiceError(Refusal(isTemporary ? 503 : 500, code, failure?.summary ?? "The service failed."))
            if isTemporary { answer.headers[.retryAfter] = "1" }
            return answer
        }
    }
}
