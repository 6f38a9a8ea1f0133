import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The calls of devices of REST v1 (configuration, sign-in, authorization, logout), and the reset of temporary passes.
struct DeviceController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let identity: ServiceProviderIdentity
    let keys: ServiceKeys
    let verifier: ResponseVerifier
    let guesses: GuessThrottle

    var routes: [Route] { signInRoutes + authorizationRoutes + resetRoutes }

    private var signInRoutes: [Route] {
        [
            .rest(.get, "/api/v1/config/{requestor}", fault: .configuration) { call in
                let configuration = try await send(call, requestor: call.part("requestor")) { .readConfiguration(call: $0) }
                return call.answer(.ok, configuration.document)
            },
            Route(.get, "/api/v1/{requestor}/profile-requests/{mvpd}", audience: .app, fault: .profile, throttled: true) {
                try await createProfileRequest($0)
            }.withoutHead(),
            .rest(.post, "/api/v1/tokens/authn", fault: .exchange) { try await exchangeToken($0) },
            .rest(.get, "/api/v1/tokens/authn", fault: .authentication) { try await readAuthentication($0) },
            .rest(.get, "/api/v1/checkauthn", fault: .authentication) { call in
                _ = try await send(call) { .readAuthentication(call: $0, form: .check) }
                return .empty(.ok)
            }.asCheck(),
            .rest(.get, "/api/v1/checkauthn/{code}", fault: .authentication) { call in
                let code = call.part("code")
                _ = try await guesses.send(
                    .checkAuthentication(
                        clientID: try await access.clientID(of: call), requestor: call.parameters["requestor"], code: code),
                    code: code, call, to: engine)
                return .empty(.ok)
            }.asCheck(),
            .rest(.get, "/api/v1/tokens/usermetadata", fault: .userMetadata, formats: .both(default: .xml)) {
                try await readUserMetadata($0)
            },
            .rest(.post, "/api/v1/authenticate/freepreview", fault: .temporaryPass) { try await startTemporaryPass($0) },
            .rest(.delete, "/api/v1/logout", fault: .logout) { call in
                try await send(call) { .logOut(call: $0) }
                return .empty(.noContent)
            },
        ]
    }

    private var authorizationRoutes: [Route] {
        [
            .rest(.get, "/api/v1/authorize", fault: .authorize) { try await authorize($0) }.withoutHead(),
            .rest(.get, "/api/v1/tokens/authz", fault: .authorization) { call in
                authorization(
                    try await send(call) { .readAuthorization(call: $0, resource: call.parameters["resource"]) }, call)
            },
            .rest(.get, "/api/v1/tokens/media", fault: .mediaToken) { try await issueMediaToken($0) }.withoutHead(),
            .rest(.get, "/api/v1/mediatoken", fault: .mediaToken) { try await issueMediaToken($0) }.withoutHead(),
            .rest(.get, "/api/v1/preauthorize", fault: .preauthorize) { call in
                let items = try await send(call) {
                    .preauthorize(
                        call: $0, resources: call.parameters["resource"], usesCache: call.parameters["cache"] != "false")
                }
                return preauthorization(items, call)
            },
            .rest(.get, "/api/v1/preauthorize/{code}", fault: .preauthorize) { call in
                let code = call.part("code")
                let items = try await guesses.send(
                    .preauthorize(
                        clientID: try await access.clientID(of: call), requestor: call.parameters["requestor"], code: code,
                        resources: call.parameters["resource"]),
                    code: code, call, to: engine)
                return preauthorization(items, call)
            },
        ]
    }

    private var resetRoutes: [Route] {
        [
            Route(.delete, "/reset-tempass/v3/reset", audience: .app) { call in
                let device = call.parameters["device_id"] ?? "all"
                return try await resetTemporaryPass(call, device == "all" ? .all : .device(device))
            },
            Route(.delete, "/reset-tempass/v3/reset/generic", audience: .app) { call in
                let key = call.parameters["key"] ?? "all"
                return try await resetTemporaryPass(call, key == "all" ? .everyIdentity : .identity(key))
            },
        ]
    }

    /// Sends the event of a device's call.
    private func send<Answer>(
        _ call: APICall, requestor: String? = nil, _ event: (DeviceCall) -> EntitlementEvent<Answer>
    ) async throws -> Answer {
        try await engine.send(event(try await access.deviceCall(call, requestor: requestor)), requestID: call.requestID)
    }

    /// Rejects parameters of which one cannot be read, in a call that affects more without it.
    private static func requireReadable(_ parameters: FormParameters) throws {
        if let name = parameters.unreadable { throw ServiceError(.badRequest, "\(name) takes UTF-8, percent-encoded.") }
    }
}

/// Sign-in, its token and its metadata.
extension DeviceController {
    private func createProfileRequest(_ call: APICall) async throws -> Response {
        let event = EntitlementEvent.createProfileRequest(
            call: try await access.deviceCall(call, requestor: call.part("requestor")), mvpd: call.part("mvpd"),
            deviceType: call.parameters["deviceType"])
        // Without its device, a request would be one for all.
        try Self.requireReadable(call.parameters)
        let signed = ForeseenValue<String>()
        let answer = try await engine.send(event, requestID: call.requestID) { [identity] answer in
            guard case .request(let request, let provider) = answer else { return }
            signed.begin { try identity.payload(of: request, to: provider) }
        }
        switch answer {
        case .degraded: return .empty(.noContent)
        case .request(let request, let provider):
            let payload = try await signed.value ?? identity.payload(of: request, to: provider)
            engine.note(
                "AuthnRequest", .sent, mvpd: provider.mvpd, binding: "platform", base64: payload, requestID: call.requestID)
            return .content(.ok, "application/octet-stream", payload)
        }
    }

    private func exchangeToken(_ call: APICall) async throws -> Response {
        if let shared = call.parameters["sharedRequestor"], !shared.isEmpty {
            _ = try await send(call) {
                .shareAuthentication(call: $0, mvpd: call.parameters["mvpd"], sharedRequestor: shared)
            }
            return .empty(.noContent)
        }
        let response = call.parameters["SAMLResponse"].flatMap { $0.isEmpty ? nil : $0 }
        let deviceCall = try await access.deviceCall(call)
        func exchange(_ evidence: Evidence<VerifiedAssertion>) async throws -> TokenExchange {
            try await engine.send(
                .exchangeToken(
                    call: deviceCall, mvpd: call.parameters["mvpd"], deviceType: call.parameters["deviceType"],
                    evidence: evidence),
                requestID: call.requestID)
        }
        let answer = try await exchange(response == nil ? .absent : .unverified)
        if case .needsVerification(let provider) = answer, let response {
            let requestor = deviceCall.requestor ?? ""
            _ = try await exchange(verifier.evidence(response, from: provider, in: call, for: requestor))
        }
        return .empty(.noContent)
    }

    private func readAuthentication(_ call: APICall) async throws -> Response {
        let answer = try await send(call) { .readAuthentication(call: $0, form: .token) }
        let record = answer.record
        return call.document(
            "authentication",
            [
                "requestor": .string(record.deviceKey.requestor), "mvpd": .string(record.mvpd), "userId": .string(record.userID),
                "expires": .string(String(record.expiresAt)),
                // REST v2's profiles have this value, too: a token without a login, which expires with the rule.
                "type": record.tokenSource == .degradation ? JSON.string("degraded") : nil,
                "degradation": answer.degradation.map { JSON.string($0.rawValue) },
            ])
    }

    private func readUserMetadata(_ call: APICall) async throws -> Response {
        let answer = try await send(call) { .readUserMetadata(call: $0) }
        do throws(Refusal) {
            return call.answer(.ok, try answer.document())
        } catch {
            var refusal = error
            refusal.isEnhanced =
                engine.read { $0.world.requestor(id: call.parameters["requestor"] ?? "")?.hasEnhancedErrors } ?? true
            throw refusal
        }
    }

    private func startTemporaryPass(_ call: APICall) async throws -> Response {
        let parameters = call.parameters
        _ = try await send(call, requestor: parameters["requestor_id"] ?? "") {
            .startTemporaryPass(call: $0, mvpd: parameters["mso_id"], domain: parameters["domain_name"])
        }
        return .empty(.noContent)
    }

    private func resetTemporaryPass(_ call: APICall, _ target: TemporaryPassReset) async throws -> Response {
        let clientID = try await access.clientID(of: call)
        // Without its target, a reset would be for all.
        try Self.requireReadable(call.parameters)
        try await engine.send(
            .resetTemporaryPass(
                target, requestor: call.parameters["requestor_id"], mvpd: call.parameters["mvpd_id"], clientID: clientID),
            requestID: call.requestID)
        return .empty(.noContent)
    }
}

/// Authorization, media tokens, and preauthorization.
extension DeviceController {
    private func authorize(_ call: APICall) async throws -> Response {
        authorization(try await decide(call) { .authorize(call: $0, resource: call.parameters["resource"]) }, call)
    }

    /// Sends an event whose refusal the library reads from the headers.
    private func decide<Answer>(_ call: APICall, _ event: (DeviceCall) -> EntitlementEvent<Answer>) async throws -> Answer {
        do {
            return try await send(call, event)
        } catch let refusal as Refusal {
            throw ServiceError(authorization: refusal)
        }
    }

    private func issueMediaToken(_ call: APICall) async throws -> Response {
        let answer = try await decide(call) { .issueMediaToken(call: $0, resource: call.parameters["resource"]) }
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
    private func authorization(_ answer: DecidedAuthorization, _ call: APICall) -> Response {
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
