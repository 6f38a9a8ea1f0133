import DecisionTables
import TVWorld

/// A situation in a generated world: an app of a requestor on a platform, a permission, a signed-in user, a few
/// calls. Only the tables specify the outcome; none of the project's cores is used.
struct WorldSituation: Sendable, CustomStringConvertible {
    let world: World
    let app: String
    let requestor: Requestor
    let platform: Platform
    let access: String
    let subscriber: Subscriber?
    let resource: String
    let metadataKey: String
    let preauthorized: [String]

    var description: String {
        """
        \(app) of \(requestor.id) on \(platform), \(access), \(subscriber.map { "\($0.username) at \($0.provider)" } ?? "nobody"), \
        \(provider?.boarding.rawValue ?? "-"), \(usable.map { "\($0.degradation)" } ?? "no SSO"), \(resource), \(metadataKey), \
        \(preauthorized)
        """
    }

    init(on world: World, _ names: inout NameSource) {
        self.world = world
        app = names.application()
        requestor = names.random.pick(world.requestors)
        platform = names.random.pick(Platform.allCases)
        // Granted more often than not: otherwise most situations end at the first step.
        access = names.random.pick(["granted", "granted", "granted", "granted", "denied", "restricted", "not-determined"])
        // An account that the device's settings cannot contain is not an account of the device.
        let people = world.subscribers.filter { world.provider(id: $0.provider)?.boarding != BoardingStatus.none }
        subscriber = people.isEmpty || names.random.chance(12) ? nil : names.random.pick(people)
        resource = names.random.pick(world.resources)
        metadataKey = names.random.pick(["userID", "householdID", "zip", "maxRating", "hba_status", "odd", "tokenSource", "none"])
        preauthorized = Array(world.resources.shuffled(using: &names.random).prefix(names.random.pick([1, 3, 6])))
    }

    /// The app's calls.
    var commands: [String] {
        let start = ["setRequestor \(LineWord.quoted(requestor.id))", "checkAuthentication"]
        if isAuthenticated {
            return start + ["checkAuthorization \(LineWord.rest(resource))", "getSelectedProvider"]
                + (isDegraded ? [] : ["getMetadata user \(metadataKey)"]) + [
                    "checkPreauthorizedResources \(preauthorized.map(LineWord.quoted).joined(separator: " "))"
                ]
        }
        return start + ["checkAuthorization \(LineWord.rest(resource))"] + (endsInDialog ? ["getAuthentication"] : [])
    }

    // MARK: - The small model

    private var integrations: [Integration] {
        world.providers.compactMap { provider in
            world.integrations.first { $0.requestor == requestor.id && $0.mvpd == provider.mvpd && $0.isEnabled }
        }
    }

    private var withSingleSignOn: [Integration] { integrations.filter { $0.singleSignOn.contains(platform) } }

    private var provider: Provider? { subscriber.flatMap { world.provider(id: $0.provider) } }

    /// The integration by which the app could use the device's account.
    private var usable: Integration? { withSingleSignOn.first { $0.mvpd == provider?.mvpd } }

    private var permissionCodes: [String] {
        ["denied": ["VSA403"], "restricted": ["VSA403"], "not-determined": ["VSA404"]][access] ?? []
    }

    /// A remembered picker provider is not an account of step 1, degraded or not (row 1.19).
    private var isDegraded: Bool {
        access == "granted" && provider?.boarding == .supported && usable?.degradation == .authenticateAll
    }

    private var isAuthenticated: Bool {
        guard access == "granted", let provider, usable != nil, let subscriber else { return false }
        return isDegraded || (provider.boarding == .supported && !subscriber.isSuspended)
    }

    /// Whether getAuthentication ends with the app's dialog without a prompt.
    private var endsInDialog: Bool {
        guard access == "granted", !withSingleSignOn.isEmpty else { return true }
        return provider?.boarding == .supported && usable == nil
    }

    /// The callbacks in a word or two each, without tracking.
    var expected: [String] {
        if isAuthenticated { return isDegraded ? degraded : authenticated }
        let codes = withSingleSignOn.isEmpty ? [] : permissionCodes
        let refused = codes + ["N000", "setAuthenticationStatus 0"]
        // The provider rejects a suspended subscriber: the account fails.
        let failure = codes.isEmpty && provider?.boarding == .supported && usable != nil ? ["APPL"] : []
        return codes + failure + ["setRequestorComplete 1"] + refused + refused + ["tokenRequestFailed"]
            + (endsInDialog ? dialog(codes) : [])
    }

    private func dialog(_ codes: [String]) -> [String] {
        guard !integrations.isEmpty else { return ["setAuthenticationStatus 0"] }
        let isElsewhere = !withSingleSignOn.isEmpty && codes.isEmpty
        return codes + (isElsewhere ? ["N004"] : []) + ["displayProviderDialog"] + integrations.map(\.mvpd)
    }

    private var degraded: [String] {
        ["N010", "setRequestorComplete 1", "setAuthenticationStatus 1", "Z010", "setToken \(resource)"] + selected
            + preauthorization(world.resources)
    }

    private var authenticated: [String] {
        let channels = subscriber?.channels ?? []
        let authorization: [String]
        let available: [String]
        switch usable?.degradation {
        case .authorizeAll: (authorization, available) = (["Z010", "setToken \(resource)"], world.resources)
        case .authorizeNone: (authorization, available) = (["Z169", "tokenRequestFailed"], [])
        default:
            authorization = channels.contains(resource) ? ["setToken \(resource)"] : ["Z100", "tokenRequestFailed"]
            available = channels
        }
        return ["setRequestorComplete 1", "setAuthenticationStatus 1"] + authorization + selected
            + ["metadata \(metadata ?? "null")"] + preauthorization(available)
    }

    private var selected: [String] { ["selectedProvider \(provider?.mvpd ?? "") \(provider?.name ?? "")"] }

    private func preauthorization(_ available: [String]) -> [String] {
        guard preauthorized.count <= provider?.preauthorizeLimit ?? 0 else { return ["P100", "preauthorizedResources"] }
        return ["preauthorizedResources"] + preauthorized.filter(available.contains)
    }

    /// The value of the metadata key as the app receives it, sorted; nil if the provider does not send it.
    private var metadata: String? {
        if metadataKey == "tokenSource" { return "Apple" }
        guard let subscriber, let provider else { return nil }
        guard provider.attributes.contains(metadataKey) || metadataKey == "userID" else { return nil }
        return switch subscriber.attributes[metadataKey] {
        case .text(let text)?: text
        case .flag(let flag)?: "\(flag)"
        case .number(let number)?: "\(number)"
        case .list(let list)?: "\(list)"
        case .map(let map)?: "\(map.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })"
        case nil: nil
        }
    }
}
