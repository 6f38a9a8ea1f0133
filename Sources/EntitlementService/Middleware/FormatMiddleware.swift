import HTTPTypes
import Hummingbird

/// Determines the format of the response.
struct FormatMiddleware: ServiceMiddleware {
    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        var context = context
        context.format = try context.attributes.formats.format(
            of: request, query: context.query, suffix: context.match.suffix)
        return try await next(request, context)
    }
}
