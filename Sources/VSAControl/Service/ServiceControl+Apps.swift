import Administration
import Dates
import Encodings
import FoundationEssentials
import TVWorld

/// An access token for the service's REST API, as the service answers.
struct AccessToken: Decodable {
    var accessToken: String
    /// In Unix milliseconds.
    var createdAt: Int64
    /// In seconds.
    var expiresIn: Int64

    /// In Unix seconds.
    var expiresAt: Int64 { (createdAt / 1_000).clampedSum(expiresIn) }
}

/// The version of the REST API that a device uses.
enum APIVersion: String, Sendable, CaseIterable {
    case v1
    case v2
}

/// What apps and their users do: registering, and signing devices in on the activation pages and the provider's page.
extension ServiceControl {
    private struct Client: Decodable {
        var clientId: String
        var clientSecret: String
    }

    private struct Code: Decodable {
        var code: String
    }

    /// The information that a device sends about itself.
    private static let deviceInformation = Data(#"{"model":"AppleTV14,1","osName":"tvOS","osVersion":"26.0"}"#.utf8)

    /// Registers a client, as apps do, and returns its identifier and an access token.
    ///
    /// - Parameters:
    ///   - requestor: The requestor that the app belongs to.
    ///   - statement: The software statement; nil for one of the requestor's: a valid one, or else a new one.
    func accessToken(requestor: String, statement given: String? = nil) async throws -> (client: String, token: AccessToken) {
        let statement = if let given { given } else { try await self.statement(of: requestor) }
        let body = JSON.members(["software_statement": statement])
        let client = try await app("/o/client/register", body.serialized, "application/json", as: Client.self)
        let form = Self.form([
            "client_id": client.clientId, "client_secret": client.clientSecret, "grant_type": "client_credentials",
        ])
        return (client.clientId, try await app("/o/client/token", form, as: AccessToken.self))
    }

    /// Returns a valid statement with which apps of a requestor can use the whole API.
    private func statement(of requestor: String) async throws -> String {
        let known = try await list(StatementResource.self).first { statement in
            let requestors = statement.requestor.split(separator: ",").map(String.init)
            return !statement.revoked && statement.scopes == nil && (requestors.contains(requestor) || requestors == ["*"])
        }
        if let known { return known.statement }
        return try await issueStatement(requestor: requestor).statement
    }

    /// Returns the registration code of a device, with which a user signs it in.
    func newCode(_ version: APIVersion, requestor: String, device: String) async throws -> String {
        let token = try await accessToken(requestor: requestor).token
        var headers = [
            "Authorization": "Bearer \(token.accessToken)", "X-Device-Info": Self.deviceInformation.base64EncodedString(),
        ]
        let name = PercentEncoding.encode(requestor)
        let (path, form): (String, String)
        switch version {
        case .v1:
            (path, form) = ("/reggie/v1/\(name)/regcode", Self.form(["deviceId": device, "deviceType": "tvOS"]))
        case .v2:
            headers["AP-Device-Identifier"] = "fingerprint \(Data(device.utf8).base64EncodedString())"
            (path, form) = ("/api/v2/\(name)/sessions", "")
        }
        return try await app(path, form, headers: headers, as: Code.self).code
    }

    /// Enters a code and logs in, and returns the device's sign-in. One that the device already has may complete the code without
    /// a login.
    ///
    /// - Parameter provider: The MVPD to choose; nil for the device's choice, or else the first one.
    /// - Throws: `Failure` if the pages do not lead to a sign-in.
    func activate(_ code: String, provider: String?, user: String, password: String) async throws -> SessionResource {
        try await LinkedBackend.current.logIn(
            from: "\(address.url)/activate?code=\(PercentEncoding.encode(code))", user: user, password: password,
            provider: provider)
        // The code in any spelling.
        let codes = try await send(.get, Self.path(["codes"], query: ["code": code]), as: RegistrationCodePage.self).codes
        guard let record = codes.first, record.used, let session = try await signIn(with: record)
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

    private static func form(_ fields: KeyValuePairs<String, String>) -> String {
        fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }

    /// Sends a request as an app, and decodes the response.
    private func app<Answer: Decodable>(
        _ path: String, _ body: String, _ contentType: String = "application/x-www-form-urlencoded",
        headers: [String: String] = [:], as type: Answer.Type
    ) async throws -> Answer {
        let data = try await send(
            .post, path, body: Data(body.utf8), contentType: contentType, isAdministrative: false,
            headers: headers.merging(["Accept": "application/json"]) { own, _ in own })
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try Self.decode(type, from: data, of: "POST \(path)", decoder)
    }
}
