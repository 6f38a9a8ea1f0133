import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import TVWorld

/// Registration codes for second screens (reggie).
struct RegistrationCodeController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl

    /// The routes.
    var routes: [Route] {
        [
            .rest(.post, "/reggie/v1/{requestor}/regcode", fault: .registrationCode) { try await createRegistrationCode($0) },
            .rest(.get, "/reggie/v1/{requestor}/regcode/{code}", fault: .registrationCode) { try await readRegistrationCode($0) },
            .rest(.delete, "/reggie/v1/{requestor}/regcode/{code}", fault: .registrationCode) {
                try await releaseRegistrationCode($0)
            },
        ]
    }

    private func createRegistrationCode(_ call: APICall) async throws -> Response {
        let answer = try await engine.send(
            CreateRegistrationCode(
                call: try await access.deviceCall(call, requestor: call.part("requestor")),
                deviceType: call.parameters["deviceType"], mvpd: call.parameters["mvpd"], lifetime: call.parameters["ttl"],
                connection: call.connection),
            requestID: call.requestID)
        return call.answer(.created, document(answer, for: call))
    }

    private func readRegistrationCode(_ call: APICall) async throws -> Response {
        let answer = try await engine.send(
            ReadRegistrationCode(
                clientID: try await access.clientID(of: call), requestor: call.part("requestor"), code: call.part("code")),
            requestID: call.requestID)
        return call.answer(.ok, document(answer, for: call))
    }

    private func releaseRegistrationCode(_ call: APICall) async throws -> Response {
        try await engine.send(
            ReleaseRegistrationCode(
                clientID: try await access.clientID(of: call), requestor: call.part("requestor"), code: call.part("code")),
            requestID: call.requestID)
        return .empty(.noContent)
    }

    /// Returns the registration record with all documented fields.
    private func document(_ answer: CreateRegistrationCode.Answer, for call: APICall) -> AnswerDocument {
        let record = answer.record
        var fields: [AnswerDocument.Field] = [
            .init("id", .text(record.id)), .init("code", .text(record.code)), .init("requestor", .text(record.key.requestor)),
        ]
        if let mvpd = record.mvpd { fields.append(.init("mvpd", .text(mvpd))) }
        fields += [
            .init("generated", .integer(record.createdAt)), .init("expires", .integer(record.expiresAt)),
            .init("info", .fields(information(record, answer.statement, call))),
        ]
        return AnswerDocument("regcode", namespace: "model.mvc.reggie.pass.adobe.com", fields)
    }

    private func information(
        _ record: RegistrationCode, _ statement: SoftwareStatement, _ call: APICall
    ) -> [AnswerDocument.Field] {
        var fields: [AnswerDocument.Field] = [.init("deviceId", .text(Self.base64(record.key.deviceID)))]
        if !record.key.applicationID.isEmpty { fields.append(.init("appId", .text(record.key.applicationID))) }
        let userAgent = record.connection?.userAgent ?? ""
        return fields + [
            .init("deviceInfo", .text(Self.base64(record.normalizedDevice.serialized))), .init("userAgent", .text(userAgent)),
            .init("originalUserAgent", .text(userAgent)), .init("authorizationType", .text("OAUTH2")),
            .init(
                "sourceApplicationInformation",
                .fields([
                    // Statements of this service carry no version.
                    .init("id", .text(statement.id)), .init("name", .text(statement.name)), .init("version", .text("")),
                ])),
            .init("registrationURL", .text(call.activationURL)),
        ]
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
