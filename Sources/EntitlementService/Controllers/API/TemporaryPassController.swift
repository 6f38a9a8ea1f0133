import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// Temporary passes: sign-in, and the programmer's reset.
struct TemporaryPassController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl

    var routes: [Route] {
        [
            .rest(.post, "/api/v1/authenticate/freepreview", fault: .temporaryPass) { try await startTemporaryPass($0) },
            Route(.delete, "/reset-tempass/v3/reset", audience: .app) { call in
                let device = call.parameters["device_id"] ?? "all"
                return try await resetTemporaryPass(call, device == "all" ? .all : .device(device))
            },
            Route(.delete, "/reset-tempass/v3/reset/generic", audience: .app) { call in
                let key = call.parameters["key"] ?? "all"
                return try await resetTemporaryPass(call, key == "all" ? .everyIdentity : .identity(key.lowercased()))
            },
        ]
    }

    private func startTemporaryPass(_ call: APICall) async throws -> Response {
        let parameters = call.parameters
        _ = try await engine.send(
            .startTemporaryPass(
                call: try await access.deviceCall(call, requestor: parameters["requestor_id"] ?? ""), mvpd: parameters["mso_id"],
                domain: parameters["domain_name"], identifiers: GenericData.digests(of: parameters["generic_data"])),
            requestID: call.requestID)
        return .empty(.noContent)
    }

    private func resetTemporaryPass(_ call: APICall, _ target: TemporaryPassReset) async throws -> Response {
        let clientID = try await access.clientID(of: call)
        // Without its target, a reset would be for all.
        if let name = call.parameters.unreadable {
            throw ServiceError(.badRequest, "\(name) takes UTF-8, percent-encoded.")
        }
        try await engine.send(
            .resetTemporaryPass(
                target, requestor: call.parameters["requestor_id"], mvpd: call.parameters["mvpd_id"], clientID: clientID),
            requestID: call.requestID)
        return .empty(.noContent)
    }
}
