import TVWorld

/// Tells which of several resources a user may see: REST v1 `GET /api/v1/preauthorize`.
public struct Preauthorize: EntitlementEvent {
    /// The answer for one resource.
    public struct Item: Sendable, Equatable {
        /// The resource.
        public var resource: String
        /// Whether the user may see it.
        public var isAuthorized: Bool
        /// Why not, when the requestor gets enhanced errors.
        public var refusal: Refusal?
    }

    /// One item for each resource, in the order asked for.
    public typealias Answer = [Item]

    public static let journalEvent = JournalEvent.preauthorized

    /// The call.
    public var call: DeviceCall
    /// The `resource` parameter: identifiers between commas.
    public var resources: String?

    /// A device's question.
    public init(call: DeviceCall, resources: String?) {
        self.call = call
        self.resources = resources
    }

    public var journalDetails: [String: String] { call.journalDetails.merging(["resource": resources ?? ""]) { $1 } }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        var resources: [String] = []
        // By scalars: a mark that joins with the comma before it belongs to the resource.
        let names = (self.resources ?? "").unicodeScalars.split(separator: ",").map { String($0) }
        for name in names where !resources.contains(name) {
            resources.append(name)
            guard resources.count <= Self.parameterLimit else { break }
        }
        guard !resources.isEmpty else {
            throw Refusal(400, .missingResource, "Parameter resource is required: identifiers, separated by commas.")
                .enhanced(requestor.hasEnhancedErrors)
        }
        let session = try state.session(key, now: context.now).required(
            status: 412, missing: .preauthorizationSessionMissing, expired: .preauthorizationSessionExpired, of: requestor)
        guard resources.count <= session.provider.preauthorizeLimit else {
            // Without enhanced errors the documented answer to too many resources is an empty list.
            guard requestor.hasEnhancedErrors else { return Decision([]) }
            throw Refusal(
                403, .tooManyResources,
                "MVPD \(quoted(session.record.mvpd)) takes at most \(session.provider.preauthorizeLimit) resources.")
        }
        return Decision(resources.map { item($0, session, requestor, state.world) })
    }

    private func item(
        _ name: String, _ session: (record: AuthenticationRecord, integration: Integration, provider: Provider),
        _ requestor: Requestor, _ world: World
    ) -> Item {
        let refusal: Refusal? =
            switch session.integration.degradation {
            case .authenticateAll, .authorizeAll: nil
            case .authorizeNone:
                Refusal(403, .degradationRule, "Authorization is switched off for MVPD \(quoted(session.record.mvpd)).")
            case .none: denial(of: name, session.record, session.provider, world)
            }
        return Item(resource: name, isAuthorized: refusal == nil, refusal: requestor.hasEnhancedErrors ? refusal : nil)
    }

    private func denial(
        of name: String, _ record: AuthenticationRecord, _ provider: Provider, _ world: World
    ) -> Refusal? {
        guard let resource = Resource(name) else {
            return Refusal(403, .preauthorizationDenied, "The resource is malformed.")
        }
        guard let denial = provider.denial(of: resource, to: record, in: world) else { return nil }
        let code = denial.code == .authorizationDenied ? .preauthorizationDenied : denial.code
        return Refusal(403, code, denial.message, details: denial.message)
    }

    /// More names than any provider takes; the rest of a longer list is not read.
    private static let parameterLimit = 256
}
