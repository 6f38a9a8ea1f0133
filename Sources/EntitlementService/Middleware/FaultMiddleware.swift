import EntitlementCore
import HTTPTypes
import Hummingbird
import NIOCore
import TVWorld

/// The middleware that applies faults to calls before the service processes them.
struct FaultMiddleware: Sendable {
    /// The service without HTTP.
    let engine: EntitlementEngine
    /// The reader of access tokens.
    let signer: TokenSigner

    /// Returns the point of a call at which a fault may apply; nil if none can.
    func point(_ context: ServiceRequestContext) -> FaultPoint? {
        engine.faults.areInForce ? context.attributes.fault : nil
    }

    /// Returns the response to a call at whose point a fault may apply.
    ///
    /// - Parameter respond: Returns the response without faults.
    /// - Throws: The store's error, or ``ServiceError`` if a form that may name the app cannot be read.
    func response(
        to request: Request, at point: FaultPoint, _ context: ServiceRequestContext, respond: (Request) async -> Response
    ) async throws -> Response {
        var request = request
        let names = engine.faults.namesApplications ? try await names(of: &request, context) : []
        guard let strike = try await engine.strike(at: point, names: names, requestID: context.requestID) else {
            return await respond(request)
        }
        guard try await engine.recipientOutlasts(strike, at: point, context.channel) else { return .none }
        let response = try await self.response(to: request, context, struckBy: strike, at: point, respond: respond)
        return strike.bandwidth.map { response.slowed(to: $0, by: strike.id, at: point, of: engine.faults) } ?? response
    }

    private func response(
        to request: Request, _ context: ServiceRequestContext, struckBy strike: FaultTable.Strike, at point: FaultPoint,
        respond: (Request) async -> Response
    ) async throws -> Response {
        switch strike.effect {
        case .none, .saml, .hang: return await respond(request)
        // The call is processed, and half of the response is sent.
        case .disconnect: return try await respond(request).cut()
        case .status(let code):
            return ErrorMiddleware.response(to: ServiceError(.bare(HTTPResponse.Status(code: code))), request, context)
        case .error(let name):
            let call = try await call(request, context)
            let requestor = call.parameters["requestor"] ?? call.parameters["requestor_id"] ?? call.part("requestor")
            let isEnhanced = engine.read { $0.world.requestor(id: requestor)?.hasEnhancedErrors } ?? true
            let error = point.error(name, isEnhanced: isEnhanced, isCheck: context.attributes.isCheck)
            return ErrorMiddleware.response(to: error, request, call.context)
        }
    }

    /// Reads a call whose parameters determine the form of an error. A body that is not small is not read.
    private func call(_ request: Request, _ context: ServiceRequestContext) async throws -> APICall {
        let body = APICall.hasBody(request) ? try? await APICall.body(of: request, limit: BodyAdmission.small) : nil
        return try APICall(request, context, body: body ?? [], type: nil)
    }

    /// Returns the possible identifiers of a request's app: those that it sends (`applicationId` in `X-Device-Info`, and `appId`,
    /// also in a form), the identifier and name of the application with whose software statement it registered, and those of the
    /// app whose code or login the request continues.
    ///
    /// - Throws: The store's error, or ``ServiceError`` if a form cannot be read.
    private func names(of request: inout Request, _ context: ServiceRequestContext) async throws -> [String] {
        var body: [UInt8] = []
        // Only if it is small: it stays in memory until the route reads it.
        if APICall.hasBody(request), Int(request.headers.value(.contentLength) ?? "") ?? .max <= BodyAdmission.small {
            body = try await APICall.body(of: request, limit: BodyAdmission.small)
            request.body = RequestBody(buffer: ByteBuffer(bytes: body))
        }
        let call = try APICall(request, context, body: body, type: nil)
        let parameters = call.parameters
        var names = [call.device["applicationId"], parameters["appId"]].compactMap { $0 }
        if let token = try? request.bearerToken(),
            case .client(let client, _) = await signer.access(of: token, now: engine.clock.seconds())
        {
            names += try await engine.names(ofClient: client)
        }
        if let code = parameters["reg_code"] { names += try await engine.names(ofCode: code) }
        if let code = context.match.parameters["code"] { names += try await engine.names(ofCode: String(code)) }
        if let pending = parameters["RelayState"] { names += try await engine.names(ofRequest: pending) }
        return names
    }
}
