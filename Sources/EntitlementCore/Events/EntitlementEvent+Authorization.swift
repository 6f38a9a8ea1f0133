import TVWorld

/// An authorization, and the rule that decided.
public struct DecidedAuthorization: Sendable, Equatable {
    /// The record.
    public var record: AuthorizationRecord
    /// The rule that decided, while it is active.
    public var degradation: Degradation?
}

/// A media token to sign, and its user.
public struct IssuedMediaToken: Sendable, Equatable {
    /// The token.
    public var token: MediaToken
    /// The provider's identifier of the user, which may leave the service only in a scrambled form.
    public var userID: String
}

/// The decision about one resource of a preauthorization.
public struct PreauthorizedResource: Sendable, Equatable {
    /// The resource.
    public var resource: String
    /// Whether the user may see it.
    public var isAuthorized: Bool
    /// The reason for a denial, if the requestor receives enhanced errors.
    public var refusal: Refusal?
}

extension EntitlementEvent {
    /// Returns a cached authorization of a device: REST v1 `GET /api/v1/tokens/authz`.
    ///
    /// - Parameter resource: The `resource` parameter.
    public static func readAuthorization(call: DeviceCall, resource: String?) -> Self where Answer == DecidedAuthorization {
        let details = call.journalDetails.merging(["resource": resource ?? ""]) { $1 }
        return Self(.authorizationRead, details) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let named = try Resource(required: resource, of: device.requestor)
            let rules = ResourceRules(device: device, session: try device.session().required(status: 412, of: device.requestor))
            return Decision(try rules.requiredAuthorization(for: named, missing: 404, expired: 410))
        }
    }

    /// Issues a media token for an authorized resource: REST v1 `GET /api/v1/tokens/media` and `GET /api/v1/mediatoken`.
    ///
    /// - Parameter resource: The `resource` parameter.
    public static func issueMediaToken(call: DeviceCall, resource: String?) -> Self where Answer == IssuedMediaToken {
        let details = call.journalDetails.merging(["resource": resource ?? ""]) { $1 }
        return Self(.mediaTokenIssued, details) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let named = try Resource(required: resource, of: device.requestor)
            let session = try device.session().required(status: 403, of: device.requestor)
            let rules = ResourceRules(device: device, session: session)
            _ = try rules.requiredAuthorization(for: named, missing: 403, expired: 403)
            return Decision(IssuedMediaToken(token: rules.mediaToken(for: named.text), userID: session.record.userID))
        }
    }

    /// Returns which of several resources a user may see, in the requested order, without duplicates: REST v1
    /// `GET /api/v1/preauthorize`.
    ///
    /// - Parameters:
    ///   - resources: The `resource` parameter: identifiers separated by commas, with their own commas as `%2C`.
    ///   - usesCache: Whether existing authorizations are used instead of asking a provider that is asked about each resource.
    public static func preauthorize(call: DeviceCall, resources: String?, usesCache: Bool = true) -> Self
    where Answer == [PreauthorizedResource] {
        let details = call.journalDetails.merging(["resource": resources ?? ""]) { $1 }
        return Self(.preauthorized, details) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let requestor = device.requestor
            let names = resourceNames(in: resources ?? "")
            guard !names.isEmpty else {
                throw requestor.refusal(
                    400, .missingResource, "Parameter resource is required: identifiers, separated by commas.")
            }
            let session = try device.session().required(
                status: 412, missing: .preauthorizationSessionMissing, expired: .preauthorizationSessionExpired, of: requestor)
            let limit = session.integration.questionLimit(of: session.provider)
            guard names.count <= limit else {
                // Without enhanced errors, the documented response to too many resources is an empty list.
                guard requestor.hasEnhancedErrors else { return Decision([]) }
                throw Refusal.exceeded(names.count, limit: limit, mvpd: session.record.mvpd)
            }
            let rules = ResourceRules(device: device, session: session)
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
    /// Returns the valid authorization for a resource. One granted by a degradation rule requires that such a rule is still active.
    func authorization(for resource: Resource, by rule: DegradationStatus.Rule?) -> AuthorizationRecord? {
        guard let record = storedAuthorization(for: resource), device.now < record.expiresAt else { return nil }
        return record.isDegraded && rule == nil ? nil : record
    }

    private func storedAuthorization(for resource: Resource) -> AuthorizationRecord? {
        // By the call's key: a store that guesses the sign-in can already look up the authorization.
        guard let record = device.state.authorizations[device.key, resource.text], record.mvpd == session.record.mvpd else {
            return nil
        }
        // That of a temporary pass ends when the pass is reset: the next one starts it again.
        if !record.isDegraded, let pass = device.state.temporaryPass(of: session.record), pass.started == nil { return nil }
        return record
    }

    /// Returns the valid authorization with the deciding rule, or throws the refusal of a call that requires one.
    fileprivate func requiredAuthorization(
        for resource: Resource, missing: Int, expired: Int
    ) throws(Refusal) -> DecidedAuthorization {
        let rule = rule(for: resource)
        do {
            try rule?.requirePermission(of: session.provider)
            if rule == nil { try session.requireHome(device.address) }
        } catch {
            throw error.enhanced(device.requestor.hasEnhancedErrors)
        }
        if let record = authorization(for: resource, by: rule) {
            return DecidedAuthorization(record: record, degradation: rule?.kind)
        }
        guard storedAuthorization(for: resource) != nil else {
            throw device.requestor.refusal(missing, .authorizationNotFound, "This resource has no authorization.")
        }
        throw device.requestor.refusal(expired, .authorizationExpired, "The authorization for this resource has expired.")
    }

    /// Returns the reason why the user may not see a resource; nil if the user may. A temporary pass is for every resource.
    fileprivate func refusal(of name: String, usesCache: Bool, isAnswered: Bool) -> Refusal? {
        guard let resource = Resource(name) else { return .malformedResource(.preauthorizationDenied) }
        let isAuthorized =
            usesCache && session.provider.preauthorizationMethod == .forkAndJoin
            && authorization(for: resource, by: nil) != nil
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
