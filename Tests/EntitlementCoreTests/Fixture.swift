import Testing

@testable import EntitlementCore
@testable import TVWorld

/// A service in memory: it accepts events like the engine, with a clock that the test sets.
struct Fixture {
    var state: EntitlementState
    var now: Int64 = 1_800_000_000_000
    var random: any RandomSource = SystemRandomSource()

    static let client = "client-1"

    /// A service with a registered client of a statement for every requestor; the world can be changed before.
    init(_ change: (inout World) -> Void = { _ in }) {
        var world = World.builtIn
        change(&world)
        state = EntitlementState(baseline: world)
        save(
            SoftwareStatement(
                id: "statement-1", requestors: [], name: "Player", platforms: [.ios], schemes: ["adbe.example"], issuedAt: 0))
        save(
            ClientRegistration(id: Self.client, secretDigest: [1, 2, 3], statement: "statement-1", redirectURIs: [], issuedAt: 0))
        for provider in world.providers { save(ProviderMetadata(id: provider.id, xml: "<metadata/>")) }
    }

    /// Stores a record.
    mutating func save(_ record: any StoredRecord) { state.apply(.save(record)) }

    var context: DecisionContext { DecisionContext(now: now, random: random) }

    /// Sends an event and applies its changes. An expectation of the journal must be able to name its details.
    @discardableResult
    mutating func send<Answer>(_ event: EntitlementEvent<Answer>) throws(Refusal) -> Answer {
        let name = EventName.named(event.journalEvent.rawValue)
        for detail in event.journalDetails.keys {
            #expect(name?.accepts(detail: detail) == true, "\(event.journalEvent.rawValue): \(detail)")
        }
        do {
            let decision = try event.decide(state, context)
            for change in decision.changes { state.apply(change) }
            if event.reason(decision.answer) != nil { #expect(name?.accepts(detail: "reason") == true) }
            return decision.answer
        } catch {
            for change in error.changes { state.apply(change) }
            throw error
        }
    }

    /// The refusal of an event; nil if it is not refused.
    mutating func refusal<Answer>(_ event: EntitlementEvent<Answer>) -> Refusal? {
        do {
            try send(event)
            return nil
        } catch {
            return error
        }
    }

    /// A call of the fixture's client.
    static func call(_ requestor: String? = "REF30", device: String? = "device-1") -> DeviceCall {
        DeviceCall(clientID: client, requestor: requestor, deviceID: device)
    }

    /// Changes an integration, or adds one.
    @discardableResult
    mutating func changeIntegration(
        of requestor: String, with mvpd: String, _ change: @escaping @Sendable (inout Integration) -> Void
    ) throws(Refusal) -> ChangedIntegration {
        try send(EntitlementEvent.changeIntegration(of: requestor, with: mvpd, change))
    }

    /// Changes the degradation rule of an integration.
    mutating func degrade(_ degradation: Degradation, requestor: String = "REF30", mvpd: String = "AlphaCable") throws(Refusal) {
        try changeIntegration(of: requestor, with: mvpd) { $0.degradation = degradation }
    }

    /// Adds a degradation rule of REF30.
    @discardableResult
    mutating func addRule(
        _ kind: Degradation, mvpd: String = "AlphaCable", resources: [String] = [], platform: Platform? = nil,
        message: String? = nil, seconds: Int64? = nil
    ) throws(Refusal) -> [DegradationRule] {
        try send(
            .addDegradationRules(
                requestor: "REF30", mvpds: [mvpd], kind: kind, resources: resources, platform: platform, message: message,
                lifetime: seconds))
    }

    /// A service whose requestor has a promotional pass, for a number of resources.
    static func promotional(resources: Int? = nil) -> Fixture {
        Fixture { world in
            world.temporaryPasses = [
                TemporaryPass(
                    requestor: "REF30", mvpd: "TempPass", kind: .promotional, lifetime: 600, resourceLimit: resources)
            ]
        }
    }

    /// The temporary pass that a device, or a user, has started.
    func startedPass(_ kind: TemporaryPassAssignment.Holder.Kind, _ value: String) -> StartedTemporaryPass? {
        state.startedTemporaryPass(of: .init(requestor: "REF30", mvpd: "TempPass", kind: kind, value: value))
    }

    /// Makes a profile request.
    mutating func profileRequest(
        _ call: DeviceCall = call(), mvpd: String = "AlphaCable", deviceType: String = "iOS"
    ) throws -> PendingRequest {
        guard case .request(let request, _) = try send(.createProfileRequest(call: call, mvpd: mvpd, deviceType: deviceType))
        else {
            throw Unexpected()
        }
        return request
    }

    /// The exchange of a verified response.
    static func exchange(
        inResponseTo id: String, call: DeviceCall = call(), mvpd: String = "AlphaCable", deviceType: String = "iOS",
        subject: String = "u-1001-alice", attributes: [String: AttributeValue] = ["userID": .text("u-1001-alice")]
    ) -> EntitlementEvent<TokenExchange> {
        .exchangeToken(
            call: call, mvpd: mvpd, deviceType: deviceType,
            evidence: .verified(VerifiedAssertion(inResponseTo: id, subject: subject, attributes: attributes)))
    }

    /// Signs a subscriber in through the platform.
    mutating func signIn(_ subject: String = "u-1001-alice", call: DeviceCall = call()) throws {
        let request = try profileRequest(call)
        try send(Self.exchange(inResponseTo: request.id, call: call, subject: subject, attributes: [:]))
    }

    /// Something that the fixture assumes did not happen.
    struct Unexpected: Error {}
}
