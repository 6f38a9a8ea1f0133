import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The profiles of REST v2, and logout.
struct ProfileController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let guesses: GuessThrottle

    var routes: [Route] {
        [
            .version2(.get, "/api/v2/{serviceProvider}/profiles", fault: .profiles) { try await readProfiles($0) },
            .version2(.get, "/api/v2/{serviceProvider}/profiles/{mvpd}", fault: .providerProfile) {
                try await readProfiles($0, mvpd: $0.part("mvpd"))
            },
            .version2(.get, "/api/v2/{serviceProvider}/profiles/code/{code}", fault: .codeProfile) { call in
                let headers = ClientHeaders(call.request.headers)
                let granted = await access.access(of: call)
                let code = call.part("code")
                let answer = try await guesses.send(
                    .readProfiles(
                        access: granted, serviceProvider: call.pathServiceProvider, code: code,
                        deviceIdentifier: headers.deviceIdentifier,
                        temporaryPassIdentifiers: headers.temporaryPassIdentifiers),
                    code: code, call, with: granted, to: engine)
                return .json(.ok, answer.json)
            },
            .version2(.get, "/api/v2/{serviceProvider}/logout/{mvpd}", fault: .profileLogout) { try await endProfile($0) }
                .withoutHead(),
        ]
    }

    private func readProfiles(_ call: APICall, mvpd: String? = nil) async throws -> Response {
        let answer = try await engine.send(
            .readProfiles(call: await access.clientCall(call), mvpd: mvpd), requestID: call.requestID)
        return .json(.ok, answer.json)
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
