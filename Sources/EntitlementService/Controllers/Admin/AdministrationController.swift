import Administration
import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import SAML
import TVWorld

/// `/admin/v1`: the calls that vsactl makes. The dashboard's forms use the same functions.
struct AdministrationController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let identity: ServiceProviderIdentity
    let verification: MessageVerification
    let keys: ServiceKeys
    let throttle: Throttle
    let loginThrottle: GuessThrottle
    let guesses: GuessThrottle
    /// The program's version.
    let version: String

    /// The signer of software statements.
    var signer: TokenSigner { access.signer }

    /// The routes.
    var routes: [Route] {
        [
            generalAdministration, requestorAdministration, applicationAdministration, certificateAdministration,
            sessionAdministration, identityAdministration, faultAdministration, clockAdministration, scenarioAdministration,
        ].flatMap(\.self)
    }

    private var generalAdministration: [Route] {
        [
            reading("status") { _ in try await status().json },
            administration(.put, "providers/{id}/metadata", taking: .metadata) { try await trustProvider($0) },
            administration(.get, "providers/{id}/metadata") { try readProviderMetadata($0) },
            listing("integrations", query: ["requestor"]) { try integrations($0) },
            reading("integrations/{requestor}/{mvpd}") { try integration($0).json },
            changing("integrations/{requestor}/{mvpd}") {
                try await changeIntegration(of: $0.part("requestor"), with: $0.part("mvpd"), $1, requestID: $0.requestID).json
            },
            listing("statements") { _ in allStatements.map(StatementResource.init) },
            creating("statements") { try await issueStatement($0, requestID: $1).json },
            removing("statements/{id}") { try await engine.send(.revokeStatement(id: $0.part("id")), requestID: $0.requestID) },
            reading("throttling") { _ in throttle.settings.json },
            changing("throttling") { try await changeThrottling($1).json },
            administration(.post, "media-tokens", taking: .json) { try issueMediaToken($0) },
            administration(.post, "media-tokens/verify", taking: .json) { try await verifyMediaToken($0) },
            listing("media-certificates") { _ in mediaCertificates },
            administration(.post, "media-certificates/roll") { try await rollMediaCertificate($0) },
            listing("degradation-rules", query: ["requestor"]) { degradationRules(of: try filter($0.parameters)) },
            creating("degradation-rules") { ResourceList(try await addDegradationRules($0, requestID: $1)).json },
            removing("degradation-rules/{id}") {
                try await engine.send(.removeDegradationRule(id: $0.part("id")), requestID: $0.requestID)
            },
            reading("temporary-passes", query: ["cursor", "limit"]) { try await temporaryPasses($0.parameters).json },
            removing("temporary-passes", query: ["requestor", "mvpd", "device", "key"]) {
                try await resetTemporaryPasses($0.parameters, requestID: $0.requestID)
            },
            administration(.post, "reset") { try await reset($0) },
            reading("journal", query: ["after", "wait", "limit", "documents"]) { try await journal($0) },
            listing("requests", query: ["after", "limit"]) { try requests($0) },
        ]
    }

    /// Returns a route that requires the administration's token. What it does not accept is rejected, so that nothing
    /// misspelled is ignored.
    ///
    /// - Parameters:
    ///   - query: The accepted parameters.
    ///   - bodyType: The type of its body; nil if it does not accept one.
    func administration(
        _ method: HTTPRequest.Method, _ path: String, query: [String] = [], taking bodyType: BodyType? = nil,
        _ answer: @escaping @Sendable (APICall) async throws -> Response
    ) -> Route {
        let route = Route(method, "/admin/v1/" + path, audience: .administrator) { call in
            do {
                try call.parameters.requireReadable()
                // Every administrative call accepts format=json.
                if let unknown = call.parameters.names.first(where: { !query.contains($0) && $0 != "format" }) {
                    throw AdministrationFields.unknown(unknown, of: "The parameter ", known: query)
                }
                if bodyType == nil, !call.body.isEmpty { _ = try AdministrationFields(try call.json(), known: []) }
                try await engine.refresh()
                return try await answer(call)
            } catch {
                throw try ServiceError.administrative(error)
            }
        }.checking { try access.requireAdministrator($0) }.taking(query: query)
        return bodyType.map { route.taking($0) } ?? route
    }

    /// Returns a route that reads a JSON object.
    func reading(_ path: String, query: [String] = [], _ read: @escaping @Sendable (APICall) async throws -> JSON) -> Route {
        administration(.get, path, query: query) { .json(.ok, try await read($0)) }
    }

    /// Returns a route that lists resources.
    func listing<Element: ListedResource>(
        _ path: String, query: [String] = [], _ list: @escaping @Sendable (APICall) async throws -> [Element]
    ) -> Route {
        reading(path, query: query) { ResourceList(try await list($0)).json }
    }

    /// Returns a route that changes something as a JSON body describes.
    ///
    /// - Parameter change: Receives the call and its body, and returns the answer.
    func changing(
        _ path: String, method: HTTPRequest.Method = .put, _ change: @escaping @Sendable (APICall, JSON) async throws -> JSON
    ) -> Route {
        administration(method, path, taking: .json) { .json(.ok, try await change($0, try $0.json())) }
    }

    /// Returns a route that creates what a JSON body describes.
    ///
    /// - Parameter create: Receives the body and the request's identifier, and returns the answer.
    func creating(_ path: String, _ create: @escaping @Sendable (JSON, String) async throws -> JSON) -> Route {
        administration(.post, path, taking: .json) { .json(.created, try await create(try $0.json(), $0.requestID)) }
    }

    /// Returns a route that removes something.
    func removing(
        _ path: String, query: [String] = [], _ remove: @escaping @Sendable (APICall) async throws -> Void
    ) -> Route {
        administration(.delete, path, query: query) { call in
            try await remove(call)
            return .empty(.noContent)
        }
    }

    private func status() async throws -> StatusResource {
        let sessions = try await engine.countSignIns()
        let providers = engine.read { state in
            state.world.providers.map { ($0, state.providerMetadata[$0.id] != nil) }
        }
        return StatusResource(
            version: version, url: identity.baseURL, providers: providers.map { .init(id: $0.id, mvpd: $0.mvpd, trusted: $1) },
            sessions: Int64(sessions))
    }

    private func trustProvider(_ call: APICall) async throws -> Response {
        let id = call.part("id")
        guard let provider = engine.read({ $0.world.provider(id: id) }) else {
            throw ServiceError.unknown("Provider", id)
        }
        guard let xml = String(validating: call.body, as: UTF8.self) else {
            throw ServiceError(.badRequest, "invalid_metadata", "The body must be an EntityDescriptor in UTF-8.")
        }
        do {
            _ = try await verification.perform { try ResponseVerifier.descriptor(xml, of: provider) }
        } catch let refusal as ServiceError {
            throw refusal
        } catch {
            throw ServiceError(
                .badRequest, "invalid_metadata", "The body must be the provider's EntityDescriptor: \(error)")
        }
        try await engine.send(.trustProvider(id, xml: xml), requestID: call.requestID)
        return .empty(.noContent)
    }

    private func readProviderMetadata(_ call: APICall) throws -> Response {
        let id = call.part("id")
        guard let xml = engine.read({ $0.providerMetadata[id] }) else {
            throw ServiceError.unknown("Provider", id, "is unknown, or has no metadata yet")
        }
        return .content(.ok, "application/samlmetadata+xml", xml)
    }

    /// `PUT /admin/v1/throttling`: changes the given values immediately, until the service stops or is reset.
    func changeThrottling(_ body: JSON) async throws -> ThrottlingResource {
        let fields = try AdministrationFields(
            body, known: ["enabled", "callsPerSecond", "burst", "idleSeconds", "retryAfter"])
        var settings = throttle.settings
        settings.enabled = try fields.flag("enabled") ?? settings.enabled
        settings.callsPerSecond =
            try fields.integer("callsPerSecond", AdministrationLimit.callsPerSecond) ?? settings.callsPerSecond
        settings.burst = try fields.integer("burst", AdministrationLimit.burst) ?? settings.burst
        settings.idleSeconds = try fields.integer("idleSeconds", AdministrationLimit.idleSeconds) ?? settings.idleSeconds
        settings.retryAfter = try fields.flag("retryAfter") ?? settings.retryAfter
        try await throttle.change(to: settings)
        return settings
    }

    private func reset(_ call: APICall) async throws -> Response {
        try await engine.reset(requestID: call.requestID)
        try await forgetCalls()
        return .empty(.noContent)
    }

    /// Restores the initial limits, and forgets which calls, wrong passwords and wrong codes were counted.
    func forgetCalls() async throws {
        try await throttle.change(to: nil)
        try await loginThrottle.reset()
        try await guesses.reset()
    }
}

extension ServiceError {
    /// Returns the error that answers a failed administrative call.
    ///
    /// - Throws: The failure itself if the call is not to blame.
    static func administrative(_ failure: any Error) throws -> ServiceError {
        switch failure {
        case let error as ServiceError: return error
        case let refusal as Refusal:
            let code = [404: "not_found", 409: "conflict"][refusal.status] ?? "invalid_request"
            return ServiceError(HTTPResponse.Status(code: refusal.status), code, refusal.message)
        case let error as JSONError:
            return .invalid("The body must be a JSON object: \(error.message).")
        default: throw failure
        }
    }
}
