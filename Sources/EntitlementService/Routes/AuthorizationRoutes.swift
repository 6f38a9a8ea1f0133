import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// Authorization, media tokens, preauthorization.
    var authorizationRoutes: [Route] {
        [
            Route(.get, "/api/v1/authorize") { try await authorize($0) },
            Route(.get, "/api/v1/tokens/authz") { try await readAuthorization($0) },
            Route(.get, "/api/v1/tokens/media") { try await issueMediaToken($0) },
            Route(.get, "/api/v1/mediatoken") { try await issueMediaToken($0) },
            Route(.get, "/api/v1/preauthorize") { try await preauthorize($0) },
        ]
    }

    private func authorize(_ call: Call) async throws -> Response {
        do {
            let answer = try await engine.send(
                Authorize(call: try await deviceCall(call), resource: call.parameters["resource"]), requestID: call.requestID)
            return .json(.ok, answer.json)
        } catch let refusal as Refusal {
            var response = refusal.response(requestID: call.requestID)
            // These headers tell the library what to raise, also where enhanced errors are off.
            if let code = refusal.code {
                response.headers[.authorizationErrorCode] = code.advancedCode
                response.headers[.authorizationSubErrorCode] = code.rawValue
            }
            return response
        }
    }

    private func readAuthorization(_ call: Call) async throws -> Response {
        let answer = try await engine.send(
            ReadAuthorization(call: try await deviceCall(call), resource: call.parameters["resource"]),
            requestID: call.requestID)
        return .json(.ok, answer.json)
    }

    private func issueMediaToken(_ call: Call) async throws -> Response {
        let answer = try await engine.send(
            IssueMediaToken(call: try await deviceCall(call), resource: call.parameters["resource"]), requestID: call.requestID)
        let token = answer.token
        let envelope = token.envelope(signature: try keys.mediaSignature(of: token.element))
        return .json(
            .ok,
            .object([
                .init("resource", .string(token.resource)), .init("requestor", .string(token.requestor)),
                .init("expires", .string(String(token.expiresAt))),
                .init("serializedToken", .string(Data(envelope.utf8).base64EncodedString())),
                .init("userId", .string(keys.pseudonym(of: answer.userID, mvpd: token.mvpd))),
                .init("mvpdId", .string(token.mvpd)),
            ]))
    }

    private func preauthorize(_ call: Call) async throws -> Response {
        let items = try await engine.send(
            Preauthorize(call: try await deviceCall(call), resources: call.parameters["resource"]), requestID: call.requestID)
        let resources = items.map { item -> JSON in
            var members: [JSON.Member] = [
                .init("id", .string(item.resource)), .init("authorized", .bool(item.isAuthorized)),
            ]
            if let refusal = item.refusal {
                members.append(.init("error", .object(refusal.members(requestID: call.requestID))))
            }
            return .object(members)
        }
        var response = Response.json(.ok, .object([.init("resources", .array(resources))]))
        response.headers[.responseConfidence] = "full"
        return response
    }
}

extension ReadAuthorization.Answer {
    /// The body of `authorize` and of `tokens/authz`.
    fileprivate var json: JSON {
        var members: [JSON.Member] = [
            .init("mvpd", .string(record.mvpd)), .init("resource", .string(record.resource)),
            .init("requestor", .string(record.key.requestor)), .init("expires", .string(String(record.expiresAt))),
        ]
        if let degradation { members.append(.init("degradation", .string(degradation.rawValue))) }
        return .object(members)
    }
}
