import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The configuration and the authentication sessions of REST v2.
struct SessionController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let guesses: GuessThrottle

    /// The routes.
    var routes: [Route] {
        [
            .version2(.get, "/api/v2/{serviceProvider}/configuration", fault: .clientConfiguration) {
                try await readConfiguration($0)
            },
            .version2(.post, "/api/v2/{serviceProvider}/sessions", fault: .sessionCreation) { try await createSession($0) },
            .version2(.post, "/api/v2/{serviceProvider}/sessions/{code}", fault: .sessionResumption) {
                try await resumeSession($0)
            },
            .version2(.get, "/api/v2/{serviceProvider}/sessions/{code}", fault: .session) { try await readSession($0) },
        ]
    }

    private func readConfiguration(_ call: APICall) async throws -> Response {
        let answer = try await engine.send(
            ReadClientConfiguration(call: await access.clientCall(call)), requestID: call.requestID)
        return .json(.ok, answer.document.json)
    }

    private func createSession(_ call: APICall) async throws -> Response {
        let answer = try await engine.send(
            CreateSession(call: await access.clientCall(call), fields: call.sessionFields), requestID: call.requestID)
        return .json(.ok, answer.json())
    }

    private func resumeSession(_ call: APICall) async throws -> Response {
        let event = ResumeSession(
            access: await access.access(of: call), serviceProvider: call.pathServiceProvider, code: call.part("code"),
            fields: call.sessionFields)
        return .json(.ok, try await guesses.send(event, call, with: event.access, to: engine).json())
    }

    private func readSession(_ call: APICall) async throws -> Response {
        let event = ReadSession(
            access: await access.access(of: call), serviceProvider: call.pathServiceProvider, code: call.part("code"))
        return .json(.ok, try await guesses.send(event, call, with: event.access, to: engine).json)
    }
}
