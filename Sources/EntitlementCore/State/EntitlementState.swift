import TVWorld

/// Everything that the service knows. A value; it changes through ``Change`` only.
public struct EntitlementState: Sendable, Equatable {
    /// The world that a reset returns to.
    public let baseline: World
    /// The world with all integrations as they are now.
    public internal(set) var world: World
    /// Software statements by identifier.
    public internal(set) var statements: [String: SoftwareStatement] = [:]
    /// Clients by identifier.
    public internal(set) var clients: [String: ClientRegistration] = [:]
    /// AuthnRequests by identifier.
    public internal(set) var pendingRequests: [String: PendingRequest] = [:]
    /// Authentications by device.
    public internal(set) var authentications: [DeviceKey: AuthenticationRecord] = [:]
    /// Authorizations by device and resource.
    public internal(set) var authorizations: [DeviceKey: [String: AuthorizationRecord]] = [:]
    /// When devices were denied resources, in Unix milliseconds.
    public internal(set) var denials: [DeviceKey: [String: [Int64]]] = [:]
    /// The SAML metadata that providers are trusted by, by platform identifier.
    public internal(set) var providerMetadata: [String: String] = [:]

    /// A service that nobody has used.
    public init(baseline: World) {
        self.baseline = baseline
        self.world = baseline
    }

    /// How many authentications are in force.
    public func sessionCount(now: Int64) -> Int { authentications.values.count { now < $0.expiresAt } }

    /// Takes a step.
    public mutating func apply(_ change: Change) {
        switch change {
        case .saveStatement(let statement): statements[statement.id] = statement
        case .saveClient(let client): clients[client.id] = client
        case .savePendingRequest(let request): pendingRequests[request.id] = request
        case .removePendingRequests(let time):
            for (id, request) in pendingRequests where request.expiresAt < time { pendingRequests[id] = nil }
        case .saveAuthentication(let record): authentications[record.key] = record
        case .removeAuthentication(let key): authentications[key] = nil
        case .saveAuthorization(let record): authorizations[record.key, default: [:]][record.resource] = record
        case .removeAuthorizations(let key):
            authorizations[key] = nil
            denials[key] = nil
        case .removeSessions(let time):
            authentications = authentications.filter { $0.value.expiresAt >= time }
            authorizations = authorizations.compactMapValues { records in
                let left = records.filter { $0.value.expiresAt >= time }
                return left.isEmpty ? nil : left
            }
        case .saveIntegration(let integration): save(integration)
        case .saveProviderMetadata(let provider, let xml): providerMetadata[provider] = xml
        case .returnToBaseline:
            world = baseline
            pendingRequests = [:]
            authentications = [:]
            authorizations = [:]
            denials = [:]
        case .noteDenial(let key, let resource, let time, let period):
            note(denialOf: resource, to: key, at: time, period: period)
        }
    }

    private mutating func save(_ integration: Integration) {
        // A stored one may be of another world than the service was started with now.
        guard world.requestor(id: integration.requestor) != nil, world.provider(mvpd: integration.mvpd) != nil else { return }
        let index = world.integrations.firstIndex {
            $0.requestor == integration.requestor && $0.mvpd == integration.mvpd
        }
        if let index {
            world.integrations[index] = integration
        } else {
            world.integrations.append(integration)
        }
    }

    private mutating func note(denialOf resource: String, to key: DeviceKey, at time: Int64, period: Int64) {
        if denials.count >= Self.denialLimit {
            denials = denials.filter { $0.value.values.contains { ($0.last ?? 0) > time - period } }
            guard denials.count < Self.denialLimit || denials[key] != nil else { return }
        }
        var times = denials[key, default: [:]]
        if times.count >= Self.denialLimit {
            times = times.filter { ($0.value.last ?? 0) > time - period }
            guard times.count < Self.denialLimit || times[resource] != nil else { return }
        }
        times[resource] = (times[resource] ?? []).filter { $0 > time - period } + [time]
        denials[key] = times
    }

    /// How many devices, and resources of a device, the guard remembers; beyond it, it lets new ones pass.
    private static let denialLimit = 4_096
}
