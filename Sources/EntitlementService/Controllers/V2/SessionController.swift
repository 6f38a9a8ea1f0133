import EntitlementCore
import HTTPTypes
import TVWorld

/// The configuration and the authentication sessions of REST v2.
struct SessionController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
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
                let granted = await access.access(of: call)
                let code = call.part("code")
                let answer = try await guesses.send(
                    .resumeSession(
                        access: granted, serviceProvider: call.pathServiceProvider, code: code, fields: call.sessionFields),
                    code: code, call, with: granted, to: engine)
                return .json(.ok, answer.json())
            },
            .version2(.get, "/api/v2/{serviceProvider}/sessions/{code}", fault: .session) { call in
                let granted = await access.access(of: call)
                let code = call.part("code")
                let session = try await guesses.send(
                    .readSession(access: granted, serviceProvider: call.pathServiceProvider, code: code),
                    code: code, call, with: granted, to: engine)
                return .json(.ok, session.sessionJSON)
            },
        ]
    }
}
