import AccountCore
import DBus
import Glibc
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

/// Everything that an answer depends on, without a bus, and the cached answers of a connection.
private final class Answering {
    private struct Call: Hashable {
        let sender: BusName
        /// An index in `requests`; nil for the access status.
        let request: Int?
    }

    private static let senders: [BusName] = [":1.1", ":1.2", ":1.3"]
    private static let requests: [MetadataRequest] = [[], [1], [2], [1, 2]].map { properties in
        var request = MetadataRequest()
        request.includeAccountProviderIdentifier = properties.contains(1)
        request.includeAuthenticationExpirationDate = properties.contains(2)
        return request
    }

    let device = Device(DeviceState(world: .builtIn))
    let machine = ManualClock()
    let clock: AdjustableClock
    let faults: Faults
    let callers = Callers(examination: CallerExamination()) { _ in
        ConnectionCredentials(userID: getuid(), processID: UInt32(getpid()))
    }
    let answers: RepeatableAnswers
    private let applications: [ApplicationID]
    private var random: SeededGenerator
    /// What was replaced by the last load; at first, a world without a provider.
    private var former: DeviceState
    private var kept: [Call: (answer: BusValue, isCurrent: @Sendable () -> Bool)] = [:]
    private(set) var repeatedCount = 0

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        var world = World.builtIn
        world.providers.removeAll { $0.id == "alpha.example" }
        former = DeviceState(world: world)
        clock = AdjustableClock.over(machine)
        applications = try ["com.example.player", "com.example.other", "example.alpha.app"].map { try ApplicationID($0) }
        let journal = Journal(nextSequence: 1, clock: clock, monitors: JournalMonitors(bus: WeakConnection()))
        faults = Faults(device: device, callers: callers, journal: journal, clock: clock) { _ in }
        answers = RepeatableAnswers(device: device, callers: callers, faults: faults, clock: clock, journal: journal)
    }

    private func any<T>(of values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }

    /// Makes a call and compares its answer with one that is found without the cache.
    func call() throws {
        let call = Call(sender: any(of: Self.senders), request: any(of: [nil, 0, 1, 2, 3]))
        let basis = answers.basis
        let fresh = answer(to: call)
        if let kept = kept[call], kept.isCurrent() {
            repeatedCount += 1
            guard kept.answer == fresh, !faults.areInForce else { throw Difference(kept: kept.answer, fresh: fresh) }
            return
        }
        guard let fresh else { return }
        let answer = answers.answer(BusVariant(value: fresh), recording: JournalRecord(.accessChecked), on: basis)
        if case .repeatable(_, let isCurrent) = answer { kept[call] = (fresh, isCurrent) }
    }

    /// The answer, if it is not an error and does not need the provider.
    private func answer(to call: Call) -> BusValue? {
        guard let app = callers.known(call.sender)?.application else { return nil }
        guard let request = call.request else {
            return (try? AccessQuery.status(of: app, in: device.state))?.rawValue.dbusValue
        }
        switch try? MetadataQuery.decide(Self.requests[request], by: app, in: device.state, now: clock.seconds()) {
        case .complete(let metadata): return metadata.details.dbusValue
        case .fail, .contactProvider, nil: return nil
        }
    }

    struct Difference: Error {
        let kept: BusValue
        let fresh: BusValue?
    }

    /// Changes one of the things on which answers depend.
    func change() async throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: _ = try faults.add(FaultRecord(["at": BusVariant("vsa.access"), "hang": BusVariant(true)]))
        case 1...3: try faults.clear()
        case 4:
            let settings: [ClockSetting] = [
                .real, .frozen(milliseconds: clock.machineMilliseconds()), .offset(milliseconds: 86_400_000),
            ]
            clock.setting = any(of: settings)
        case 5: machine.advance(seconds: any(of: [1, 86_400, Scenario.Account.defaultLifetime]))
        case 6: callers.remove(any(of: Self.senders))
        case 7...9:
            let sender = any(of: Self.senders)
            try? await callers.register(sender, as: any(of: applications), Registration()) { _ in }.value
        default:
            var state = device.state
            guard (try? DeviceReducer(baseline: .builtIn).reduce(&state, event())) != nil else { return }
            device.replace(state)
        }
    }

    private func event() throws -> DeviceEvent {
        if Int.random(in: 0..<4, using: &random) == 0 { return configuration() }
        let app = any(of: applications)
        let signIn = DeviceEvent.signedIn(
            provider: any(of: ["alpha.example", "beta.example", "test.example"]), subscriber: "alice",
            lifetime: any(of: [60, 86_400]), now: clock.seconds(), seed: random.bytes(16))
        return any(of: [
            .accessSet(app, any(of: AccessStatus.allCases)), .accessSet(app, .granted), .accessSet(app, .granted),
            .accessReset(nil), signIn, signIn, .signedOut(keepsAccess: true),
            .accountExpired(now: clock.seconds()), .regionSet(try Region(any(of: ["US", "AQ"]))),
            .reset(isEmpty: any(of: [true, false])),
        ])
    }

    /// Changes the developer's settings and providers, the trusted service, or everything: a load, and the way back.
    private func configuration() -> DeviceEvent {
        let id = any(of: ["test.example", "alpha.example"])
        let provider = DeveloperProvider(
            id: id, name: "Test", authenticationURL: "https://test.example", authenticationSchemes: [any(of: [.saml, .api])])
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .developer(.settingChanged(.simulateExpiredToken, .flag(any(of: [true, false]))))
        case 1: return .developer(.providerAdded(provider))
        case 2: return .developer(.providerEdited(id, provider))
        case 3: return .developer(.providerRemoved(id))
        case 4:
            let entityID = any(of: ["https://sp.example", "https://other.example"])
            return .serviceTrusted(
                ServiceTrust(entityID: entityID, assertionConsumerServiceURL: "http://a/b", metadata: "<m/>"))
        default:
            defer { former = device.state }
            return .replaced(by: former, JournalRecord(.snapshotLoaded))
        }
    }
}

@Suite("Repeatable answers")
struct RepeatableAnswersTests {
    @Test("In thousands of steps no repeated answer differs from a new one", arguments: [UInt64(1), 2])
    func randomWalk(seed: UInt64) async throws {
        let answering = try Answering(seed: seed)
        let (steps, fewest) = getenv("VSASIM_SOAK") == nil ? (12_500, 625) : (50_000, 5_000)
        for step in 0..<steps {
            if step % 100 == 0 { try await answering.change() }
            try answering.call()
        }
        #expect(answering.repeatedCount > fewest)
    }

    @Test("An answer without a basis, or with an identifier of the call, is not repeated")
    func never() throws {
        let answers = try Answering(seed: 1).answers
        let record = JournalRecord(.accessChecked)
        let basis = try #require(answers.basis)
        guard case .repeatable(_, let isCurrent) = answers.answer("granted", recording: record, on: basis) else {
            throw MissingAnswer()
        }
        #expect(isCurrent())
        guard case .now = answers.answer("granted", recording: record, on: nil) else { throw MissingAnswer() }
        let traced = JournalRecord(.accessChecked, correlation: String(repeating: "1", count: 32))
        guard case .now = answers.answer("granted", recording: traced, on: basis) else { throw MissingAnswer() }
    }

    private struct MissingAnswer: Error {}
}
