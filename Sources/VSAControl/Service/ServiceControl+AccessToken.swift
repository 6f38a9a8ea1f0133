import Administration
import Dates
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

extension ServiceControl {
    private struct Client: Decodable {
        var clientId: String
        var clientSecret: String
    }

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
        return (client.clientId, try await app("/o/client/token", form, Self.formType, as: AccessToken.self))
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

    static let formType = "application/x-www-form-urlencoded"

    static func form(_ fields: KeyValuePairs<String, String>) -> String {
        fields.map { "\($0)=\(pathElement($1))" }.joined(separator: "&")
    }

    /// Sends a request as an app, and decodes the response.
    func app<Answer: Decodable>(
        _ path: String, _ body: String, _ contentType: String, headers: [String: String] = [:], as type: Answer.Type
    ) async throws -> Answer {
        let data = try await send(
            .post, path, body: Data(body.utf8), contentType: contentType, isAdministrative: false,
            headers: headers.merging(["Accept": "application/json"]) { own, _ in own })
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try Self.decode(type, from: data, of: "POST \(path)", decoder)
    }
}
