import Administration
import FoundationEssentials
import TVWorld

/// The version of the REST API that a device uses.
enum APIVersion: String, Sendable, CaseIterable {
    case v1
    case v2
}

/// Signing devices in as users do: on the activation pages and the provider's page.
extension ServiceControl {
    /// The information that a device sends about itself.
    private static let deviceInformation = Data(#"{"model":"AppleTV14,1","osName":"tvOS","osVersion":"26.0"}"#.utf8)

    private struct Code: Decodable {
        var code: String
    }

    /// Returns the registration code of a device, with which a user signs it in.
    func newCode(_ version: APIVersion, requestor: String, device: String) async throws -> String {
        let token = try await accessToken(requestor: requestor).token
        var headers = [
            "Authorization": "Bearer \(token.accessToken)", "X-Device-Info": Self.deviceInformation.base64EncodedString(),
        ]
        let name = Self.pathElement(requestor)
        let (path, form): (String, String)
        switch version {
        case .v1:
            (path, form) = ("/reggie/v1/\(name)/regcode", Self.form(["deviceId": device, "deviceType": "tvOS"]))
        case .v2:
            headers["AP-Device-Identifier"] = "fingerprint \(Data(device.utf8).base64EncodedString())"
            (path, form) = ("/api/v2/\(name)/sessions", "")
        }
        return try await app(path, form, Self.formType, headers: headers, as: Code.self).code
    }

    /// Enters a code and logs in, and returns the device's sign-in. One that the device already has may complete the code without
    /// a login.
    ///
    /// - Parameter provider: The MVPD to choose; nil for the device's choice, or else the first one.
    /// - Throws: `Failure` if the pages do not lead to a sign-in.
    func activate(_ code: String, provider: String?, user: String, password: String) async throws -> SessionResource {
        try await LinkedBackend.current.logIn(
            from: "\(address.url)/activate?code=\(Self.pathElement(code))", user: user, password: password,
            provider: provider)
        guard let record = try await registrationCode(code), record.used, let session = try await signIn(with: record)
        else { throw Failure(.failed, "the login did not lead to a sign-in", advice: "vsactl journal list") }
        return session
    }

    /// Returns the newest sign-in that belongs to a used code.
    private func signIn(with code: RegistrationCodeResource) async throws -> SessionResource? {
        let sessions = try await sessions(
            requestor: code.requestor, device: code.deviceId, state: "in-force", limit: 200)
        return sessions.first { session in
            guard session.interface == code.interface else { return false }
            return code.interface == "v1" || session.clientId == code.clientId && session.mvpd == code.mvpd
        }
    }

    /// Returns the MVPD that a requestor's integrations have for a name: the MVPD itself, or the provider's identifier.
    ///
    /// - Throws: `Failure` with the nearest name.
    func mvpd(_ name: String, requestor: String? = nil) async throws -> String {
        try await list(IntegrationResource.self, requestor: requestor)
            .element(named: name, by: \.mvpd, \.provider, as: "provider", listing: "vsactl integration list").mvpd
    }
}
