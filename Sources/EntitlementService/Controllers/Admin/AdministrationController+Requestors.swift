import Administration
import EntitlementCore
import TVWorld

extension AdministrationController {
    /// The routes for requestors and their URL schemes.
    var requestorAdministration: [Route] {
        [
            listing("requestors") { _ in engine.read { $0.world.requestors }.map { RequestorResource($0) } },
            reading("requestors/{requestor}") { RequestorResource(try requestor($0.part("requestor"))).json },
            changing("requestors/{requestor}") { try await changeRequestor($0, $1).json },
            listing("custom-schemes", query: ["requestor"]) { try customSchemes($0) },
            creating("custom-schemes") { try await generateCustomScheme($0, requestID: $1).json },
            removing("custom-schemes/{requestor}/{scheme}") {
                try await engine.send(
                    .removeCustomScheme($0.part("scheme"), of: $0.part("requestor")), requestID: $0.requestID)
            },
        ]
    }

    /// Returns a requestor of the world.
    ///
    /// - Throws: ``ServiceError`` if there is none.
    func requestor(_ id: String) throws -> Requestor {
        guard let requestor = engine.read({ $0.world.requestor(id: id) }) else {
            throw ServiceError.unknown("Requestor", id)
        }
        return requestor
    }

    /// Returns the `requestor` parameter, which must be a known requestor.
    func filter(_ parameters: FormParameters) throws -> String? { try parameters["requestor"].map { try requestor($0).id } }

    private func changeRequestor(_ call: APICall, _ body: JSON) async throws -> RequestorResource {
        let fields = try AdministrationFields(
            body,
            known: [
                "name", "domains", "customSchemes", "authnTTL", "authzTTL", "mediaTTL", "enhancedErrors", "denialLimit",
                "denialPeriod", "deviceIdMetadata", "defaultRedirectURL",
            ])
        var settings = RequestorSettings(id: call.part("requestor"))
        settings.name = try fields.text("name", .plain)
        settings.domains = try fields.domains()
        settings.customSchemes = try fields.schemes("customSchemes")
        settings.authenticationLifetime = try fields.integer("authnTTL", Lifetime.accepted)
        settings.authorizationLifetime = try fields.integer("authzTTL", Lifetime.accepted)
        settings.mediaTokenLifetime = try fields.integer("mediaTTL", 1...Requestor.longestMediaTokenLifetime)
        settings.hasEnhancedErrors = try fields.flag("enhancedErrors")
        settings.denialLimit = try fields.integer("denialLimit", Requestor.denialLimits).map { Int($0) }
        settings.denialPeriod = try fields.integer("denialPeriod", Lifetime.accepted)
        settings.tellsDeviceID = try fields.flag("deviceIdMetadata")
        settings.defaultRedirectURL = try fields.value(
            "defaultRedirectURL", "\(TextRule.redirectURL.accepted), or an empty text for none"
        ) { value in
            value.text.flatMap { $0.isEmpty || TextRule.redirectURL.accepts($0) ? $0 : nil }
        }
        return RequestorResource(try await engine.send(.changeRequestor(settings), requestID: call.requestID))
    }

    private func customSchemes(_ call: APICall) throws -> [CustomSchemeResource] {
        let only = try filter(call.parameters)
        let requestors = engine.read { $0.world.requestors }.filter { only == nil || $0.id == only }
        return requestors.flatMap { requestor in
            requestor.customSchemes.map { CustomSchemeResource(requestor: requestor.id, scheme: $0) }
        }
    }

    /// Generates a URL scheme for a requestor.
    @discardableResult
    func generateCustomScheme(_ body: JSON, requestID: String) async throws -> CustomSchemeResource {
        let fields = try AdministrationFields(body, known: ["requestor"])
        let requestor = try fields.required("requestor", AdministrationLimit.identifierLength)
        let scheme = try await engine.send(.generateCustomScheme(of: requestor), requestID: requestID)
        return CustomSchemeResource(requestor: requestor, scheme: scheme)
    }
}
