import EntitlementCore
import Hummingbird
import Logging
import TVWorld

/// Returns errors as responses, in the format known so far.
struct ErrorMiddleware: RouterMiddleware {
    typealias Context = ServiceRequestContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch { return Self.response(to: error, context) }
    }

    /// Returns an error as a response.
    static func response(to error: any Error, _ context: Context) -> Response {
        switch error {
        case let refusal as Refusal: return refusal.response(requestID: context.requestID, format: context.format)
        case let refusal as HTTPRefusal: return refusal.response(requestID: context.requestID, format: context.format)
        case let fault as FaultAnswer: return fault.response
        case let error as AdministrationError: return error.response(requestID: context.requestID)
        case let refusal as PageRefusal: return refusal.page(requestID: context.requestID).response
        default:
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            return Refusal(500, .internalError, (error as? StoreFailure)?.summary ?? "The service failed.")
                .response(requestID: context.requestID, format: context.format)
        }
    }
}
