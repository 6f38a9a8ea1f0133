import Foundation
import ServiceAccess

// The app's registration and its access token.
extension EntitlementClient {
    /// Returns a valid access token.
    ///
    /// - Parameter rejected: A token that the service has rejected.
    func accessToken(at service: String, insteadOf rejected: String? = nil) async throws(EntitlementClientError) -> String {
        // Another call has already renewed a rejected token.
        if let client = registrations[service], let token = client.accessToken, token != rejected,
            !client.needsAccessToken(now: milliseconds)
        {
            return token
        }
        let renewal: Task<Result<String, EntitlementClientError>, Never>
        if let running = renewals[service] {
            renewal = running
        } else {
            renewal = Task { await renew(at: service, insteadOf: rejected) }
            renewals[service] = renewal
        }
        let result = await renewal.value
        guard !Task.isCancelled else { throw .cancelled }
        return try result.get()
    }

    /// Renews the access token. Not cancelled with any of the calls that wait for it.
    private func renew(at service: String, insteadOf rejected: String?) async -> Result<String, EntitlementClientError> {
        defer { renewals[service] = nil }
        do throws(EntitlementClientError) {
            return .success(try await renewedToken(at: service, insteadOf: rejected))
        } catch {
            return .failure(error)
        }
    }

    private func renewedToken(
        at service: String, insteadOf rejected: String?
    ) async throws(EntitlementClientError) -> String {
        let stored = await storedRegistration(at: service)
        if let stored, let token = stored.accessToken, token != rejected, !stored.needsAccessToken(now: milliseconds) {
            registrations[service] = stored
            return token
        }
        let client: Client
        if let stored { client = stored } else { client = try await register(at: service) }
        if let token = try await issue(for: client, at: service) { return token }
        // The service no longer knows the registration.
        guard let token = try await issue(for: try await register(at: service), at: service) else {
            throw .registration("It does not know the registration that it has just made.")
        }
        return token
    }

    private func register(at service: String) async throws(EntitlementClientError) -> Client {
        let answer = try await send(Client.registration(of: softwareStatement, at: service), registrationHeaders)
        try Self.check(answer)
        guard let client = Client(registered: answer) else {
            throw .unreadable("The answer to the registration has no credentials.")
        }
        await keep(client, at: service)
        return client
    }

    /// Requests an access token; returns nil if the service does not know the registration.
    private func issue(for client: Client, at service: String) async throws(EntitlementClientError) -> String? {
        let answer = try await send(client.tokenRequest(at: service), registrationHeaders)
        if [400, 401, 403].contains(answer.status), answer.json?["error"]?.text == "invalid_client" { return nil }
        try Self.check(answer)
        var client = client
        guard client.keep(issued: answer, now: milliseconds), let token = client.accessToken else {
            throw .unreadable("The answer to the request for an access token has none.")
        }
        await keep(client, at: service)
        return token
    }

    private static func check(_ answer: HTTPAnswer) throws(EntitlementClientError) {
        switch answer.status {
        case 200...299: return
        case 429: throw .throttled
        case 400...499:
            let json = answer.json
            let reason = [json?["error_description"], json?["error"], json?["message"]].lazy.compactMap { $0?.text }.first
            throw .registration(reason ?? "status \(answer.status)")
        default: throw .http(answer.status)
        }
    }

    private var registrationHeaders: [String: String] {
        ["Accept": "application/json", "X-Device-Info": settings.deviceHeader]
    }

    /// Returns the key of the stored registration, which belongs to a service and a software statement.
    private func key(of service: String) -> String { "client-" + Digest.sha256("\(service) \(softwareStatement)") }

    private func storedRegistration(at service: String) async -> Client? {
        let stored = await store.value(for: key(of: service)).flatMap { JSONValue(parsing: $0) }
        return stored.flatMap(Client.init(json:)) ?? registrations[service]
    }

    private func keep(_ client: Client, at service: String) async {
        registrations[service] = client
        await store.set(client.json.serialized, for: key(of: service))
    }

    /// The current time as stored with access tokens.
    private var milliseconds: Int64 { clock.now.milliseconds }
}
