import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The calls of devices of REST v2: the configuration, authentication sessions, profiles, decisions, and logout.
struct ClientController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let keys: ServiceKeys
    let guesses: GuessThrottle

    var routes: [Route] {
        [
            .version2(.get, "/api/v2/{serviceProvider}/configuration", fault: .clientConfiguration) { call in
                let answer = try await engine.send(
                    .readConfiguration(call: await access.clientCall(call)), requestID: call.requestID)
                return .json(.ok, answer.document.json)
            },
            .version2(.post, "/api/v2/{serviceProvider}/sessions", fault: .sessionCreation) { call in
                let answer = try await engine.send(
                    .createSession(call: await access.clientCall(call), fields: call.sessionFields), requestID: call.requestID)
                return .json(.ok, answer.json())
            },
            .version2(.post, "/api/v2/{serviceProvider}/sessions/{code}", fault: .sessionResumption) { call in
                let answer = try await sendCode(call) { access, serviceProvider, code in
                    .resumeSession(access: access, serviceProvider: serviceProvider, code: code, fields: call.sessionFields)
                }
                return .json(.ok, answer.json())
            },
            .version2(.get, "/api/v2/{serviceProvider}/sessions/{code}", fault: .session) { call in
                .json(.ok, try await sendCode(call, EntitlementEvent.readSession).sessionJSON)
            },
            .version2(.get, "/api/v2/{serviceProvider}/profiles", fault: .profiles) { try await readProfiles($0) },
            .version2(.get, "/api/v2/{serviceProvider}/profiles/{mvpd}", fault: .providerProfile) {
                try await readProfiles($0, mvpd: $0.part("mvpd"))
            },
            .version2(.get, "/api/v2/{serviceProvider}/profiles/code/{code}", fault: .codeProfile) { call in
                let headers = ClientHeaders(call.request.headers)
                let profiles = try await sendCode(call) { access, serviceProvider, code in
                    .readProfiles(
                        access: access, serviceProvider: serviceProvider, code: code, deviceIdentifier: headers.deviceIdentifier,
                        temporaryPassIdentifiers: headers.temporaryPassIdentifiers)
                }
                return .json(.ok, profiles.json)
            },
            .version2(.post, "/api/v2/{serviceProvider}/decisions/authorize/{mvpd}", fault: .resourceAuthorization) {
                try await decide($0, EntitlementEvent.authorizeResources)
            }.reading(.json),
            .version2(.post, "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}", fault: .resourcePreauthorization) {
                try await decide($0, EntitlementEvent.preauthorizeResources)
            }.reading(.json),
            .version2(.get, "/api/v2/{serviceProvider}/logout/{mvpd}", fault: .profileLogout) { try await endProfile($0) }
                .withoutHead(),
        ]
    }

    /// Sends the event of a call whose path contains a code.
    private func sendCode<Answer>(
        _ call: APICall, _ event: (_ access: ClientAccess, _ serviceProvider: String, _ code: String) -> EntitlementEvent<Answer>
    ) async throws -> Answer {
        let granted = await access.access(of: call)
        let code = call.part("code")
        return try await guesses.send(
            event(granted, call.pathServiceProvider, code), code: code, call, with: granted, to: engine)
    }

    private func readProfiles(_ call: APICall, mvpd: String? = nil) async throws -> Response {
        let answer = try await engine.send(
            .readProfiles(call: await access.clientCall(call), mvpd: mvpd), requestID: call.requestID)
        return .json(.ok, answer.json)
    }

    private func decide(
        _ call: APICall, _ event: (ClientCall, String, [String]?) -> EntitlementEvent<[ResourceDecision]>
    ) async throws -> Response {
        // Nil if the body has no list of strings.
        let resources = (try? call.json())?["resources"]?.texts
        let event = event(await access.clientCall(call), call.part("mvpd"), resources)
        let decisions = try await engine.send(event, requestID: call.requestID).map { decision in
            decision.json(
                serializedToken: try decision.mediaToken.map { try keys.serialized($0) }, requestID: call.requestID)
        }
        return .json(.ok, ["decisions": .array(decisions)])
    }

    private func endProfile(_ call: APICall) async throws -> Response {
        let mvpd = call.part("mvpd")
        let redirectURL = call.parameters["redirectUrl"].flatMap { $0.isEmpty ? nil : $0 }
        let answer = try await engine.send(
            .endProfile(call: await access.clientCall(call), mvpd: mvpd, redirectURL: redirectURL), requestID: call.requestID)
        var url: String?
        if case .logout(let logout) = answer { url = Self.logoutURL(logout, call) }
        return .json(.ok, answer.json(mvpd: mvpd, url: url))
    }

    /// Returns the URL of a browser's logout. `pt_device_id` identifies the removed sign-in; other parameters are informative.
    private static func logoutURL(_ logout: PendingLogout, _ call: APICall) -> String {
        var parameters = [
            ("noflash", "true"), ("mso_id", logout.authentication.mvpd),
            ("requestor_id", logout.authentication.deviceKey.requestor),
        ]
        if let redirectURL = logout.redirectURL { parameters.append(("redirect_url", redirectURL)) }
        parameters.append(("pt_device_id", logout.id))
        let query = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return "\(call.baseURL)/adobe-services/logout?\(query)"
    }
}

extension ResourceDecision {
    /// Returns the decision in an answer.
    ///
    /// - Parameters:
    ///   - serializedToken: The signed media token, if there is one.
    ///   - requestID: The response's `Adobe-Request-Id`.
    fileprivate func json(serializedToken: String?, requestID: String) -> JSON {
        var token: JSON?
        if let mediaToken, let serializedToken {
            token = [
                "notBefore": .integer(mediaToken.issuedAt / 1_000 * 1_000), "notAfter": .integer(mediaToken.expiresAt),
                "serializedToken": .string(serializedToken),
            ]
        }
        return .filled([
            "resource": .string(resource), "serviceProvider": .string(serviceProvider), "mvpd": .string(mvpd),
            "source": .string(source.rawValue), "authorized": .bool(isAuthorized), "token": token,
            "notBefore": notBefore.map { JSON.integer($0) }, "notAfter": notAfter.map { JSON.integer($0) },
            "error": refusal?.json(requestID: requestID),
        ])
    }
}
