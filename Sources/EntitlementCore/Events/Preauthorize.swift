import TVWorld

/// The decision about one resource of a preauthorization.
public struct PreauthorizedResource: Sendable, Equatable {
    /// The resource.
    public var resource: String
    /// Whether the user may see it.
    public var isAuthorized: Bool
    /// The reason for a denial, if the requestor receives enhanced errors.
    public var refusal: Refusal?
}

extension EntitlementEvent where Self == PlainEvent<[PreauthorizedResource]> {
    /// Returns which of several resources a user may see, in the requested order, without duplicates: REST v1
    /// `GET /api/v1/preauthorize`.
    ///
    /// - Parameters:
    ///   - resources: The `resource` parameter: identifiers separated by commas, with their own commas as `%2C`.
    ///   - usesCache: Whether existing authorizations are used without asking again.
    public static func preauthorize(call: DeviceCall, resources: String?, usesCache: Bool = true) -> Self {
        let details = call.journalDetails.merging(["resource": resources ?? ""]) { $1 }
        return Self(.preauthorized, details) { (state, context) throws(Refusal) in
            let (requestor, key) = try state.admit(call)
            let names = resourceNames(in: resources ?? "")
            guard !names.isEmpty else {
                throw requestor.refusal(
                    400, .missingResource, "Parameter resource is required: identifiers, separated by commas.")
            }
            let session = try state.session(key, on: call.platform, now: context.now).required(
                status: 412, missing: .preauthorizationSessionMissing, expired: .preauthorizationSessionExpired, of: requestor)
            let limit = session.integration.questionLimit(of: session.provider)
            guard names.count <= limit else {
                // Without enhanced errors, the documented response to too many resources is an empty list.
                guard requestor.hasEnhancedErrors else { return Decision([]) }
                throw Refusal.exceeded(names.count, limit: limit, mvpd: session.record.mvpd)
            }
            let rules = ResourceRules(
                state: state, requestor: requestor, session: session, platform: call.platform, address: call.address,
                context: context)
            let isAnswered = rules.isAnswered(names)
            return Decision(
                names.map { name in
                    let refusal = rules.refusal(of: name, usesCache: usesCache, isAnswered: isAnswered)
                    return PreauthorizedResource(
                        resource: name, isAuthorized: refusal == nil, refusal: requestor.hasEnhancedErrors ? refusal : nil)
                })
        }
    }
}

extension ResourceRules {
    /// Returns the reason why the user may not see a resource; nil if the user may. A temporary pass is for every resource.
    fileprivate func refusal(of name: String, usesCache: Bool, isAnswered: Bool) -> Refusal? {
        guard let resource = Resource(name) else { return .malformedResource(.preauthorizationDenied) }
        let isAuthorized =
            usesCache && session.provider.preauthorizationMethod == .forkAndJoin
            && state.authorization(session.record.deviceKey, resource, session.record.mvpd, rule: nil, now: context.now) != nil
        do {
            try preauthorize(resource, isAuthorized: isAuthorized, isAnswered: isAnswered) { _ in }
            return nil
        } catch {
            return error
        }
    }
}

/// Returns the resources in a list without duplicates. Split by scalars: a mark that combines with the preceding comma belongs to
/// the resource.
private func resourceNames(in list: String) -> [String] {
    var seen: Set<String> = []
    return list.unicodeScalars.split(separator: ",").map { resourceName(String($0)) }.filter { seen.insert($0).inserted }
}

/// Returns an identifier from the list, with `%2C` decoded to commas and then `%25` to percent signs.
private func resourceName(_ item: String) -> String {
    guard item.utf8.contains(UInt8(ascii: "%")) else { return item }
    return item.replacing("%2C", with: ",").replacing("%2c", with: ",").replacing("%25", with: "%")
}
