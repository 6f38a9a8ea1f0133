import Hummingbird

/// A middleware of this service: it reads the attributes of the request's route.
protocol ServiceMiddleware: RouterMiddleware where Context == ServiceRequestContext {
    /// The rest of the chain.
    typealias Next = (Request, ServiceRequestContext) async throws -> Response
}
