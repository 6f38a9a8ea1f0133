import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// Authorization, media tokens, and preauthorization.
struct AuthorizationController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let keys: ServiceKeys

    /// The routes.
    var routes: [Route] {
        [
            .rest(.get, "/api/v1/authorize", fault: .authorize) { try await authorize($0) },
            .rest(.get, "/api/v1/tokens/authz", fault: .authorization) { try await readAuthorization($0) },
            .rest(.get, "/api/v1/tokens/media", fault: .mediaToken) { try await issueMediaToken($0) },
            .rest(.get, "/api/v1/mediatoken", fault: .mediaToken) { try await issueMediaToken($0) },
            .rest(.get, "/api/v1/preauthorize", fault: .preauthorize) { try await preauthorize($0) },
            .rest(.get, "/api/v1/preauthorize/{code}", fault: .preauthorize) { try await preauthorizeByCode($0) },
        ]
    }

    private func authorize(_ call: APICall) async throws -> Response {
        let answer = try await send(call) { device in
            Authorize(
                call: device, resource: call.parameters["resource"],
                identifiers: GenericData.digests(of: call.parameters["generic_data"]) ?? [:])
        }
        return call.answer(.ok, document(of: answer))
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

    private func readAuthorization(_ call: APICall) async throws -> Response {
        let answer = try await engine.send(
            ReadAuthorization(call: try await access.deviceCall(call), resource: call.parameters["resource"]),
            requestID: call.requestID)
        return call.answer(.ok, document(of: answer))
    }

    private func issueMediaToken(_ call: APICall) async throws -> Response {
        let answer = try await send(call) { IssueMediaToken(call: $0, resource: call.parameters["resource"]) }
        let token = answer.token
        return call.answer(
            .ok,
            AnswerDocument(
                "play",
                [
                    .init("resource", .text(token.resource)), .init("requestor", .text(token.requestor)),
                    .init("expires", .text(String(token.expiresAt))),
                    .init("serializedToken", .text(try keys.serialized(token))),
                    .init("userId", .text(keys.pseudonym(of: answer.userID, mvpd: token.mvpd))),
                    .init("mvpdId", .text(token.mvpd)),
                ]))
    }

    private func preauthorize(_ call: APICall) async throws -> Response {
        let items = try await engine.send(
            Preauthorize(
                call: try await access.deviceCall(call), resources: call.parameters["resource"],
                usesCache: call.parameters["cache"] != "false"),
            requestID: call.requestID)
        return preauthorization(items, call)
    }

    private func preauthorizeByCode(_ call: APICall) async throws -> Response {
        let items = try await engine.send(
            PreauthorizeByCode(
                clientID: try await access.clientID(of: call), requestor: call.parameters["requestor"], code: call.part("code"),
                resources: call.parameters["resource"]),
            requestID: call.requestID)
        return preauthorization(items, call)
    }

    private func preauthorization(_ items: Preauthorize.Answer, _ call: APICall) -> Response {
        let resources = items.map { item -> AnswerDocument.Value in
            var fields: [AnswerDocument.Field] = [
                .init("id", .text(item.resource)), .init("authorized", .flag(item.isAuthorized)),
            ]
            if let refusal = item.refusal {
                fields.append(.init("error", .fields(refusal.fields(requestID: call.requestID))))
            }
            return .fields(fields)
        }
        var response = call.answer(.ok, AnswerDocument("resources", item: "resource", resources))
        response.headers[.responseConfidence] = "full"
        return response
    }

    /// Returns the body of `authorize` and of `tokens/authz`; it contains `proxyMvpd` only for proxied providers.
    private func document(of answer: ReadAuthorization.Answer) -> AnswerDocument {
        let record = answer.record
        var fields: [AnswerDocument.Field] = [
            .init("mvpd", .text(record.mvpd)), .init("resource", .text(record.resource)),
            .init("requestor", .text(record.key.requestor)), .init("expires", .text(String(record.expiresAt))),
        ]
        if let proxy = engine.read({ $0.world.provider(mvpd: record.mvpd)?.proxy }) {
            fields.append(.init("proxyMvpd", .text(proxy)))
        }
        if let degradation = answer.degradation { fields.append(.init("degradation", .text(degradation.rawValue))) }
        return AnswerDocument("authorization", fields)
    }
}
