import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// Authorization, media tokens, and preauthorization.
struct AuthorizationController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let keys: ServiceKeys

    var routes: [Route] {
        [
            .rest(.get, "/api/v1/authorize", fault: .authorize) { try await authorize($0) }.withoutHead(),
            .rest(.get, "/api/v1/tokens/authz", fault: .authorization) { call in
                let answer = try await engine.send(
                    .readAuthorization(call: try await access.deviceCall(call), resource: call.parameters["resource"]),
                    requestID: call.requestID)
                return response(to: call, answer)
            },
            .rest(.get, "/api/v1/tokens/media", fault: .mediaToken) { try await issueMediaToken($0) }.withoutHead(),
            .rest(.get, "/api/v1/mediatoken", fault: .mediaToken) { try await issueMediaToken($0) }.withoutHead(),
            .rest(.get, "/api/v1/preauthorize", fault: .preauthorize) { call in
                let event = PlainEvent<[PreauthorizedResource]>.preauthorize(
                    call: try await access.deviceCall(call), resources: call.parameters["resource"],
                    usesCache: call.parameters["cache"] != "false")
                return preauthorization(try await engine.send(event, requestID: call.requestID), call)
            },
            .rest(.get, "/api/v1/preauthorize/{code}", fault: .preauthorize) { call in
                let items = try await engine.send(
                    .preauthorize(
                        clientID: try await access.clientID(of: call), requestor: call.parameters["requestor"],
                        code: call.part("code"), resources: call.parameters["resource"]),
                    requestID: call.requestID)
                return preauthorization(items, call)
            },
        ]
    }

    private func authorize(_ call: APICall) async throws -> Response {
        let answer = try await send(call) { device in
            Authorize(
                call: device, resource: call.parameters["resource"],
                identifiers: GenericData.digests(of: call.parameters["generic_data"]) ?? [:])
        }
        return response(to: call, answer)
    }

    /// Sends an event whose refusal the library reads from the headers.
    private func send<Event: EntitlementEvent>(
        _ call: APICall, _ event: (DeviceCall) throws -> Event
    ) async throws -> Event.Answer {
        do {
            return try await engine.send(event(try await access.deviceCall(call)), requestID: call.requestID)
        } catch let refusal as Refusal {
            throw ServiceError(authorization: refusal)
        }
    }

    private func issueMediaToken(_ call: APICall) async throws -> Response {
        let answer = try await send(call) {
            PlainEvent<IssuedMediaToken>.issueMediaToken(call: $0, resource: call.parameters["resource"])
        }
        let token = answer.token
        return call.document(
            "play",
            [
                "resource": .string(token.resource), "requestor": .string(token.requestor),
                "expires": .string(String(token.expiresAt)), "serializedToken": .string(try keys.serialized(token)),
                "userId": .string(keys.pseudonym(of: answer.userID, mvpd: token.mvpd)), "mvpdId": .string(token.mvpd),
            ])
    }

    private func preauthorization(_ items: [PreauthorizedResource], _ call: APICall) -> Response {
        let resources = items.map { item in
            JSON.filled([
                "id": .string(item.resource), "authorized": .bool(item.isAuthorized),
                "error": item.refusal?.json(requestID: call.requestID),
            ])
        }
        var response = call.answer(
            .ok, AnswerDocument("resources", items: ["resources": "resource"], .array(resources)))
        response.headers[.responseConfidence] = "full"
        return response
    }

    /// Returns the response of `authorize` and of `tokens/authz`; it contains `proxyMvpd` only for proxied providers.
    private func response(to call: APICall, _ answer: DecidedAuthorization) -> Response {
        let record = answer.record
        let proxy = engine.read { $0.world.provider(mvpd: record.mvpd)?.proxy }
        return call.document(
            "authorization",
            [
                "mvpd": .string(record.mvpd), "resource": .string(record.resource), "requestor": .string(record.key.requestor),
                "expires": .string(String(record.expiresAt)), "proxyMvpd": proxy.map { JSON.string($0) },
                "degradation": answer.degradation.map { JSON.string($0.rawValue) },
            ])
    }
}
