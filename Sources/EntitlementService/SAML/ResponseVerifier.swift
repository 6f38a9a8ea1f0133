import Dispatch
import EntitlementCore
import Logging
import SAML
import TVWorld

/// A verifier of SAML responses from providers, with the certificates in their metadata.
struct ResponseVerifier: Sendable {
    let engine: EntitlementEngine
    let identity: ServiceProviderIdentity
    let verification: MessageVerification
    /// The parsed metadata of the service and the providers.
    let descriptors = RememberedResults<String, EntityDescriptor>(limit: 128)

    /// Parses a provider's metadata.
    ///
    /// - Throws: ``SAML/SAMLError`` if it is not the descriptor of an identity provider, or describes another entity.
    static func descriptor(_ xml: String, of provider: Provider) throws(SAMLError) -> EntityDescriptor {
        let descriptor = try EntityDescriptor(xml: xml)
        guard descriptor.entityID == provider.entityID else {
            throw SAMLError(.invalidMetadata, "entityID: \(provider.entityID); found \(descriptor.entityID)")
        }
        guard case .identityProvider = descriptor.role else {
            throw SAMLError(.invalidMetadata, "an IDPSSODescriptor is required")
        }
        return descriptor
    }

    /// Verifies the `SAMLResponse` parameter, which is Base64-encoded XML.
    ///
    /// - Throws: ``ServiceError`` 503 if too many responses are already being verified.
    func evidence(
        _ parameter: String, from provider: Provider, for requestor: String
    ) async throws -> Evidence<VerifiedAssertion> {
        try await verification.perform { verify(parameter, from: provider, for: requestor) }
    }

    /// Verifies the response that a device received from a provider, and records it in the journal and the log.
    func evidence(
        _ response: String, from provider: Provider, in call: APICall, for requestor: String
    ) async throws -> Evidence<VerifiedAssertion> {
        engine.note(
            "Response", .received, mvpd: provider.mvpd, binding: "platform", base64: response, requestID: call.requestID)
        let evidence = try await evidence(response, from: provider, for: requestor)
        if case .refused(let reason) = evidence {
            call.logger.notice("SAML response rejected", metadata: ["mvpd": "\(provider.mvpd)", "reason": "\(reason)"])
        }
        return evidence
    }

    /// Returns the request that a response claims to answer; nothing is verified.
    func claimedRequest(_ response: String) async throws -> String? {
        try await verification.perform {
            (try? Base64.decodeMessage(response, blanksArePlus: true)).flatMap { Response.claimedRequest(in: $0) }
        }
    }

    private func verify(
        _ parameter: String, from provider: Provider, for requestor: String
    ) -> Evidence<VerifiedAssertion> {
        do {
            let response = try Response.verify(
                Base64.decodeMessage(parameter, blanksArePlus: true), certificates: try certificates(of: provider),
                policy: policy(provider, requestor))
            guard let assertion = response.verifiedAssertion else {
                return .refused("SAMLResponse reports a failure at the provider: \(response.status)")
            }
            return .verified(assertion)
        } catch {
            return .refused("SAMLResponse rejected: \(error)")
        }
    }

    private func policy(_ provider: Provider, _ requestor: String) -> ResponsePolicy {
        ResponsePolicy(
            now: engine.clock.seconds(), expectedIssuer: provider.entityID,
            expectedAudience: ServiceProviderIdentity.entityID(at: provider, for: requestor),
            expectedRecipient: identity.assertionConsumerServiceURL
        ) { _ in
            // The exchange decides which request the response answers and whether it is the first, in the transaction that
            // consumes the request.
            .pending
        }
    }

    private func certificates(of provider: Provider) throws(SAMLError) -> [Certificate] {
        guard let xml = engine.read({ $0.providerMetadata[provider.id] }) else {
            throw SAMLError(.invalidMetadata, "no metadata of provider \(provider.id) is known")
        }
        return try descriptors.result(for: xml, EntityDescriptor.init(xml:)).certificates
    }
}

extension SAML.Response {
    /// The assertion of a verified response in the form of the core; nil if the response reports a failure.
    var verifiedAssertion: VerifiedAssertion? {
        guard let assertion, let inResponseTo else { return nil }
        let attributes = assertion.attributes.map { ($0.name, UserMetadata.value(of: $0.name, texts: $0.values)) }
        return VerifiedAssertion(
            inResponseTo: inResponseTo, subject: assertion.subjectNameID, nameIDFormat: assertion.nameIDFormat,
            sessionIndex: assertion.sessionIndex, attributes: Dictionary(attributes) { first, _ in first })
    }
}

/// The parsing of SAML messages and metadata outside the cooperative pool, two at a time, so that untrusted messages
/// never block other calls.
final class MessageVerification: Sendable {
    private let queue = DispatchQueue(label: "entitlementd.saml", attributes: .concurrent)
    // A queue that two threads process in about 50 ms, so that simultaneous legitimate logins need not be repeated.
    private let turnstile = Turnstile(width: 2, lineLimit: 32)

    /// Performs the work on a separate thread.
    ///
    /// - Throws: ``ServiceError`` 503 if too many callers are already waiting, or the error that the work throws.
    func perform<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await turnstile.pass {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result(catching: work)) }
            }
        }
    }
}
