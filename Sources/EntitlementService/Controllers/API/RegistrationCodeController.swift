import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld

/// Registration codes for second screens (reggie).
struct RegistrationCodeController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let guesses: GuessThrottle

    var routes: [Route] {
        [
            .rest(.post, "/reggie/v1/{requestor}/regcode", fault: .registrationCode) { call in
                let answer = try await engine.send(
                    .createRegistrationCode(
                        call: try await access.deviceCall(call, requestor: call.part("requestor")),
                        mvpd: call.parameters["mvpd"], lifetime: call.parameters["ttl"], connection: call.connection),
                    requestID: call.requestID)
                return call.answer(.created, document(answer, for: call))
            },
            .rest(.get, "/reggie/v1/{requestor}/regcode/{code}", fault: .registrationCode) { call in
                let answer = try await sendCode(call, EntitlementEvent.readRegistrationCode)
                return call.answer(.ok, document(answer, for: call))
            },
            .rest(.delete, "/reggie/v1/{requestor}/regcode/{code}", fault: .registrationCode) { call in
                try await sendCode(call, EntitlementEvent.releaseRegistrationCode)
                return .empty(.noContent)
            },
        ]
    }

    /// Sends the event of a call whose path contains a code.
    private func sendCode<Answer>(
        _ call: APICall, _ event: (_ clientID: String, _ requestor: String, _ code: String) -> EntitlementEvent<Answer>
    ) async throws -> Answer {
        let code = call.part("code")
        return try await guesses.send(
            event(try await access.clientID(of: call), call.part("requestor"), code), code: code, call, to: engine)
    }

    /// Returns the registration record with all documented fields.
    private func document(_ answer: IssuedRegistrationCode, for call: APICall) -> AnswerDocument {
        let record = answer.record
        return AnswerDocument(
            "regcode", namespace: "model.mvc.reggie.pass.adobe.com",
            .filled([
                "id": .string(record.id), "code": .string(record.code), "requestor": .string(record.key.requestor),
                "mvpd": record.mvpd.map { JSON.string($0) }, "generated": .integer(record.createdAt),
                "expires": .integer(record.expiresAt), "info": information(record, answer.statement, call),
            ]))
    }

    private func information(_ record: RegistrationCode, _ statement: SoftwareStatement, _ call: APICall) -> JSON {
        let (application, userAgent) = (record.key.applicationID, record.connection.userAgent ?? "")
        let source: JSON = [
            "id": .string(statement.id), "name": .string(statement.name), "version": .string(statement.version ?? ""),
        ]
        return .filled([
            "deviceId": .string(Self.base64(record.key.deviceID)),
            "appId": application.isEmpty ? nil : JSON.string(application),
            "deviceInfo": .string(Self.base64(record.normalizedDevice.serialized)), "userAgent": .string(userAgent),
            "originalUserAgent": .string(userAgent), "authorizationType": .string("OAUTH2"),
            "sourceApplicationInformation": source, "registrationURL": .string(call.activationURL),
        ])
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
