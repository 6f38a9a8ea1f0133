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
            .version2(.get, "/api/v2/{serviceProvider}/configuration", fault: .clientConfiguration) { call in
                let answer = try await engine.send(
                    .readClientConfiguration(call: await access.clientCall(call)), requestID: call.requestID)
                return .json(.ok, answer.document.json)
            },
            .version2(.post, "/api/v2/{serviceProvider}/sessions", fault: .sessionCreation) { call in
                let event = CreateSession(call: await access.clientCall(call), fields: call.sessionFields)
                return .json(.ok, try await engine.send(event, requestID: call.requestID).json())
            },
            .version2(.post, "/api/v2/{serviceProvider}/sessions/{code}", fault: .sessionResumption) { call in
                let event = ResumeSession(
                    access: await access.access(of: call), serviceProvider: call.pathServiceProvider, code: call.part("code"),
                    fields: call.sessionFields)
                return .json(.ok, try await guesses.send(event, call, with: event.access, to: engine).json())
            },
            .version2(.get, "/api/v2/{serviceProvider}/sessions/{code}", fault: .session) { call in
                let granted = await access.access(of: call)
                let contents = try await guesses.send(
                    .readSession(access: granted, serviceProvider: call.pathServiceProvider, code: call.part("code")),
                    call, with: granted, to: engine)
                return .json(.ok, contents.json)
            },
        ]
    }
}
