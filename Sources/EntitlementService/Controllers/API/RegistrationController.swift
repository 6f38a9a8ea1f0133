import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// Dynamic Client Registration.
struct RegistrationController: Sendable {
    let engine: EntitlementEngine
    let signer: TokenSigner

    var routes: [Route] {
        [
            Route(.post, "/o/client/register", audience: .app, fault: .registration, formats: .jsonOnly, throttled: true) {
                try await register($0)
            }.taking(.json),
            Route(.post, "/o/client/token", audience: .app, fault: .accessToken, formats: .jsonOnly, throttled: true) {
                try await issueAccessToken($0)
            }.taking(.form),
        ]
    }

    private func register(_ call: APICall) async throws -> Response {
        let body = try registration(in: call)
        guard let statement = body["software_statement"]?.text, !statement.isEmpty else {
            throw Refusal(registration: .invalidRequest, "software_statement is required: a string.")
        }
        let redirect = body["redirect_uri"]
        guard redirect == nil || redirect == .null || redirect?.text != nil else {
            throw Refusal(registration: .invalidRequest, "redirect_uri must be a string.")
        }
        guard let statementID = await signer.statementID(of: statement) else {
            throw Refusal(registration: .invalidSoftwareStatement, "The software statement was not issued by this service.")
        }
        let secret = hexadecimal(engine.random.bytes(32))
        let client = try await engine.send(
            .registerClient(
                statement: statementID, redirectURI: redirect?.text,
                clientID: try await engine.newIdentifier { $1.clients[$0] != nil },
                secretDigest: sha256(secret)),
            requestID: call.requestID)
        let scopes = engine.read { $0.statements[client.statement]?.grantedScopes } ?? []
        return .json(
            .created,
            [
                "client_id": .string(client.id), "client_secret": .string(secret),
                "client_id_issued_at": .integer(client.issuedAt), "redirect_uris": .strings(client.redirectURIs),
                "grant_types": ["client_credentials"], "scopes": .strings(scopes),
            ])
    }

    /// Returns the fields of a registration: from the body or, if there is none, from the query, as the documentation describes.
    private func registration(in call: APICall) throws(Refusal) -> JSON {
        if call.body.isEmpty, call.parameters["software_statement"] != nil {
            try call.parameters.requireOnce()
            let fields = ["software_statement", "redirect_uri"]
            return .object(fields.compactMap { name in call.parameters[name].map { .init(name, .string($0)) } })
        }
        do {
            return try call.json()
        } catch {
            throw Refusal(registration: .invalidRequest, "The body must be a JSON object: \(error.message).")
        }
    }

    private func issueAccessToken(_ call: APICall) async throws -> Response {
        let parameters = call.parameters
        try parameters.requireOnce()
        // RFC 6749, 2.3: not more than one method of authentication; this call has the credentials in its body.
        guard call.request.headers[.authorization]?.lowercased().hasPrefix("basic ") != true else {
            throw Refusal(
                registration: .invalidRequest,
                "client_id and client_secret are parameters of this call, which does not accept Authorization: Basic.")
        }
        guard let grantType = parameters["grant_type"], let clientID = parameters["client_id"],
            let secret = parameters["client_secret"]
        else {
            throw Refusal(
                registration: .invalidRequest,
                "client_id, client_secret and grant_type are required (application/x-www-form-urlencoded).")
        }
        guard grantType == "client_credentials" else {
            throw Refusal(registration: .unsupportedGrantType, "grant_type must be client_credentials.")
        }
        let answer = try await engine.send(
            .issueAccessToken(clientID: clientID, secretDigest: sha256(secret)), requestID: call.requestID)
        return .json(
            .created,
            [
                "id": .string(answer.id), "access_token": .string(try await signer.sign(answer)),
                "created_at": .integer(answer.createdAt * 1_000), "expires_in": .integer(answer.lifetime), "token_type": "bearer",
            ])
    }
}

extension FormParameters {
    /// Throws the refusal of a call that repeats a parameter.
    fileprivate func requireOnce() throws(Refusal) {
        if let repeated { throw Refusal(registration: .invalidRequest, "\(repeated) may be sent only once.") }
    }
}
