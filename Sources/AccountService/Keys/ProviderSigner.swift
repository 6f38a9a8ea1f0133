import AccountCore
import DBus
import DeviceInterfaces
import Encodings
import SAML
import TVWorld
import ThreadExecutors

/// The providers' side of requests: verifies them, and signs responses.
///
/// Runs on its own thread with a slightly lower priority than the bus, so that reads do not wait for signatures; with a much
/// lower one, apps would time out on a busy machine. SAML is not initialized before the first call.
actor ProviderSigner {
    private let executor = ThreadExecutor(niceness: 4)
    private let keys: ProviderKeyRing
    private let identifiers: IdentifierSource
    private var known: [String: SigningKey] = [:]
    private var service: (metadata: String, descriptor: EntityDescriptor)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ keys: ProviderKeyRing, identifiers: IdentifierSource) {
        self.keys = keys
        self.identifiers = identifiers
    }

    /// Returns a provider's response to a request.
    ///
    /// - Parameter defect: The defect of a SAML response.
    /// - Throws: `VSError.invalidVerificationToken`; `InvalidInput` for a request that no response can represent; `SAMLError`,
    ///   `StoreError`.
    func answer(_ contact: ProviderRequest, defect: ResponseDefect? = nil) async throws -> ProviderResponse {
        let token = try contact.verifiedToken(service: service(contact.trust))
        if contact.scheme == .api { return contact.applicationInterfaceResponse }
        let key = try await key(of: contact.provider)
        let signer = defect == .untrustedKey ? try await keys.strangerKey() : key
        let response = contact.response(to: token) { "_" + hexadecimal(identifiers.bytes(16)) }
        do throws(SAMLError) {
            let body = try response.signed(with: signer, defect: defect)
            return ProviderResponse(authenticationScheme: .saml, status: contact.samlStatus, body: body)
        } catch {
            // Of the contents of a response, only the audience is text from the caller.
            guard error.code == .invalidField || error.code == .missingField else { throw error }
            throw InvalidInput(field: SubscriberAccountInterface.Key.channelIdentifier, message: error.detail)
        }
    }

    /// Reads the metadata of a service.
    ///
    /// - Throws: `InvalidInput` with the field `metadata`.
    func trust(metadata: String) throws -> ServiceTrust {
        let descriptor: EntityDescriptor
        do throws(SAMLError) { descriptor = try EntityDescriptor(xml: metadata) } catch {
            throw InvalidInput(field: "metadata", message: "must be a SAML EntityDescriptor: \(error)")
        }
        guard case .serviceProvider(let consumer, _) = descriptor.role else {
            throw InvalidInput(field: "metadata", message: "must describe a service provider (SPSSODescriptor)")
        }
        return ServiceTrust(entityID: descriptor.entityID, assertionConsumerServiceURL: consumer, metadata: metadata)
    }

    /// Discards the parsed metadata of the service, so that it is parsed again.
    func resetVerification() { service = nil }

    private func service(_ trust: ServiceTrust?) throws -> EntityDescriptor? {
        guard let trust else { return nil }
        if let service, service.metadata == trust.metadata { return service.descriptor }
        let descriptor = try EntityDescriptor(xml: trust.metadata)
        service = (trust.metadata, descriptor)
        return descriptor
    }

    private func key(of provider: Provider) async throws -> SigningKey {
        if let key = known[provider.id] { return key }
        let key = try await keys.key(of: provider)
        known[provider.id] = key
        return key
    }
}

/// Two signers, so that one slow call does not delay all others, and the order in which processes use them.
struct ProviderSigners: Sendable {
    /// The providers' keys, which the signers share.
    let keys: ProviderKeyRing
    private let signers: [ProviderSigner]
    private let pool: FairPool<ProviderSigner>
    private let process: @Sendable (BusName) -> UInt32?

    /// - Parameter process: Returns the process of a connection, if it is known.
    init(_ keys: ProviderKeyRing, identifiers: IdentifierSource, process: @escaping @Sendable (BusName) -> UInt32?) {
        self.keys = keys
        signers = (1...2).map { _ in ProviderSigner(keys, identifiers: identifiers) }
        pool = FairPool(signers)
        self.process = process
    }

    /// Returns a provider's response to the request of a connection, as `ProviderSigner.answer` does.
    func answer(
        _ contact: ProviderRequest, defect: ResponseDefect?, for sender: BusName?
    ) async throws -> ProviderResponse {
        try await withSigner(for: sender) { try await $0.answer(contact, defect: defect) }
    }

    /// Reads the metadata of a service for a connection, as `ProviderSigner.trust` does.
    func trust(metadata: String, for sender: BusName?) async throws -> ServiceTrust {
        try await withSigner(for: sender) { try await $0.trust(metadata: metadata) }
    }

    private func withSigner<Value>(
        for sender: BusName?, _ work: (ProviderSigner) async throws -> Value
    ) async throws -> Value {
        try await pool.withResource(for: sender.flatMap(process)) { signer in
            try Task.checkCancellation()
            return try await work(signer)
        }
    }

    /// Discards the parsed metadata of the service, so that it is parsed again.
    func resetVerification() async {
        for signer in signers { await signer.resetVerification() }
    }
}
