import Foundation
import NIOHTTP1

extension ServiceControl {
    /// Returns the degradation rules that have not expired, of one requestor or of all.
    func degradationRules(requestor: String? = nil) async throws -> [DegradationRuleRecord] {
        let query = requestor.map { "?requestor=\(Self.pathElement($0))" } ?? ""
        return try await send(.GET, "/admin/v1/degradation-rules" + query, as: DegradationRuleRecord.List.self).rules
    }

    /// Adds a degradation rule.
    func addDegradationRule(_ rule: JSON) async throws -> [DegradationRuleRecord] {
        try await send(.POST, "/admin/v1/degradation-rules", body: rule, as: DegradationRuleRecord.List.self).rules
    }

    /// Removes a degradation rule.
    func removeDegradationRule(_ id: String) async throws {
        _ = try await send(.DELETE, "/admin/v1/degradation-rules/\(Self.pathElement(id))")
    }

    /// Returns the temporary passes, and all of their trials that have begun, newest first.
    func temporaryPasses() async throws -> (passes: [TemporaryPassRecord], trials: [TemporaryPassTrialRecord]) {
        var page = try await send(.GET, "/admin/v1/temporary-passes?limit=500", as: TemporaryPassTrialRecord.Page.self)
        let passes = page.passes
        var trials = page.trials
        while let next = page.next {
            let path = "/admin/v1/temporary-passes?limit=500&cursor=\(next)"
            page = try await send(.GET, path, as: TemporaryPassTrialRecord.Page.self)
            trials += page.trials
        }
        return (passes, trials)
    }

    /// Resets the trial of a device or a user, or all trials of a temporary pass.
    func resetTemporaryPass(requestor: String, mvpd: String, device: String? = nil, key: String? = nil) async throws {
        var query = "requestor=\(Self.pathElement(requestor))&mvpd=\(Self.pathElement(mvpd))"
        if let device { query += "&device=\(Self.pathElement(device))" }
        if let key { query += "&key=\(Self.pathElement(key))" }
        _ = try await send(.DELETE, "/admin/v1/temporary-passes?" + query)
    }
}
