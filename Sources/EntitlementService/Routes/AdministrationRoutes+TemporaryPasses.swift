import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// `GET /admin/v1/temporary-passes`: the requestors' passes, and the trials that have begun, newest first.
    func listTemporaryPasses(_ call: Call) async throws -> Response {
        let world = engine.read { $0.world }
        let page = try await engine.list(
            RecordQuery<TemporaryPassUse>(
                cursor: try number(call, "cursor", 1...9_007_199_254_740_991),
                limit: Int(try number(call, "limit", 1...500) ?? 100)))
        let now = engine.clock.milliseconds()
        let passes = world.temporaryPasses.map { pass -> JSON in
            .object([
                .init("requestor", .string(pass.requestor)), .init("mvpd", .string(pass.mvpd)),
                .init("kind", .string(pass.kind.rawValue)), .init("ttl", .integer(pass.lifetime)),
                .init("resources", pass.resourceLimit.map { .integer($0) } ?? .null),
                .init("key", pass.kind == .promotional ? .string(pass.identityKey) : .null),
            ])
        }
        let trials = page.records.map { use -> JSON in
            .object([
                .init("id", .string(use.id)), .init("requestor", .string(use.requestor)), .init("mvpd", .string(use.mvpd)),
                .init("device", .string(use.deviceID)), .init("key", .optional(use.identity)),
                .init("resources", .strings(use.resources)), .init("startedAt", .integer(use.startedAt)),
                .init("expiresAt", .integer(use.expiresAt)), .init("ended", .bool(now >= use.expiresAt)),
            ])
        }
        return .json(
            .ok,
            .object([
                .init("passes", .array(passes)), .init("trials", .array(trials)),
                .init("next", page.next.map { .integer($0) } ?? .null),
            ]))
    }

    /// `DELETE /admin/v1/temporary-passes?requestor=R&mvpd=M[&device=ID|&key=HASH]`
    func resetTemporaryPasses(_ call: Call) async throws -> Response {
        let (device, key) = (call.parameters["device"], call.parameters["key"])
        guard device == nil || key == nil else {
            throw AdministrationError(.badRequest, "invalid_request", "device and key exclude each other.")
        }
        try await engine.send(
            ResetTemporaryPass(
                caller: .administrator, requestor: call.parameters["requestor"], mvpd: call.parameters["mvpd"],
                target: device.map { .device($0) } ?? key.map { .identity($0.lowercased()) } ?? .all),
            requestID: call.requestID)
        return .empty(.noContent)
    }
}
