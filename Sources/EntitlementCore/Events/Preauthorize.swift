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

    public static let journalEvent = JournalEvent.preauthorized

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
        let limit = session.integration.preauthorizeLimit ?? session.provider.preauthorizeLimit
        guard names.count <= limit else {
            // Without enhanced errors, the documented response to too many resources is an empty list.
            guard requestor.hasEnhancedErrors else { return Decision([]) }
            throw Refusal(
                403, .tooManyResources,
                "MVPD \(quoted(session.record.mvpd)) takes at most \(limit) resources, not \(names.count).")
        }
        let question = PreauthorizationQuestion(
            state: state, requestor: requestor, session: session, call: call, now: context.now, names: names,
            usesCache: usesCache)
        return Decision(
            names.map { name in
                let refusal = question.refusal(of: name)
                return Item(
                    resource: name, isAuthorized: refusal == nil, refusal: requestor.hasEnhancedErrors ? refusal : nil)
            })
    }

    /// The resources without duplicates. By scalars: a mark that combines with the preceding comma belongs to the resource.
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

/// A preauthorization in progress.
struct PreauthorizationQuestion {
    let state: EntitlementState
    let requestor: Requestor
    let session: AuthenticatedSession
    let call: DeviceCall
    let now: Int64
    let usesCache: Bool
    /// Whether the provider responds at all: some do not if a resource is unknown to them.
    private let isAnswered: Bool

    init(
        state: EntitlementState, requestor: Requestor, session: AuthenticatedSession, call: DeviceCall, now: Int64,
        names: [String], usesCache: Bool
    ) {
        self.state = state
        self.usesCache = usesCache
        self.requestor = requestor
        self.session = session
        self.call = call
        self.now = now
        isAnswered = !session.provider.preauthorizesKnownOnly || names.allSatisfy(Set(state.world.resources).contains)
    }

    /// Returns the reason why the user may not see a resource; nil if the user may.
    func refusal(of name: String) -> Refusal? {
        guard let resource = Resource(name) else { return Refusal(403, .preauthorizationDenied, "The resource is malformed.") }
        let rule = state.degradation(of: session, call, resource, now: now)
        if let rule { return rule.kind == .authorizeNone ? rule.refusal(by: session.provider) : nil }
        if session.provider.isTemporaryPass { return nil }
        if let refusal = session.homeRefusal(call) { return refusal }
        switch session.provider.preauthorizationMethod {
        case .lineUp:
            let lineUp = session.record.toldList("authorized_resources") ?? session.record.toldList("channelID") ?? []
            return lineUp.contains(resource.channel) ? nil : denied(resource)
        case .forkAndJoin:
            let authorization = state.authorization(session.record.deviceKey, resource, session.record.mvpd, rule: nil, now: now)
            if usesCache, authorization != nil { return nil }
        case .multiChannel: break
        }
        guard isAnswered else {
            return Refusal(
                403, .preauthorizationDenied, "\(session.provider.name) returned no answer: a resource is unknown to it.")
        }
        return session.provider.denial(of: resource, to: session.record, session.integration, in: state.world).map { denial in
            let code = denial.code == .authorizationDenied ? .preauthorizationDenied : denial.code
            return Refusal(403, code, denial.message, details: denial.details)
        }
    }

    private func denied(_ resource: Resource) -> Refusal {
        let text = "Your \(session.provider.name) subscription does not include \(resource.channel)."
        return Refusal(403, .preauthorizationDenied, text, details: text)
    }
}
