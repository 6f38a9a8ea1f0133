import Foundation
import ServiceAccess

extension EntitlementClient {
    /// The pause before the first repetition of a failed call; it doubles each time.
    static let firstPause = Duration.seconds(1)
    /// The maximum number of repetitions of a failed call.
    static let repetitions = 3

    /// Makes a call, and repeats it after temporary failures.
    ///
    /// - Parameter repetitions: The maximum number of repetitions.
    /// - Returns: The answer, and the service that gave it.
    func answer(
        to call: ServiceCall, repetitions: Int = EntitlementClient.repetitions
    ) async throws(EntitlementClientError) -> (json: JSONValue, service: String) {
        let service = try service()
        var call = call
        var pause = Self.firstPause
        for _ in 0..<repetitions {
            do throws(EntitlementClientError) {
                return (try await attempt(&call, at: service), service)
            } catch {
                guard call.mayRepeat(after: error) else { throw error }
                try await wait(pause)
                pause *= 2
            }
        }
        return (try await attempt(&call, at: service), service)
    }

    /// Sends a call, and again with a new access token if the service rejects the first one.
    private func attempt(_ call: inout ServiceCall, at service: String) async throws(EntitlementClientError) -> JSONValue {
        let token = try await accessToken(for: &call, at: service)
        var answer = try await send(call, token: token, to: service)
        if answer.status == 401 {
            let renewed = try await accessToken(for: &call, at: service, insteadOf: token)
            answer = try await send(call, token: renewed, to: service)
        }
        return try Self.content(of: answer)
    }

    /// Returns an access token for a call. If the connection is lost here, the call is not repeated: the app may be registered
    /// although no answer arrived, and it must register only once.
    private func accessToken(
        for call: inout ServiceCall, at service: String, insteadOf rejected: String? = nil
    ) async throws(EntitlementClientError) -> String {
        do throws(EntitlementClientError) {
            return try await accessToken(at: service, insteadOf: rejected)
        } catch {
            if case .connection = error { call.mayRepeat = false }
            throw error
        }
    }

    /// Sends a request composed by the app once, with the headers of a device's calls; empty headers are not sent. Returns the
    /// answer, whatever its status, and the session in it.
    package func request(
        _ method: String, _ target: String, _ others: [String: String], body: String?
    ) async throws(EntitlementClientError) -> (answer: HTTPAnswer, session: SessionAnswer?) {
        let service = try service()
        let call = ServiceCall(headers: [.device, .identity, .partner, .temporaryPass])
        var headers = await headers(of: call, token: try await accessToken(at: service))
        if let body {
            let isJSON = body.hasPrefix("{") || body.hasPrefix("[")
            headers["Content-Type"] = isJSON ? "application/json" : "application/x-www-form-urlencoded"
        }
        for (name, value) in others {
            let known = headers.keys.first { $0.lowercased() == name.lowercased() }
            headers[known ?? name] = value.isEmpty ? nil : value
        }
        let content: HTTPRequest.Body = body.map { .bytes(Array($0.utf8)) } ?? .none
        let answer = try await send(HTTPRequest(method: method, service: service, path: target, body: content), headers)
        return (answer, answer.json.flatMap { try? SessionAnswer(($0, service)) })
    }

    private func send(
        _ call: ServiceCall, token: String, to service: String
    ) async throws(EntitlementClientError) -> HTTPAnswer {
        try await send(call.request(to: serviceProvider, at: service), await headers(of: call, token: token))
    }

    private func headers(of call: ServiceCall, token: String) async -> [String: String] {
        var headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
        headers["AP-Visitor-Identifier"] = settings.visitorIdentifier
        if call.headers.contains(.device) {
            headers["AP-Device-Identifier"] = "fingerprint \(Digest.base64(Array(await deviceIdentifier().utf8)))"
            headers["X-Device-Info"] = settings.deviceHeader
        }
        if call.headers.contains(.identity) {
            headers["Adobe-Subject-Token"] = await settings.subjectToken?()
            headers["AD-Service-Token"] = await settings.serviceToken?()
        }
        if call.headers.contains(.partner) {
            headers["AP-Partner-Framework-Status"] = (call.partnerStatus ?? partnerStatus)?.headerValue
        }
        if call.headers.contains(.temporaryPass), !temporaryPassIdentity.isEmpty {
            let identity = JSONValue.object(temporaryPassIdentity.mapValues(JSONValue.text))
            headers["AP-TempPass-Identity"] = Digest.base64(identity.serialized)
        }
        return headers
    }

    func send(
        _ request: HTTPRequest, _ headers: [String: String]
    ) async throws(EntitlementClientError) -> HTTPAnswer {
        guard !Task.isCancelled else { throw .cancelled }
        var headers = headers
        let body = request.body.encoded
        if let type = body?.type { headers["Content-Type"] = type }
        let request = TransportRequest(
            method: request.method, service: request.service, path: request.target, headers: headers, body: body?.content)
        do throws(TransportFailure) {
            let answer = try await transport.send(request)
            guard !Task.isCancelled else { throw TransportFailure(reason: "cancelled") }
            return HTTPAnswer(status: answer.status, body: answer.body)
        } catch {
            throw Task.isCancelled ? .cancelled : .connection(error.reason)
        }
    }

    /// Waits for a duration; ends when the task is cancelled.
    func wait(_ duration: Duration) async throws(EntitlementClientError) {
        do throws(CancellationError) { try await clock.pause(for: duration) } catch { throw .cancelled }
    }

    private static func content(of answer: HTTPAnswer) throws(EntitlementClientError) -> JSONValue {
        let json = answer.json
        if answer.isSuccess {
            guard let json else {
                throw .unreadable("The answer is not a JSON document of at most a megabyte (\(answer.body.count) bytes).")
            }
            return json
        }
        if answer.status == 429 { throw .throttled }
        guard let json, let error = try? EnhancedError(json, status: answer.status) else { throw .http(answer.status) }
        throw .service(error)
    }
}
