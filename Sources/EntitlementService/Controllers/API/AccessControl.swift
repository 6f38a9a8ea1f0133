import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The checks of a caller's access tokens.
struct AccessControl: Sendable {
    let engine: EntitlementEngine
    /// The reader of access tokens.
    let signer: TokenSigner
    /// The reader of shared identities' tokens.
    let identityTokens: IdentityTokens
    let adminToken: String

    /// Returns the client of a call's access token for REST v1.
    ///
    /// - Throws: ``EntitlementCore/Refusal`` if it has none, or an invalid one.
    func clientID(of call: APICall) async throws -> String {
        guard let token = try call.request.bearerToken() else {
            throw Refusal(access: .accessDenied, "An access token is required: Authorization: Bearer TOKEN.")
        }
        guard case .client(let id, let scopes) = await signer.access(of: token, now: engine.clock.seconds()) else {
            throw Refusal(access: .accessDenied, "The access token is invalid or has expired.")
        }
        guard scopes.contains(ClientScope.version1.rawValue) else {
            throw Refusal(
                access: .invalidClient,
                "The software statement of this client does not grant \(ClientScope.version1.rawValue).")
        }
        return id
    }

    /// Returns the access granted by the token of a call; the core rejects calls that need more.
    func access(of call: APICall) async -> ClientAccess {
        guard let token = try? call.request.bearerToken() else { return .none }
        return await signer.access(of: token, now: engine.clock.seconds())
    }

    /// Returns the common parameters of a call.
    func deviceCall(_ call: APICall, requestor: String? = nil) async throws -> DeviceCall {
        var device = DeviceCall(
            clientID: try await clientID(of: call), requestor: requestor ?? call.parameters["requestor"],
            deviceID: call.parameters["deviceId"], applicationID: call.parameters["appId"], device: call.device,
            visitorID: call.visitorID, deviceType: call.parameters["deviceType"], address: call.clientAddress.text)
        device.applicationProfile = call.applicationProfile
        device.genericData = GenericData.digests(of: call.parameters["generic_data"])
        return device
    }

    /// Returns the common parameters of a device's call of REST v2.
    func clientCall(_ call: APICall) async -> ClientCall {
        let headers = ClientHeaders(call.request.headers)
        var client = ClientCall(
            access: await access(of: call), serviceProvider: call.pathServiceProvider, deviceIdentifier: headers.deviceIdentifier,
            device: headers.device, connection: call.connection)
        client.partnerStatus = headers.partnerStatus
        client.temporaryPassIdentifiers = headers.temporaryPassIdentifiers
        client.visitorID = headers.visitorID
        if headers.hasIdentities {
            client.identities = await identities(in: headers, serviceProvider: call.pathServiceProvider)
        }
        return client
    }

    /// Verifies the tokens of shared identities; invalid ones are ignored.
    private func identities(in headers: ClientHeaders, serviceProvider: String) async -> [SharedIdentity] {
        let now = engine.clock.seconds()
        var identities: [SharedIdentity] = []
        for (token, kind, owner) in [
            (headers.subjectToken, SharedIdentity.Kind.platform, String?.none), (headers.serviceToken, .service, serviceProvider),
        ] {
            guard let token else { continue }
            let keys = engine.read { $0.identityKeys(kind, of: owner) }
            if let identity = await identityTokens.identity(in: token, kind: kind, registered: keys, now: now) {
                identities.append(identity)
            }
        }
        return identities
    }

    /// Rejects a request without the administration's token, based on its head.
    ///
    /// - Parameter other: Another token that is accepted.
    func requireAdministrator(_ request: Request, or other: String? = nil) throws {
        let given = try? request.bearerToken()
        // Digests have a fixed length, so the duration of the comparison reveals nothing, not even the length.
        let digest = sha256(given ?? "")
        guard [adminToken, other].compactMap(\.self).contains(where: { isEqualInConstantTime(digest, sha256($0)) }) else {
            throw ServiceError(
                .unauthorized, "unauthorized",
                given == nil
                    ? "The administration's token is required: Authorization: Bearer TOKEN."
                    : "The token is not that of the administration.")
        }
    }
}

extension APICall {
    /// The service provider in the path of a call of REST v2.
    var pathServiceProvider: String { part("serviceProvider") }

    /// The fields of an authentication session in the form.
    var sessionFields: SessionFields {
        SessionFields(mvpd: form["mvpd"], domainName: form["domainName"], redirectURL: form["redirectUrl"])
    }
}
