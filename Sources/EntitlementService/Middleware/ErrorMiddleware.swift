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
            return ServiceError(Refusal(500, code, (error as? StoreFailure)?.summary ?? "The service failed."))
        }
    }
}
