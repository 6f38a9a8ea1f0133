import Crypto
import Encodings
import TVWorld

@testable import EntitlementCore

/// The decisions of REST v2.
extension Fixture {
    static let day: Int64 = 86_400_000
    static let key = ProfileKey(owner: owner(), mvpd: "AlphaCable")

    /// The request for authorizations.
    static func authorize(
        _ resources: [String]? = ["news"], call: ClientCall = clientCall(), mvpd: String = "AlphaCable"
    ) -> EntitlementEvent<[ResourceDecision]> {
        .authorizeResources(call: call, mvpd: mvpd, resources: resources)
    }

    /// The request for preauthorizations.
    static func preauthorize(
        _ resources: [String]? = ["news"], call: ClientCall = clientCall(), mvpd: String = "AlphaCable"
    ) -> EntitlementEvent<[ResourceDecision]> {
        .preauthorizeResources(call: call, mvpd: mvpd, resources: resources)
    }

    /// The request for a logout.
    static func end(
        _ redirectURL: String? = SessionFields.address, call: ClientCall = clientCall(), mvpd: String = "AlphaCable"
    ) -> EntitlementEvent<ProfileLogout> {
        .endProfile(call: call, mvpd: mvpd, redirectURL: redirectURL)
    }

    /// The decisions of an event, without the messages for developers.
    mutating func decide(_ event: EntitlementEvent<[ResourceDecision]>) throws(Refusal) -> [ResourceDecision] {
        try send(event).map { decision in
            var decision = decision
            decision.refusal?.message = ""
            return decision
        }
    }

    /// The decisions of an authorization.
    mutating func authorize(
        _ resources: [String]? = ["news"], call: ClientCall = clientCall(), mvpd: String = "AlphaCable"
    ) throws(Refusal) -> [ResourceDecision] {
        try decide(Self.authorize(resources, call: call, mvpd: mvpd))
    }

    /// The decisions of a preauthorization.
    mutating func preauthorize(
        _ resources: [String]? = ["news"], call: ClientCall = clientCall()
    ) throws(Refusal) -> [ResourceDecision] {
        try decide(Self.preauthorize(resources, call: call))
    }

    /// The permission to play a resource from now on.
    func permit(
        _ resource: String = "news", _ source: ResourceDecision.Source = .mvpd, mvpd: String = "AlphaCable",
        during validity: ClosedRange<Int64>?, user: String = "u-1001-alice"
    ) -> ResourceDecision {
        var decision = Self.offer(resource, source, mvpd: mvpd, user: user)
        decision.notBefore = validity?.lowerBound
        decision.notAfter = validity?.upperBound
        // A temporary pass belongs to the device.
        let subject = mvpd == "TempPass" ? Self.device : user
        decision.mediaToken = MediaToken(
            sessionGUID: hexadecimal(Insecure.MD5.hash(data: Array(subject.utf8))), requestor: "REF30", resource: resource,
            lifetime: 420_000, issuedAt: now, mvpd: mvpd)
        return decision
    }

    /// The permission to offer a resource.
    static func offer(
        _ resource: String = "news", _ source: ResourceDecision.Source = .mvpd, mvpd: String = "AlphaCable",
        user: String = "u-1001-alice"
    ) -> ResourceDecision {
        ResourceDecision(resource: resource, serviceProvider: "REF30", mvpd: mvpd, source: source, userID: user)
    }

    /// A denial.
    static func denial(
        _ code: ErrorCode, _ resource: String = "news", _ source: ResourceDecision.Source = .mvpd, mvpd: String = "AlphaCable",
        status: Int = 403, details: String? = nil
    ) -> ResourceDecision {
        ResourceDecision(
            resource: resource, serviceProvider: "REF30", mvpd: mvpd, source: source,
            refusal: Refusal(status, code, "", details: details))
    }

    /// The user of a decision without a sign-in.
    static func anonymous(_ user: AnonymousUser, mvpd: String = "AlphaCable", device: String = device) -> String {
        user.id(of: owner(device: device), mvpd: mvpd)
    }

    /// Sets the provider's answers for resources.
    mutating func answer(_ resources: [String: ResourceOverride], mvpd: String = "AlphaCable") throws {
        try changeIntegration(of: "REF30", with: mvpd) { $0.resources = resources }
    }

    /// Stores a profile that has the provider's name for the user, as after a login in a browser.
    @discardableResult
    mutating func addLogin(
        _ owner: DeviceKey = owner(), mvpd: String = "AlphaCable", user: String = "u-1001-alice",
        identities: [SharedIdentity] = []
    ) -> AuthenticationRecord {
        var record = AuthenticationRecord(
            deviceKey: owner, mvpd: mvpd, userID: user, tokenSource: .regular, sessionID: "session of \(user)",
            attributes: [:], createdAt: now, expiresAt: now + Self.profileLifetime)
        record.nameID = "name"
        record.nameIDFormat = "format"
        record.sessionIndex = "index"
        save(ProfileRecord(authentication: record, identities: identities))
        return record
    }

    /// The stored authorizations of a profile.
    func authorizations(_ key: ProfileKey = key) -> [ProfileAuthorization] {
        state.profileAuthorizations[startingWith: key.values]
    }
}

extension SharedIdentity {
    /// The identity of a device's platform.
    static let platformUser = SharedIdentity(kind: .platform, issuer: "platform", subject: "user")
    /// The identity of a service token.
    static let serviceUser = SharedIdentity(kind: .service, issuer: "service", subject: "user")
}

extension ClientCall {
    /// The same call with identities.
    func identified(_ identities: SharedIdentity...) -> ClientCall {
        var call = self
        call.identities = identities
        return call
    }

    /// The same call with the user of a promotional temporary pass.
    func identified(email: String) -> ClientCall {
        var call = self
        call.temporaryPassIdentifiers = ["email": email]
        return call
    }

    /// The same call from an address.
    func from(_ address: String) -> ClientCall {
        var call = self
        call.connection.address = address
        return call
    }
}
