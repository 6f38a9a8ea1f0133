import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// Sign-in, its token, its metadata, and logout.
struct AuthenticationController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let verifier: ResponseVerifier

    var routes: [Route] {
        [
            .rest(.post, "/api/v1/tokens/authn", fault: .exchange) { try await exchangeToken($0) },
            .rest(.get, "/api/v1/tokens/authn", fault: .authentication) { try await readAuthentication($0) },
            .rest(.get, "/api/v1/checkauthn", fault: .authentication) { call in
                _ = try await engine.send(
                    .readAuthentication(call: try await access.deviceCall(call), form: .check), requestID: call.requestID)
                return .empty(.ok)
            },
            .rest(.get, "/api/v1/checkauthn/{code}", fault: .authentication) { call in
                _ = try await engine.send(
                    .checkAuthentication(
                        clientID: try await access.clientID(of: call), requestor: call.parameters["requestor"],
                        code: call.part("code")),
                    requestID: call.requestID)
                return .empty(.ok)
            },
            .rest(.get, "/api/v1/tokens/usermetadata", fault: .userMetadata, formats: .both(default: .xml)) {
                try await readUserMetadata($0)
            },
            .rest(.delete, "/api/v1/logout", fault: .logout) { call in
                try await engine.send(.logOut(call: try await access.deviceCall(call)), requestID: call.requestID)
                return .empty(.noContent)
            },
        ]
    }

    private func exchangeToken(_ call: APICall) async throws -> Response {
        if let shared = call.parameters["sharedRequestor"], !shared.isEmpty {
            _ = try await engine.send(
                .shareAuthentication(
                    call: try await access.deviceCall(call), mvpd: call.parameters["mvpd"], sharedRequestor: shared),
                requestID: call.requestID)
            return .empty(.noContent)
        }
        let response = call.parameters["SAMLResponse"].flatMap { $0.isEmpty ? nil : $0 }
        var event = ExchangeToken(
            call: try await access.deviceCall(call), mvpd: call.parameters["mvpd"], deviceType: call.parameters["deviceType"],
            evidence: response == nil ? .absent : .unverified)
        var answer = try await engine.send(event, requestID: call.requestID)
        if case .needsVerification(let provider) = answer, let response {
            event.evidence = try await verifier.evidence(response, from: provider, in: call, for: event.call.requestor ?? "")
            answer = try await engine.send(event, requestID: call.requestID)
        }
        return .empty(.noContent)
    }

    private func readAuthentication(_ call: APICall) async throws -> Response {
        let answer = try await engine.send(
            .readAuthentication(call: try await access.deviceCall(call), form: .token), requestID: call.requestID)
        let record = answer.record
        return call.document(
            "authentication",
            [
                "requestor": .string(record.deviceKey.requestor), "mvpd": .string(record.mvpd), "userId": .string(record.userID),
                "expires": .string(String(record.expiresAt)),
                // The value in REST v2's profiles: a token without a login, which expires with the rule.
                "type": record.tokenSource == .degradation ? JSON.string("degraded") : nil,
                "degradation": answer.degradation.map { JSON.string($0.rawValue) },
            ])
    }

    private func readUserMetadata(_ call: APICall) async throws -> Response {
        let answer = try await engine.send(
            .readUserMetadata(call: try await access.deviceCall(call)), requestID: call.requestID)
        do throws(Refusal) {
            return call.answer(.ok, try answer.document())
        } catch {
            var refusal = error
            refusal.isEnhanced =
                engine.read { $0.world.requestor(id: call.parameters["requestor"] ?? "")?.hasEnhancedErrors } ?? true
            throw refusal
        }
    }
}
