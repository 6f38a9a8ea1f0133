import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The partner single sign-on of REST v2.
struct PartnerController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let identity: ServiceProviderIdentity
    let verifier: ResponseVerifier

    var routes: [Route] {
        [
            .version2(.post, "/api/v2/{serviceProvider}/sessions/sso/{partner}", fault: .partnerSession) {
                try await createSession($0)
            },
            .version2(.post, "/api/v2/{serviceProvider}/profiles/sso/{partner}", fault: .partnerProfile) {
                try await createProfile($0)
            },
        ]
    }

    private func createSession(_ call: APICall) async throws -> Response {
        let event = EntitlementEvent.createPartnerSession(
            call: await access.clientCall(call), partner: call.part("partner"), fields: call.sessionFields)
        let signed = ForeseenValue<String>()
        let answer = try await engine.send(event, requestID: call.requestID) { [identity] answer in
            guard case .partnerProfile(let request, let provider) = answer.step else { return }
            signed.begin { try identity.document(of: request, to: provider) }
        }
        guard case .partnerProfile(let request, let provider) = answer.step else { return .json(.ok, answer.json()) }
        let payload = try await signed.value ?? identity.document(of: request, to: provider)
        engine.note(
            "AuthnRequest", .sent, mvpd: provider.mvpd, binding: "platform", base64: payload, requestID: call.requestID)
        return .json(.ok, answer.json(authenticationRequest: payload))
    }

    private func createProfile(_ call: APICall) async throws -> Response {
        let response = call.form["SAMLResponse"].flatMap { $0.isEmpty ? nil : $0 }
        let (clientCall, partner) = (await access.clientCall(call), call.part("partner"))
        func send(
            _ evidence: Evidence<VerifiedAssertion>, claimedRequest: String? = nil
        ) async throws -> PartnerProfileExchange {
            try await engine.send(
                .createPartnerProfile(call: clientCall, partner: partner, evidence: evidence, claimedRequest: claimedRequest),
                requestID: call.requestID)
        }
        var answer = try await send(response == nil ? .absent : .unverified)
        if case .needsVerification(let provider) = answer, let response {
            answer = try await send(
                try await verify(response, from: provider, call) { try await send(.unverified, claimedRequest: $0) })
        }
        switch answer {
        case .created(let profile): return .json(.created, [profile].json)
        case .existing(let profiles): return .json(.ok, profiles.json)
        case .needsVerification: throw ServiceError(.internalServerError, "The service failed.")
        }
    }

    /// Verifies a response: from the provider at which the account is now signed in, or else from the one to which the answered
    /// request was sent.
    ///
    /// - Parameter claim: Sends the event again with the request that the response claims to answer.
    private func verify(
        _ response: String, from provider: Provider, _ call: APICall,
        claim: (_ request: String) async throws -> PartnerProfileExchange
    ) async throws -> Evidence<VerifiedAssertion> {
        let evidence = try await verifier.evidence(response, from: provider, in: call, for: call.pathServiceProvider)
        guard case .refused = evidence, let request = try await verifier.claimedRequest(response) else { return evidence }
        guard case .needsVerification(let asked) = try await claim(request), asked.id != provider.id,
            case let other = try await verifier.evidence(response, from: asked, for: call.pathServiceProvider),
            case .verified(let assertion) = other, assertion.inResponseTo == request
        else { return evidence }
        return other
    }
}
