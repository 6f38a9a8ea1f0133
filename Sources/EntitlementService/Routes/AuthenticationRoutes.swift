import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import TVWorld

extension ServiceEnvironment {
    /// The routes for sign-in, its token, its metadata, and logout.
    var authenticationRoutes: [Route] {
        [
            Route(
                .post, "/api/v1/tokens/authn", audience: .app, fault: .exchange, formats: .both(default: .json), throttled: true
            ) { try await exchangeToken($0) },
            Route(
                .get, "/api/v1/tokens/authn", audience: .app, fault: .authentication, formats: .both(default: .json),
                throttled: true
            ) { try await readAuthentication($0) },
            Route(
                .get, "/api/v1/checkauthn", audience: .app, fault: .authentication, formats: .both(default: .json),
                throttled: true
            ) { try await checkAuthentication($0) },
            Route(
                .get, "/api/v1/checkauthn/{code}", audience: .app, fault: .authentication, formats: .both(default: .json),
                throttled: true
            ) { try await checkAuthenticationByCode($0) },
            Route(
                .get, "/api/v1/tokens/usermetadata", audience: .app, fault: .userMetadata, formats: .both(default: .xml),
                throttled: true
            ) { try await readUserMetadata($0) },
            Route(.delete, "/api/v1/logout", audience: .app, fault: .logout, formats: .both(default: .json), throttled: true) {
                try await logOut($0)
            },
        ]
    }

    private func exchangeToken(_ call: Call) async throws -> Response {
        if let shared = call.parameters["sharedRequestor"], !shared.isEmpty {
            _ = try await engine.send(
                ShareAuthentication(
                    call: try await deviceCall(call), mvpd: call.parameters["mvpd"], sharedRequestor: shared),
                requestID: call.requestID)
            return .empty(.noContent)
        }
        let response = call.parameters["SAMLResponse"].flatMap { $0.isEmpty ? nil : $0 }
        var event = ExchangeToken(
            call: try await deviceCall(call), mvpd: call.parameters["mvpd"], deviceType: call.parameters["deviceType"],
            evidence: response == nil ? .absent : .unverified)
        var answer = try await engine.send(event, requestID: call.requestID)
        if case .needsVerification(let provider) = answer, let response {
            engine.note(
                PassingMessage("Response", .received, mvpd: provider.mvpd, binding: "platform", base64: response),
                requestID: call.requestID)
            event.evidence = try await verifier.evidence(response, from: provider, for: event.call.requestor ?? "")
            if case .refused(let reason) = event.evidence {
                call.logger.notice("SAML response refused", metadata: ["mvpd": "\(provider.mvpd)", "reason": "\(reason)"])
            }
            answer = try await engine.send(event, requestID: call.requestID)
        }
        return .empty(.noContent)
    }

    private func readAuthentication(_ call: Call) async throws -> Response {
        let answer = try await engine.send(
            ReadAuthentication(call: try await deviceCall(call), form: .token), requestID: call.requestID)
        var fields: [AnswerDocument.Field] = [
            .init("requestor", .text(answer.record.key.requestor)), .init("mvpd", .text(answer.record.mvpd)),
            .init("userId", .text(answer.record.userID)), .init("expires", .text(String(answer.record.expiresAt))),
        ]
        // The value of REST v2's profiles: a token without a login, which expires with the rule.
        if answer.record.source == .degradation { fields.append(.init("type", .text("degraded"))) }
        if let degradation = answer.degradation { fields.append(.init("degradation", .text(degradation.rawValue))) }
        return call.answer(.ok, AnswerDocument("authentication", fields))
    }

    private func checkAuthentication(_ call: Call) async throws -> Response {
        _ = try await engine.send(
            ReadAuthentication(call: try await deviceCall(call), form: .check), requestID: call.requestID)
        return .empty(.ok)
    }

    private func checkAuthenticationByCode(_ call: Call) async throws -> Response {
        _ = try await engine.send(
            CheckAuthenticationByCode(
                clientID: try await clientID(of: call), requestor: call.parameters["requestor"], code: call.part("code")),
            requestID: call.requestID)
        return .empty(.ok)
    }

    private func readUserMetadata(_ call: Call) async throws -> Response {
        let answer = try await engine.send(ReadUserMetadata(call: try await deviceCall(call)), requestID: call.requestID)
        do throws(Refusal) {
            return call.answer(.ok, try answer.document())
        } catch {
            var refusal = error
            refusal.isEnhanced =
                engine.read { $0.world.requestor(id: call.parameters["requestor"] ?? "")?.hasEnhancedErrors } ?? true
            throw refusal
        }
    }

    private func logOut(_ call: Call) async throws -> Response {
        try await engine.send(LogOut(call: try await deviceCall(call)), requestID: call.requestID)
        return .empty(.noContent)
    }
}
