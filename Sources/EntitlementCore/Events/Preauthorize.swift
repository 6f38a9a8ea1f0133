import TVWorld

/// Returns which of several resources a user may see: REST v1 `GET /api/v1/preauthorize`.
public struct Preauthorize: EntitlementEvent {
    /// The decision for one resource.
    public struct Item: Sendable, Equatable {
        /// The resource.
        public var resource: String
        /// Whether the user may see it.
        public var isAuthorized: Bool
        /// The reason for a denial, if the requestor receives enhanced errors.
        public var refusal: Refusal?
    }

    /// One item for each resource, in the requested order, without duplicates.
    public typealias Answer = [Item]

    public var journalEvent: JournalEvent { .preauthorized }

    /// The call.
    public var call: DeviceCall
    /// The `resource` parameter: identifiers separated by commas, with their own commas as `%2C`.
    public var resources: String?
    /// Whether existing authorizations are used without asking again.
    public var usesCache: Bool

    /// Creates the request of a device.
    public init(call: DeviceCall, resources: String?, usesCache: Bool = true) {
        self.call = call
        self.resources = resources
        self.usesCache = usesCache
    }

    public var journalDetails: [String: String] { call.journalDetails.merging(["resource": resources ?? ""]) { $1 } }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        let names = names
        guard !names.isEmpty else {
            throw requestor.refusal(400, .missingResource, "Parameter resource is required: identifiers, separated by commas.")
        }
        let session = try state.session(key, on: call.platform, now: context.now).required(
            status: 412, missing: .preauthorizationSessionMissing, expired: .preauthorizationSessionExpired, of: requestor)
        let limit = session.integration.questionLimit(of: session.provider)
        guard names.count <= limit else {
            // Without enhanced errors, the documented response to too many resources is an empty list.
            guard requestor.hasEnhancedErrors else { return Decision([]) }
            throw .exceeded(names.count, limit: limit, mvpd: session.record.mvpd)
        }
        let rules = ResourceRules(
            state: state, requestor: requestor, session: session, platform: call.platform, address: call.address,
            context: context)
        let isAnswered = rules.isAnswered(names)
        return Decision(
            names.map { name in
                let refusal = refusal(of: name, by: rules, isAnswered: isAnswered)
                return Item(
                    resource: name, isAuthorized: refusal == nil, refusal: requestor.hasEnhancedErrors ? refusal : nil)
            })
    }

    /// Returns the reason why the user may not see a resource; nil if the user may. A temporary pass is for every resource.
    private func refusal(of name: String, by rules: ResourceRules, isAnswered: Bool) -> Refusal? {
        guard let resource = Resource(name) else { return .malformedResource(.preauthorizationDenied) }
        let (state, session) = (rules.state, rules.session)
        let isAuthorized =
            usesCache && session.provider.preauthorizationMethod == .forkAndJoin
            && state.authorization(session.record.deviceKey, resource, session.record.mvpd, rule: nil, now: rules.context.now)
                != nil
        do {
            try rules.preauthorize(resource, isAuthorized: isAuthorized, isAnswered: isAnswered) { _ in }
            return nil
        } catch {
            return error
        }
    }

    /// The resources without duplicates. Split by scalars: a mark that combines with the preceding comma belongs to the resource.
    private var names: [String] {
        var seen: Set<String> = []
        return (resources ?? "").unicodeScalars.split(separator: ",").map { Self.name(String($0)) }
            .filter { seen.insert($0).inserted }
    }

    /// Returns an identifier from the list, with `%2C` decoded to commas and then `%25` to percent signs.
    private static func name(_ item: String) -> String {
        guard item.utf8.contains(UInt8(ascii: "%")) else { return item }
        return item.replacing("%2C", with: ",").replacing("%2c", with: ",").replacing("%25", with: "%")
    }
}
