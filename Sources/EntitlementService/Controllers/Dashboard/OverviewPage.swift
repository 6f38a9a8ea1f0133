import EntitlementCore
import TVWorld

extension DashboardController {
    func overviewContent(_ call: APICall) async throws -> [String: PageValue] {
        let now = engine.clock.milliseconds()
        let sessions = try await engine.countSignIns()
        let configuration = engine.read { $0 }
        let world = configuration.world
        let trusted = world.providers.count { configuration.providerMetadata[$0.id] != nil }
        let figures: [(String, String)] = [
            ("Health", "ok"), ("Address", call.baseURL), ("Version", administration.version), ("Clock", ReadableTime.moment(now)),
            ("Active sessions", String(sessions)),
            ("Applications", String(configuration.statements.values.count { !$0.isRevoked })),
            ("Trusted providers", "\(trusted) of \(world.providers.count { !$0.isTemporaryPass })"),
            ("Events", String(engine.journal.latest)),
        ]
        return [
            "figures": .list(figures.map { ["name": .text($0), "value": .text($1)] }),
            "providers": .list(world.providers.map { provider(configuration, $0) }),
            "entries": .list(
                engine.journal.entries(after: engine.journal.latest - 5).reversed().map { TimelineEvent($0).page }),
        ]
    }

    private func provider(_ configuration: EntitlementConfiguration, _ provider: Provider) -> PageValue {
        let world = configuration.world
        let isTrusted = configuration.providerMetadata[provider.id] != nil
        let requestors = world.integrations.filter { $0.mvpd == provider.mvpd && $0.isEnabled }.map(\.requestor)
        let trust = isTrusted ? "trusted" : provider.isTemporaryPass ? "none needed" : "not trusted"
        return [
            "name": .text(provider.name), "id": .text(provider.id), "mvpd": .text(provider.mvpd),
            "boarding": .text(provider.boarding.rawValue), "trust": .text(trust),
            "tag": .text(isTrusted ? "good" : ""),
            "integrations": .text(requestors.isEmpty ? "none" : requestors.joined(separator: ", ")),
        ]
    }
}
